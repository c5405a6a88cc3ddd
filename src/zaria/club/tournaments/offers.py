"""Places that directors offer where there is an entry fee: nothing is paid before the player accepts.

Call these functions in a thread: they wait for the database.
"""

from django.db import transaction
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import ensure_member
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, conditions, history, notices
from zaria.club.tournaments.models import PlaceOffer, Tournament
from zaria.match.terms import Terms
from zaria.tournaments import commands as cmd
from zaria.tournaments.decide import TournamentRefusedError, decide


def make(row: Tournament, by: str, player: Member, reason: str, instead_of: str = "") -> None:
    """Offer a place; raises `TournamentRefusedError` if it could not be accepted now.

    The caller has locked the row, and checked that the director may enter this player. A new offer of one
    player's place replaces an earlier one.
    """
    state = history.state(row)
    offer = PlaceOffer(
        tournament=row, player=player.player, instead_of=instead_of, by=by, reason=reason, at=now_ms()
    )
    decide(state, _command(offer, player, state.terms.match), max(offer.at, row.created_at))
    earlier = PlaceOffer.objects.filter(tournament=row)
    earlier.filter(player=player.player).delete()
    if instead_of:
        earlier.filter(instead_of=instead_of).delete()
    offer.save()
    notices.invite(row, [player.player])


def find(row: Tournament, player: str) -> PlaceOffer | None:
    """Return the place that is offered to a player in an unfinished tournament."""
    if not player or row.phase not in (Tournament.Phase.OPEN, Tournament.Phase.PLAYING):
        return None
    return PlaceOffer.objects.filter(tournament=row, player=player).first()


def accept(tournament_id: str, member: Member, nonce: str = "") -> Tournament:
    """Take the offered place, and hold its fee. Raises as `actions.enter` does.

    Raises `PlaceOffer.DoesNotExist` where there is no offer, or no longer.
    """
    ensure_member(member.player)
    if member.blocked_until is not None and member.blocked_until > timezone.now():
        raise TournamentRefusedError("blocked")
    with transaction.atomic():
        row = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
        offer = PlaceOffer.objects.get(tournament=row, player=member.player)
        row = actions.execute(row.pk, _command(offer, member, history.state(row).terms.match, nonce))
        offer.delete()
    return row


def decline(tournament_id: str, player: str) -> None:
    """Drop the offer to a player, if there is one."""
    PlaceOffer.objects.filter(tournament=tournament_id, player=player).delete()


def _command(offer: PlaceOffer, member: Member, terms: Terms, nonce: str = "") -> cmd.Enter | cmd.Replace:
    """Return the director's command that the offer stands for."""
    rating = conditions.rating_of(member, terms)
    if offer.instead_of:
        return cmd.Replace(offer.instead_of, offer.player, rating, offer.by, offer.reason, nonce)
    return cmd.Enter(offer.player, rating, offer.by, offer.reason, nonce)
