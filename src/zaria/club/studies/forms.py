"""The forms of studies."""

from django import forms
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import LOGIN_LENGTHS
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.site.text.text_fields import PublicTextField
from zaria.club.site.visibility import Visibility
from zaria.club.studies.models import Role
from zaria.studies.chapter import LONGEST_TITLE

LONGEST_POSITION = 4_000
"""Characters of a position that is pasted."""
LONGEST_PASTE = 30_000
"""Characters of a file that is pasted: a form has at most 64 KiB."""


def _games() -> list[tuple[str, list[tuple[str, str]]]]:
    return [(str(group.title), [(game, str(TITLES[game])) for game in group.games]) for group in GROUPS]


class StudyForm(forms.Form):
    """The title of a study, and its readers."""

    title = PublicTextField(label=_("Title"), max_length=LONGEST_TITLE)
    visibility = forms.ChoiceField(label=_("Who can see it"), choices=Visibility.choices)


class ChapterForm(forms.Form):
    """A new chapter: its game and the position from which it begins."""

    chapter = PublicTextField(label=_("Title of the chapter"), max_length=LONGEST_TITLE, required=False)
    game = forms.ChoiceField(label=_("Game"), choices=_games)
    position = forms.CharField(
        label=_("Position"),
        required=False,
        max_length=LONGEST_POSITION,
        help_text=_("Leave it empty to begin at the start. You can paste an XGID, a GNU ID or a FEN."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class FileForm(forms.Form):
    """A file, or its text."""

    file = forms.FileField(
        label=_("A file: .pgn, .pdn, .sgf or .json"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".pgn,.pdn,.sgf,.json,.txt,application/json,text/plain"}),
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        max_length=LONGEST_PASTE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )

    def body(self) -> bytes:
        """Return the bytes of a valid form: the file, else the text."""
        file = self.cleaned_data["file"]
        return bytes(file.read()) if file else str(self.cleaned_data["text"]).encode("utf-8", "replace")


class PersonForm(forms.Form):
    """A member who is to read or write in a study."""

    login = forms.CharField(label=_("Login"), max_length=LOGIN_LENGTHS[1])
    role = forms.ChoiceField(
        label=_("May"),
        choices=[(Role.WRITER, _("write")), (Role.READER, _("read"))],
    )
