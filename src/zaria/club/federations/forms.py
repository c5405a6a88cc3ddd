"""The forms of the administrators of a federation."""

from typing import Any

from django import forms
from django.core.validators import URLValidator
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.accounts.models import LOGIN_LENGTHS
from zaria.club.federations.actions.contents import Details
from zaria.club.federations.models import LONGEST_TEXT, Federation, FederationText, Title
from zaria.club.site.text.text_fields import PublicMarkdownField, PublicTextField

FIRST_YEAR = 1900
YEARS_AHEAD = 1
"""A title may be of the next year, not of a later one."""


class DetailsForm(forms.Form):
    """The way in which members join, and the sponsor."""

    mode = forms.ChoiceField(label=_("How members join"), choices=Federation.Mode.choices)
    sponsor = PublicTextField(
        label=_("Sponsor"),
        required=False,
        max_length=Federation._meta.get_field("sponsor").max_length,
        help_text=_("The name of a person or a company. Leave it empty if there is none."),
    )
    sponsor_address = forms.CharField(
        label=_("Website of the sponsor"),
        required=False,
        max_length=Federation._meta.get_field("sponsor_address").max_length,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
        validators=[URLValidator(["http", "https"])],
    )

    def clean(self) -> dict[str, Any]:
        """Refuse the website of nobody."""
        cleaned = super().clean() or {}
        if cleaned.get("sponsor_address") and not cleaned.get("sponsor") and "sponsor" not in self.errors:
            self.add_error("sponsor", _("Enter the name of the sponsor, too."))
        return cleaned

    def details(self) -> Details:
        """The answers of a valid form."""
        return Details(**self.cleaned_data)


class TextForm(forms.Form):
    """The text and the rules of a federation in one language."""

    text = PublicMarkdownField(
        label=_("About the federation"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12}),
    )
    rules = PublicMarkdownField(
        label=_("Rules of the federation"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12}),
    )

    def __init__(self, saved: FederationText | None, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"text": saved.text, "rules": saved.rules} if saved else {})


class ArmsForm(forms.Form):
    """A new coat of arms."""

    picture = forms.FileField(
        label=_("Upload a picture"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )


class LoginForm(forms.Form):
    """The login of a member to invite."""

    login = forms.CharField(
        label=_("Login"),
        max_length=LOGIN_LENGTHS[1],
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
    )


class TitleForm(LoginForm):
    """A title for a member."""

    name = PublicTextField(
        label=pgettext_lazy("federation", "Title"),
        max_length=Title._meta.get_field("name").max_length,
        help_text=_("For instance: Champion, Master, Cup winner."),
    )
    year = forms.IntegerField(
        label=_("Year"),
        required=False,
        min_value=FIRST_YEAR,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4}),
    )

    def clean_year(self) -> int | None:
        """Refuse a year far in the future."""
        year: int | None = self.cleaned_data["year"]
        if year is not None and year > timezone.now().year + YEARS_AHEAD:
            raise forms.ValidationError(_("This year is in the future."))
        return year
