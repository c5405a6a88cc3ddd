"""Acts of directors. Each is one transaction; call them in a thread: they wait for the database.

A page shows a director a tournament after a number of events. An act is refused if an event on which it
depends has followed since: a form that is sent twice acts once, and two directors do not undo each other's
decisions unseen.
"""

from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.profile import privacy
from zaria.club.tournaments import actions, conditions, history, notices, offers, roles
from zaria.club.tournaments.actions import UnknownTournamentError
from zaria.club.tournaments.models import Invitation, Tournament
from zaria.club.tournaments.signals import director_acted
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.refusals import require_reason
from zaria.tournaments.terms import TournamentTerms

_OF_A_NEW_STATE = (ev.Begun, ev.RoundPaired, ev.Ended, ev.Cancelled)


def set_up(member: Member, terms: TournamentTerms, code: str = "", nonce: str = "") -> Tournament:
    """Announce a tournament; a form that is sent again with the same `nonce` announces nothing more.

    Raises `PermissionDenied`, or `BadTournamentTermsError` for unplayable terms.
    """
    if not roles.may_set_up(member, terms):
        raise PermissionDenied
    tournament_id = actions.tournament_id(member.player, nonce) if nonce else None
    with transaction.atomic():
        Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        row = Tournament.objects.filter(pk=tournament_id).first() if tournament_id else None
        if row is None:
            if not roles.may_set_up(member, terms):  # the same form was announced at the same moment
                raise PermissionDenied
            row = actions.create(terms, member.player, code, tournament_id)
            _announce(row, member, "SetUp", "")
    return row


@transaction.atomic
def act(tournament_id: str, by: Member, seen: int, command: cmd.Command) -> Tournament:
    """Carry out a director's command, which names `by` and the reason; `seen` counts the events they saw.

    Raises `PermissionDenied`, `MovedOnError`, and all that `actions.execute` raises.
    """
    lock(tournament_id, by)
    if any(_is_in_the_way(event, command) for event in history.events(tournament_id, seen)):
        raise actions.MovedOnError
    row = actions.execute(tournament_id, command)
    _announce(row, by, type(command).__name__, getattr(command, "reason", ""))
    return row


@transaction.atomic
def enter(tournament_id: str, by: Member, seen: int, player: Member, reason: str) -> Tournament:
    """Enter a player despite the conditions of entry. Raises as `act` does.

    Where there is a fee the player is offered a place, and enters by accepting it.
    """
    row = lock(tournament_id, by)
    terms = _check_newcomer(row, by, player)
    if terms.fee:
        return _offer(row, by, seen, player, reason)
    rating = conditions.rating_of(player, terms.match)
    return act(tournament_id, by, seen, cmd.Enter(player.player, rating, by.player, reason))


@transaction.atomic
def exchange(
    tournament_id: str, by: Member, seen: int, player: str, newcomer: Member, reason: str
) -> Tournament:
    """Replace a player by another, who is offered the place where there is a fee. Raises as `act` does."""
    row = lock(tournament_id, by)
    terms = _check_newcomer(row, by, newcomer)
    if terms.fee:
        return _offer(row, by, seen, newcomer, reason, player)
    rating = conditions.rating_of(newcomer, terms.match)
    command = cmd.Replace(player, newcomer.player, rating, by.player, reason)
    return act(tournament_id, by, seen, command)


@transaction.atomic
def invite(tournament_id: str, by: Member, players: Iterable[Member]) -> Tournament:
    """Invite players to a tournament by invitation, beside those who are already invited."""
    row = lock(tournament_id, by)
    if row.phase != Tournament.Phase.OPEN:
        raise TournamentRefusedError("closed")
    added = []
    for player in players:
        _check_invited(by, player)
        if Invitation.objects.get_or_create(tournament=row, player=player.player)[1]:
            added.append(player.player)
    notices.invite(row, added)
    _announce(row, by, "Invite", "")
    return row


@transaction.atomic
def recall(tournament_id: str, by: Member, player: str) -> Tournament:
    """Withdraw the offer of a place that a player has not accepted yet."""
    row = lock(tournament_id, by)
    offers.decline(row.pk, player)
    _announce(row, by, "RecallOffer", "")
    return row


def lock(tournament_id: str, by: Member) -> Tournament:
    """Return the row of a tournament, locked; raises `UnknownTournamentError`, `PermissionDenied`."""
    row = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if row is None:
        raise UnknownTournamentError(tournament_id)
    if not roles.may_direct(by, row):
        raise PermissionDenied
    return row


def _offer(
    row: Tournament, by: Member, seen: int, player: Member, reason: str, instead_of: str = ""
) -> Tournament:
    """Offer a place to a player, whose credits are held only with their consent."""
    require_reason(reason)
    meant = cmd.Withdraw(instead_of or player.player)  # the command for the same player
    if any(_is_in_the_way(event, meant) for event in history.events(row.pk, seen)):
        raise actions.MovedOnError
    offers.make(row, by.player, player, reason, instead_of)
    _announce(row, by, "OfferPlace", reason)
    return row


def _check_newcomer(row: Tournament, by: Member, player: Member) -> TournamentTerms:
    """Return the terms; raise `TournamentRefusedError` if a director may not enter this player."""
    terms = history.state(row).terms
    if player.blocked_until is not None and player.blocked_until > timezone.now():
        raise TournamentRefusedError("blocked_player")
    if player.robot and not terms.robots:
        raise TournamentRefusedError("robot_player")
    _check_invited(by, player)
    return terms


def _check_invited(by: Member, player: Member) -> None:
    """Raise `TournamentRefusedError` if a member accepts no invitation from this director."""
    if by.pk == player.pk or roles.is_staff(by):
        return
    if not privacy.takes_invitations(player, by.as_player()):
        raise TournamentRefusedError("no_invitations")


def _announce(row: Tournament, by: Member, act: str, reason: str) -> None:
    director_acted.send(Tournament, tournament=row, by=by, act=act, reason=reason)


def _is_in_the_way(event: ev.AnyEvent, command: cmd.Command) -> bool:
    """Return whether a command may have had another meaning before this event."""
    if event.by or isinstance(event, _OF_A_NEW_STATE):
        return True
    place, player = getattr(command, "place", None), getattr(command, "player", None)
    if place is not None and getattr(event, "place", None) == place:
        return True
    return player is not None and getattr(event, "player", None) == player
