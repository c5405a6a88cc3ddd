"""The data of a member in tournaments."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Entry, Invitation, PlaceOffer, Tournament
from zaria.tournaments.decide import TournamentRefusedError

_RUNNING = (Tournament.Phase.OPEN, Tournament.Phase.PLAYING)


def stored_data(member: Member) -> dict[str, Any]:
    """Return the data as plain objects of JSON."""
    return {
        "entries": list(
            Entry.objects.filter(player=member.player)
            .order_by("at")
            .values("tournament", "tournament__title", "at", "rating", "active", "place", "prize")
        ),
        "invitations": list(
            Invitation.objects.filter(player=member.player).values_list("tournament", flat=True)
        ),
        "offers": list(
            PlaceOffer.objects.filter(player=member.player).values("tournament", "instead_of", "reason", "at")
        ),
        "directed": list(Tournament.objects.filter(director=member.player).values("id", "title")),
    }


def withdraw(member: Member) -> None:
    """Withdraw a member from all unfinished tournaments; before the start they get their fees back."""
    entered = Entry.objects.filter(player=member.player, active=True, tournament__phase__in=_RUNNING)
    for tournament_id in entered.values_list("tournament", flat=True):
        try:
            actions.withdraw(tournament_id, member.player)
        except TournamentRefusedError as refused:  # it has ended meanwhile
            if refused.code not in ("closed", "not_entered"):
                raise


def forget(member: Member, name: str) -> None:
    """Give the member's entries this name, and drop their invitations."""
    Entry.objects.filter(player=member.player).update(name=name)
    for model in (Invitation, PlaceOffer):
        model.objects.filter(player=member.player).delete()
