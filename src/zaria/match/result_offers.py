"""Offers to end a game by the day that is decided in fact, by the side that wins it.

Whether it is, the server decides: here an offer is an offer, which the opponent may decline. Who does not
answer while their clock runs for a day has accepted.
"""

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock import timing
from zaria.match.draft import Draft
from zaria.match.game_flow import end_as_offered
from zaria.match.match import Match, ResultOffer
from zaria.match.refusals import CommandRefusedError
from zaria.match.result_states import can_offer


def offer(draft: Draft, side: int | None, command: cmd.OfferResult) -> None:
    """Offer the least points that the game can be won for."""
    match = draft.match
    player = _player(side)
    if not can_offer(match, player):
        raise CommandRefusedError("result_offered" if match.results.offered else "not_now")
    timing.check(match, draft.now)
    draft.add(ev.ResultOffered(at=draft.now, side=player, points=points(match, player)))


def accept(draft: Draft, side: int | None, command: cmd.AcceptResult) -> None:
    """Lose the game for the points on offer, times the cube."""
    waiting = _waiting(draft, _player(side))
    draft.add(ev.ResultAccepted(at=draft.now, side=1 - waiting.side))
    end_as_offered(draft, waiting)


def decline(draft: Draft, side: int | None, command: cmd.DeclineResult) -> None:
    """Play on."""
    waiting = _waiting(draft, _player(side))
    draft.add(ev.ResultDeclined(at=draft.now, side=1 - waiting.side))


def points(match: Match, side: int) -> int:
    """Return the points that `side` may offer to win the game for, before the cube."""
    return match.dice_position().unavoidable(1 - side)


def _waiting(draft: Draft, side: int) -> ResultOffer:
    """The offer that `side` answers in time."""
    waiting = draft.match.results.waiting
    if waiting is None or waiting.side != 1 - side:
        raise CommandRefusedError("no_result_offer")
    timing.check(draft.match, draft.now)
    return waiting


def _player(side: int | None) -> int:
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    return side
