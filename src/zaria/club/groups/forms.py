"""The forms of groups."""

from django import forms
from django.utils.translation import gettext_lazy as _

from zaria.club.groups.actions import MOST_PUPILS
from zaria.club.groups.codes import CARD_LENGTH, JOIN_LENGTH, cleaned
from zaria.club.groups.models import LONGEST_NAME, LONGEST_TITLE
from zaria.club.site.text.text_fields import PublicTextField

_LONGEST_CODE = 2 * CARD_LENGTH
"""Characters of a code as it is typed, with spaces and strokes."""


class GroupForm(forms.Form):
    """The title of a group."""

    title = PublicTextField(label=_("Name of the group"), max_length=LONGEST_TITLE)


class CodeForm(forms.Form):
    """The code of a group, or of the card of a pupil account."""

    code = forms.CharField(
        label=_("Code"),
        max_length=_LONGEST_CODE,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        """Return the code without spaces and strokes."""
        code = cleaned(self.cleaned_data["code"])
        if len(code) not in (JOIN_LENGTH, CARD_LENGTH):
            raise forms.ValidationError(
                _("The code of a group has six letters, that of a card has ten."), "length"
            )
        return code


class PupilsForm(forms.Form):
    """The names of pupils, one a line, for whom accounts are made."""

    names = PublicTextField(
        label=_("First names or nicknames, one per line"),
        newlines=True,
        max_length=MOST_PUPILS * (LONGEST_NAME + 1),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
    )
    is_allowed = forms.BooleanField(
        label=_("I am their teacher, and I may open these accounts for them."),
    )

    def clean_names(self) -> list[str]:
        """Return the names without empty lines and repeats."""
        lines = (line.strip() for line in self.cleaned_data["names"].splitlines())
        names = list(dict.fromkeys(line for line in lines if line))
        for name in names:
            if len(name) > LONGEST_NAME:
                raise forms.ValidationError(
                    _("“%(name)s” is too long: a name has at most %(most)s characters."),
                    "too_long",
                    {"name": name[:LONGEST_NAME], "most": LONGEST_NAME},
                )
        return names
