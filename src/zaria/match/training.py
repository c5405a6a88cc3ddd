"""Commands that take turns back; see docs/reference/training-table.md and docs/explanation/match.md."""

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match import takebacks
from zaria.match.clock import timing
from zaria.match.clock.deadlines import deadline
from zaria.match.draft import Draft
from zaria.match.refusals import CommandRefusedError


def take_back(draft: Draft, side: int | None, command: cmd.TakeBack) -> None:
    """Let the last turn of `side`, and all that followed it, not have been played."""
    match = draft.match
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    if not match.terms.training:
        raise CommandRefusedError("not_training")
    if not match.past or match.past[-1].before.turn != side or match.backs >= takebacks.MOST:
        raise CommandRefusedError("nothing_back")
    if command.n != len(match.past):
        raise CommandRefusedError("stale_roll")
    timing.check(match, draft.now)
    draft.add(ev.TakenBack(at=draft.now, side=side))


def request(draft: Draft, side: int | None, command: cmd.RequestTakeback) -> None:
    """Ask the opponent for the last turn of `side`; the request cannot be withdrawn."""
    match = draft.match
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    if not takebacks.needs_consent(match):
        raise CommandRefusedError("takeback_terms")
    if not takebacks.can_request(match, side):
        raise CommandRefusedError("nothing_back")
    timing.check(match, draft.now)
    draft.add(ev.TakebackRequested(at=draft.now, side=side))


def accept(draft: Draft, side: int | None, command: cmd.AcceptTakeback) -> None:
    """Let the opponent take their turn back."""
    draft.add(ev.TakenBack(at=draft.now, side=1 - _answering(draft, side)))


def decline(draft: Draft, side: int | None, command: cmd.DeclineTakeback) -> None:
    """Play on."""
    draft.add(ev.TakebackDeclined(at=draft.now, side=_answering(draft, side)))


def decline_by_roll(draft: Draft, side: int) -> None:
    """Let a roll of `side` decline the request that waits, so that nobody answers by what they rolled.

    A roll that is in time only for its lag leaves that to the turn: a request is answered in time.
    """
    match = draft.match
    if match.requests.waiting != 1 - side:
        return
    limit = deadline(match)
    if limit is None or draft.now < limit:
        draft.add(ev.TakebackDeclined(at=draft.now, side=side))


def _answering(draft: Draft, side: int | None) -> int:
    """The side that answers the request, while it may play."""
    match = draft.match
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    if match.requests.waiting != 1 - side or match.phase not in ("roll", "move"):
        raise CommandRefusedError("no_request")
    timing.check(match, draft.now)
    return side
