"""From a command to the events it causes, or to a refusal."""

from collections.abc import Callable
from typing import Any

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match import offers, seats, timing, turns
from zaria.match.dice import Dice
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.refusals import Refused


def decide(match: Match, side: int | None, command: cmd.Command, now: int, dice: Dice) -> list[ev.Event]:
    """The events that `command`, given by `side` at `now`, causes; at least one.

    `side` is None for the server itself. `dice` are those of the match. Raises `Refused`.
    """
    if match.phase == "over":
        raise Refused("match_over")
    draft = Draft(match, now, dice)
    anytime = _ANYTIME.get(type(command))
    if anytime is not None:
        anytime(draft, side, command)
    else:
        _IN_TURN[type(command)](draft, _actor(match, side, now), command)
    return draft.events


def _actor(match: Match, side: int | None, now: int) -> int:
    """The side that gives a command of play: it must be the one to act, and in time."""
    if side not in (0, 1):
        raise Refused("not_a_player")
    to_act = match.to_act()
    if to_act is None:
        raise Refused("not_now")
    if side != to_act:
        raise Refused("not_your_turn")
    limit = timing.deadline(match)
    if limit is not None and now >= limit:
        raise Refused("time_over")
    return to_act


_ANYTIME: dict[type, Callable[[Draft, int | None, Any], None]] = {
    cmd.Sit: seats.sit,
    cmd.Flag: timing.flag,
    cmd.Credit: timing.credit,
}

_IN_TURN: dict[type, Callable[[Draft, int, Any], None]] = {
    cmd.Roll: turns.roll,
    cmd.Play: turns.play,
    cmd.Double: offers.double,
    cmd.Take: offers.take,
    cmd.Drop: offers.drop,
    cmd.Resign: offers.resign,
    cmd.Accept: offers.accept,
    cmd.Reject: offers.reject,
}
