"""Training: taking back one's last turn; see docs/reference/training-table.md."""

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock import timing
from zaria.match.draft import Draft
from zaria.match.refusals import CommandRefusedError

MOST = 500
"""Turns that may be taken back in one match: its record must stay one that can be read."""


def take_back(draft: Draft, side: int | None, command: cmd.TakeBack) -> None:
    """Let the last turn of `side`, and all that followed it, not have been played."""
    match = draft.match
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    if not match.terms.training:
        raise CommandRefusedError("not_training")
    if not match.past or match.past[-1].before.turn != side or match.backs >= MOST:
        raise CommandRefusedError("nothing_back")
    if command.n != len(match.past):
        raise CommandRefusedError("stale_roll")
    timing.check(match, draft.now)
    draft.add(ev.TakenBack(at=draft.now, side=side))
