"""The forms of requests and reports."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.addresses import validate_local_part
from zaria.club.support.models import MOST, ThreadKind
from zaria.club.texts.kinds import RULES

_MATCH = re.compile(r"[-\w]{0,16}", re.ASCII)


class RequestForm(forms.Form):
    """A request to the staff, with what is sent along."""

    kind = forms.ChoiceField(label=_("What is it about?"), choices=ThreadKind.choices)
    email = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        help_text=_("We'll send you a link to confirm it. The answer comes to this address, too."),
    )
    text = forms.CharField(
        label=_("Your message"), max_length=MOST * 4, strip=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    page = forms.CharField(label=_("Page"), max_length=200, required=False)
    match = forms.CharField(label=_("Match"), max_length=16, required=False)
    browser = forms.CharField(label=_("Your browser"), max_length=400, required=False)

    def __init__(self, *args: Any, member: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].widget.attrs["maxlength"] = MOST
        if member:
            del self.fields["email"]

    def clean_email(self) -> str:
        """The address of a guest, which mail must reach."""
        address: str = self.cleaned_data["email"]
        validate_local_part(address)
        return address

    def clean_match(self) -> str:
        """The id of a match; something else is left out."""
        match: str = self.cleaned_data["match"]
        return match if _MATCH.fullmatch(match) else ""


class ReportForm(forms.Form):
    """The broken rule, and a few words."""

    rule = forms.TypedChoiceField(
        label=_("What is wrong?"),
        coerce=int,
        choices=lambda: [
            *((number, f"{number}. {text}") for number, text in RULES.items()),
            (0, _("something else")),
        ],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("Details"),
        max_length=MOST * 4,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": MOST}),
    )
