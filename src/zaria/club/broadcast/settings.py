"""The choices for an overlay, in its address and in the form that makes one."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import LOGIN_LENGTHS, Member
from zaria.club.site.i18n import activate_language

MOST_DELAY = 15
"""Minutes by which a broadcast is late at most."""

DELAYS = (0, 1, 2, 3, 5, 10, MOST_DELAY)


class OverlayForm(forms.Form):
    """The choices: parts of the layer, and how late it is."""

    delay = forms.TypedChoiceField(
        label=_("Delay"),
        coerce=int,
        help_text=_("Nobody at the table learns anything from a broadcast that is late."),
    )
    board = forms.BooleanField(label=_("Show the board"), required=False)
    chance = forms.BooleanField(
        label=_("Show the chance to win"),
        required=False,
        help_text=_("In rated matches only with a delay of a minute or more."),
    )
    by = forms.CharField(
        label=_("Commentator"),
        required=False,
        max_length=LOGIN_LENGTHS[1],
        help_text=_("The login of a member: the layer shows the arrows that they draw on the board."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["delay"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(minutes, _("{n} min").format(n=minutes)) for minutes in DELAYS]

    def clean_by(self) -> str:
        """Return the login as its member writes it; refuse one that nobody has."""
        login = self.cleaned_data["by"]
        member = Member.objects.by_login(login).filter(is_active=True).first() if login else None
        if login and member is None:
            raise forms.ValidationError(_("There is no member with this login."))
        return "" if member is None else member.username


def delay_of(request: HttpRequest) -> int:
    """Return the delay in the address (minutes); what is no number of minutes is none."""
    text = request.GET.get("delay", "")
    return min(MOST_DELAY, int(text)) if text.isascii() and text.isdecimal() and len(text) <= len("15") else 0


def is_set(request: HttpRequest, name: str) -> bool:
    """Return whether the address has the switch `name`."""
    return request.GET.get(name, "") not in ("", "0")


def speak(request: HttpRequest) -> None:
    """Answer in the language of the address, if it names one."""
    if (language := request.GET.get("lang", "")) in dict(settings.LANGUAGES):
        activate_language(request, language)


def query(choices: Mapping[str, Any]) -> str:
    """Return the choices of a form as the query of an overlay's address."""
    wanted = {
        name: value if isinstance(value, str) else int(value) for name, value in choices.items() if value
    }
    return urlencode({**wanted, "lang": get_language() or settings.LANGUAGE_CODE})
