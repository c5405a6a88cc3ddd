"""The deadline of whoever has to act, and time given back."""

from zaria.match import clock as clocks
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.course import end_game
from zaria.match.cube import at_stake
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.moves import finish
from zaria.match.refusals import Refused
from zaria.match.scoring import TIME_POINTS, classes


def deadline(match: Match) -> int | None:
    """The moment (ms since the epoch) from which the running side has lost on time.

    From then on `Flag` is accepted, and no command of play. None while no clock runs.
    """
    if match.clock is None or match.terms.clock is None:
        return None
    return clocks.deadline(match.clock, match.terms.clock)


def flag(draft: Draft, side: int | None, command: cmd.Flag) -> None:
    """End the game of a side that is out of time. Anybody may point it out."""
    if side not in (None, 0, 1):
        raise Refused("not_a_player")
    match = draft.match
    limit = deadline(match)
    if limit is None or draft.now < limit:
        raise Refused("not_over_time")
    loser = match.to_act()
    assert loser is not None
    draft.add(ev.Flagged(at=draft.now, side=loser))
    if match.squares is not None:
        finish(draft, 1 - loser, "time")
        return
    points = min(TIME_POINTS, classes(match)[-1][0])
    end_game(draft, 1 - loser, points * at_stake(match), "", "time")


def credit(draft: Draft, side: int | None, command: cmd.Credit) -> None:
    """Give the running side `ms` back; only the server does."""
    if side is not None or command.ms <= 0 or deadline(draft.match) is None:
        raise Refused("not_now")
    draft.add(ev.ClockCredited(at=draft.now, ms=command.ms))
