"""The refusals of a director's acts in words, where those for players do not fit."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from zaria.club.tournaments import refusals

SENTENCES: Mapping[str, Any] = {
    # setting up
    "muted": _("You are muted, so you can't publish texts."),
    "robots": _("Bots can't set up tournaments."),
    "too_many_series": _("The club has the maximum number of series. End one first."),
    "too_many_tournaments": _(
        "You have the maximum number of tournaments at a time. Finish or cancel one first."
    ),
    # acts
    "blocked_player": _("This account is blocked."),
    "closed": _("This is no longer possible."),
    "entered": _("This player has already entered."),
    "moved_on": _("The tournament has moved on since you opened this page. Check it and try again."),
    "no_replay": _("A match of an earlier round isn't played again. Choose its right result."),
    "no_invitations": _("This member doesn't accept invitations from you."),
    "nobody": _("There is no member with this login."),
    "not_entered": _("This player is not taking part."),
    "not_enough_credits": _("This player doesn't have enough credits for the entry fee."),
    "robot_player": _("Bot accounts can't enter."),
    "too_many_invitations": _(
        "You have sent too many invitations, or too many to the same player. Try again later."
    ),
    # directors do not learn of the limits that players set for themselves
    **dict.fromkeys(refusals.LIMITS, _("This player can't pay the entry fee now.")),
}


def sentence(code: str) -> str:
    """Return the sentence for a refusal in the language of the page."""
    return str(SENTENCES.get(code) or refusals.sentence(code))
