"""The refusals of a director's acts in words: those of players, spoken to somebody else."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from zaria.club.tournaments import refusals

SENTENCES: Mapping[str, Any] = {
    # setting up
    "muted": _("You are muted. Others would read the texts of the tournament."),
    "robots": _("Bots cannot set up tournaments."),
    "too_many_series": _("The club has as many series as it may have. End one of them first."),
    "too_many_tournaments": _(
        "You have as many tournaments as a member may have at a time. End or cancel one of them first."
    ),
    # acts
    "blocked_player": _("This account is blocked."),
    "closed": _("This is not possible any more."),
    "entered": _("This player is already entered."),
    "moved_on": _(
        "The tournament has gone on since you opened this page. This is its present state: check it, and "
        "act again."
    ),
    "no_invitations": _("This member accepts no invitations from you."),
    "nobody": _("There is no member with this login."),
    "not_entered": _("This player does not take part."),
    "not_enough_credits": _("This player does not have enough credits for the entry fee."),
    "robot_player": _("Bot accounts cannot enter."),
    "too_many_invitations": _(
        "You have sent too many invitations, or too many to the same player. Try again later."
    ),
    # the limits that players set themselves are nobody else's business
    **dict.fromkeys(refusals.LIMITS, _("This player cannot pay the entry fee now.")),
}


def sentence(code: str) -> str:
    """The sentence for a refusal in the language of the page."""
    return str(SENTENCES.get(code) or refusals.sentence(code))
