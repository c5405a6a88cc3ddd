"""Turns a command into the events it causes, or refuses it."""

from collections.abc import Callable
from typing import Any

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match import leaving, result_offers, seats, training
from zaria.match.clock import clock as clocks
from zaria.match.clock import timing
from zaria.match.dice_play.dice import Dice
from zaria.match.draft import Draft
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.refusals import CommandRefusedError

_TALK = (cmd.OfferDraw, cmd.DeclineDraw, cmd.RequestTakeback, cmd.AcceptTakeback, cmd.DeclineTakeback)
"""Said while one's clock runs on: there is nothing to forgive yet."""


def decide(
    match: Match,
    side: int | None,
    command: cmd.Command,
    now: int,
    dice: Dice,
    lag: int = 0,
    ahead: ev.Ahead = "",
) -> list[ev.Event]:
    """The events that `command`, given by `side` at `now`, causes; at least one.

    The arguments are those of `drafted`. Raises `CommandRefusedError`.
    """
    return drafted(match, side, command, now, dice, lag, ahead).events


def carry_on(draft: Draft, side: int, command: cmd.Command, ahead: ev.Ahead) -> None:
    """Add the events of an act of play by `side` to a draft. Raises `CommandRefusedError`; nothing is added.

    `ahead` is why nobody need give it now.
    """
    draft.begin_act(ahead)
    try:
        _act(draft, side, command, draft.now)
    finally:
        draft.begin_act("")


def drafted(
    match: Match,
    side: int | None,
    command: cmd.Command,
    now: int,
    dice: Dice,
    lag: int = 0,
    ahead: ev.Ahead = "",
) -> Draft:
    """The draft of `command`, given by `side` at `now`: at least one event, and the match after each.

    `side` is None for the server itself. `dice` are those of the match. `lag` are the milliseconds that its
    line is forgiven (`zaria.match.clock.lag`): if the clock of `side` runs, the command is in time, and paid
    for, as if it had come so much earlier, but not before the clock began to run. `ahead` is why an act need
    not be given now, as its event says.
    Raises `CommandRefusedError`.
    """
    if match.phase == "over":
        raise CommandRefusedError("match_over")
    lag = _forgiven(match, side, command, now, lag) if lag else 0
    draft = Draft(match, now, dice, evolve, lag)
    draft.begin_act(ahead)
    anytime = _ANYTIME.get(type(command))
    if anytime is not None:
        anytime(draft, side, command)
        return draft
    _act(draft, side, command, now - lag)
    return draft


def _act(draft: Draft, side: int | None, command: cmd.Command, charged_at: int) -> None:
    """Carry out a command of play, which is charged as if it had come at `charged_at`."""
    match = draft.match
    play = play_of(match)
    handler = play.handlers.get(type(command))
    if handler is None:
        raise CommandRefusedError("other_game")
    actor = play.actor(match, side)
    timing.check(match, charged_at)
    if type(command) is cmd.Roll:
        training.decline_by_roll(draft, actor)
    handler(draft, actor, command)


def _forgiven(match: Match, side: int | None, command: cmd.Command, now: int, lag: int) -> int:
    if lag <= 0 or side is None or type(command) in _TALK:
        return 0
    return clocks.forgivable(match.clock, side, now, min(lag, ev.MOST_FORGIVEN))


_ANYTIME: dict[type, Callable[[Draft, int | None, Any], None]] = {
    cmd.Sit: seats.sit,
    cmd.Flag: timing.flag,
    cmd.Credit: timing.credit,
    cmd.Stand: timing.stand,
    cmd.Cancel: leaving.cancel,
    cmd.Claim: leaving.claim,
    cmd.Finish: leaving.finish,
    cmd.Annul: leaving.annul,
    cmd.TakeBack: training.take_back,
    cmd.RequestTakeback: training.request,
    cmd.AcceptTakeback: training.accept,
    cmd.DeclineTakeback: training.decline,
    cmd.OfferResult: result_offers.offer,
    cmd.AcceptResult: result_offers.accept,
    cmd.DeclineResult: result_offers.decline,
}
