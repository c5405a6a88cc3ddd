"""From a command to the events it causes, or to a refusal."""

from collections.abc import Callable
from typing import Any

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match import leaving, offers, seats, training
from zaria.match.board_play import commands
from zaria.match.clock import clock as clocks
from zaria.match.clock import timing
from zaria.match.dice_play import turns
from zaria.match.dice_play.dice import Dice
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError

_TALK = (cmd.OfferDraw, cmd.DeclineDraw)
"""Said while one's clock runs on: there is nothing to forgive yet."""

Acts = dict[type, Callable[[Draft, int, Any], None]]
"""What each command of play does, given by one of the sides."""


def decide(
    match: Match, side: int | None, command: cmd.Command, now: int, dice: Dice, lag: int = 0
) -> list[ev.Event]:
    """The events that `command`, given by `side` at `now`, causes; at least one.

    The arguments are those of `drafted`. Raises `Refused`.
    """
    return drafted(match, side, command, now, dice, lag).events


def drafted(
    match: Match, side: int | None, command: cmd.Command, now: int, dice: Dice, lag: int = 0
) -> Draft:
    """What `command`, given by `side` at `now`, comes to: at least one event, and the match after each.

    `side` is None for the server itself. `dice` are those of the match. `lag` are the milliseconds that its
    line is forgiven (`zaria.match.clock.lag`): if the clock of `side` runs, the command is in time, and paid
    for, as if it had come so much earlier, but not before the clock began to run. Raises `Refused`.
    """
    if match.phase == "over":
        raise CommandRefusedError("match_over")
    lag = _forgiven(match, side, command, now, lag) if lag else 0
    draft = Draft(match, now, dice, lag)
    anytime = _ANYTIME.get(type(command))
    if anytime is not None:
        anytime(draft, side, command)
    elif match.squares is None:
        _known(_IN_TURN, command)(draft, _actor(match, side, now - lag), command)
    else:
        _known(_ON_SQUARES, command)(draft, _player(match, side, now - lag), command)
    return draft


def _forgiven(match: Match, side: int | None, command: cmd.Command, now: int, lag: int) -> int:
    if lag <= 0 or side is None or type(command) in _TALK:
        return 0
    return clocks.forgivable(match.clock, side, now, min(lag, ev.MOST_FORGIVEN))


def _known(acts: Acts, command: cmd.Command) -> Callable[[Draft, int, Any], None]:
    act = acts.get(type(command))
    if act is None:
        raise CommandRefusedError("other_game")
    return act


def _actor(match: Match, side: int | None, now: int) -> int:
    """The side that gives a command of play: it must be the one to act, and in time."""
    if side not in (0, 1):
        raise CommandRefusedError("not_a_player")
    to_act = match.to_act()
    if to_act is None:
        raise CommandRefusedError("not_now")
    if side != to_act:
        raise CommandRefusedError("not_your_turn")
    timing.check(match, now)
    return to_act


def _player(match: Match, side: int | None, now: int) -> int:
    """The side that gives a command of play on squares: most may be given at any time."""
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    if match.phase != "move":
        raise CommandRefusedError("not_now")
    timing.check(match, now)
    return side


_ANYTIME: dict[type, Callable[[Draft, int | None, Any], None]] = {
    cmd.Sit: seats.sit,
    cmd.Flag: timing.flag,
    cmd.Credit: timing.credit,
    cmd.Cancel: leaving.cancel,
    cmd.Claim: leaving.claim,
    cmd.TakeBack: training.take_back,
}

_IN_TURN: Acts = {
    cmd.Roll: turns.roll,
    cmd.Play: turns.play,
    cmd.Double: offers.double,
    cmd.Beaver: offers.beaver,
    cmd.Raccoon: offers.raccoon,
    cmd.Take: offers.take,
    cmd.Drop: offers.drop,
    cmd.Resign: offers.resign,
    cmd.Accept: offers.accept,
    cmd.Reject: offers.reject,
}

_ON_SQUARES: Acts = {
    cmd.Move: commands.move,
    cmd.Resign: commands.resign,
    cmd.OfferDraw: commands.offer_draw,
    cmd.AcceptDraw: commands.accept_draw,
    cmd.DeclineDraw: commands.decline_draw,
    cmd.Abort: commands.abort,
}
