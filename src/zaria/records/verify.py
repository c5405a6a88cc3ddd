"""Verification of a finished match: the seal, every roll, and every move, point and clock by the rules.

It also checks the forgiven lag: never more than the quota allows (`zaria.match.clock.lag`).
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock import lag
from zaria.match.decide import decide
from zaria.match.dice_play.dice import SECRET_BYTES, Dice, roll
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError


class VerificationReport(msgspec.Struct, frozen=True):
    """The result of a verification: `problem` is one line, or None if the record is true.

    `rolls` is the number of rolls in the record.
    """

    rolls: int
    problem: str | None = None

    @property
    def ok(self) -> bool:
        """True if the record is true."""
        return self.problem is None


class _VerificationError(Exception):
    pass


def verify(events: Sequence[ev.Event]) -> VerificationReport:
    """Check a record: its seal, every roll, then moves, points and clocks by the rules."""
    rolls = [event for event in events if isinstance(event, ev.OpeningRolled | ev.Rolled)]
    try:
        dice = _dice(events)
        _check_rolls(events, rolls, dice)
        _play_again(events, dice)
        _check_times(events)
        _check_lags(events)
    except _VerificationError as fault:
        return VerificationReport(len(rolls), str(fault))
    return VerificationReport(len(rolls))


def _dice(events: Sequence[ev.Event]) -> Dice:
    """The opened dice, after checking that they are the sealed ones."""
    opened, closed = events[0], events[-1]
    if not isinstance(opened, ev.Opened):
        raise _VerificationError("event 1: the match is not opened")
    if not opened.seal:
        raise _VerificationError("this record was imported: it holds no proof of its dice")
    if not isinstance(closed, ev.MatchEnded):
        raise _VerificationError("the match is not finished, so its dice are still sealed")
    try:
        secret = bytes.fromhex(closed.secret)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise _VerificationError(f"the secret is not {SECRET_BYTES} bytes in hexadecimal")
    dice = Dice(secret, opened.id)
    if dice.seal != opened.seal:
        raise _VerificationError("the secret does not fit the seal")
    return dice


def _check_rolls(events: Sequence[ev.Event], rolls: list[ev.OpeningRolled | ev.Rolled], dice: Dice) -> None:
    seeds = {event.side: event.seed for event in events if isinstance(event, ev.Seated)}
    began = any(isinstance(event, ev.GameStarted) for event in events)
    if began and set(seeds) != {0, 1}:
        raise _VerificationError("the record does not hold both players' seeds")
    for number, event in enumerate(rolls, 1):
        if event.n != number:
            raise _VerificationError(f"roll {number}: it is numbered {event.n}")
        true = roll(dice.secret, (seeds[0], seeds[1]), dice.match_id, number)
        if event.dice != true:
            raise _VerificationError(
                f"roll {number}: the record says {event.dice[0]}-{event.dice[1]}, "
                f"the secret gives {true[0]}-{true[1]}"
            )


def _check_times(events: Sequence[ev.Event]) -> None:
    for number, (before, event) in enumerate(itertools.pairwise(events), 2):
        if event.at < before.at:
            raise _VerificationError(f"event {number}: it happened before the one before it")


def _check_lags(events: Sequence[ev.Event]) -> None:
    """Measured latency is not in the record; it can only have lowered the quotas."""
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    if opened.terms.clock is None:
        return
    quotas = lag.quotas(opened.terms.clock)
    for number, event in enumerate(events, 1):
        if isinstance(event, ev.Act) and event.lag > quotas[event.side].remaining:
            remaining = quotas[event.side].remaining
            raise _VerificationError(
                f"event {number}: {event.lag} ms were forgiven, and {remaining} ms were left"
            )
        quotas = lag.after_event(quotas, event)


def _play_again(events: Sequence[ev.Event], dice: Dice) -> None:
    """Replay the players' commands; the same events must follow."""
    match = _open_again(events[0])
    done = 1
    while done < len(events):
        for event in _again(match, events[done], done + 1, dice):
            if done == len(events) or events[done] != event:
                raise _VerificationError(f"event {done + 1}: the rules say {_line(event)}")
            match = evolve(match, event)
            done += 1


def _open_again(opened: ev.Event) -> Match:
    assert isinstance(opened, ev.Opened)
    try:
        opened.terms.check(opened.version)
        return evolve(None, opened)
    except CommandRefusedError as refused:
        raise _VerificationError(f"event 1: {refused}") from refused
    except BrokenHistoryError as broken:
        raise _VerificationError(f"event 1: {broken}") from broken


def _again(match: Match, event: ev.Event, number: int, dice: Dice) -> list[ev.Event]:
    rebuild = _COMMANDS.get(type(event))
    if rebuild is None:
        raise _VerificationError(f"event {number}: nothing leads to {_line(event)}")
    if isinstance(event, ev.Rolled):  # in older records a roll lets a request wait
        match = replace(match, requests=replace(match.requests, waiting=None))
    try:
        side, command = rebuild(match, event)
        lag, ahead = (event.lag, event.ahead) if isinstance(event, ev.Act) else (0, "")
        return decide(match, side, command, event.at, dice, lag, ahead)
    except (CommandRefusedError, BrokenHistoryError) as refused:
        raise _VerificationError(f"event {number} ({_line(event)}): {refused}") from refused


def _line(event: ev.Event) -> str:
    return msgspec.json.encode(event).decode()


def _by_side(command: cmd.Command) -> Callable[[Match, Any], tuple[int | None, cmd.Command]]:
    return lambda match, event: (event.side, command)


_COMMANDS: dict[type, Callable[[Match, Any], tuple[int | None, cmd.Command]]] = {
    ev.Seated: lambda match, event: (
        event.side,
        # Whether the stake was held stands in the ledger, not in the record.
        cmd.Sit(event.player, event.seed, match.seal, event.host, event.unrated, held=event.at),
    ),
    ev.Rolled: _by_side(cmd.Roll()),
    ev.TurnPlayed: lambda match, event: (event.side, cmd.Play(event.moves, match.rolls, match.stage)),
    ev.Doubled: _by_side(cmd.Double()),
    ev.Beavered: _by_side(cmd.Beaver()),
    ev.Raccooned: _by_side(cmd.Raccoon()),
    ev.Taken: _by_side(cmd.Take()),
    ev.Dropped: _by_side(cmd.Drop()),
    ev.ResignOffered: lambda match, event: (event.side, cmd.Resign(event.points)),
    ev.ResignAccepted: _by_side(cmd.Accept()),
    ev.ResignRejected: _by_side(cmd.Reject()),
    ev.Moved: lambda match, event: (event.side, cmd.Move(event.move, match.board_position().plies)),
    ev.Resigned: _by_side(cmd.Resign()),
    ev.Aborted: _by_side(cmd.Abort()),
    ev.DrawOffered: _by_side(cmd.OfferDraw()),
    ev.DrawAccepted: _by_side(cmd.AcceptDraw()),
    ev.DrawDeclined: _by_side(cmd.DeclineDraw()),
    ev.Flagged: lambda match, event: (None, cmd.Flag()),
    ev.Claimed: lambda match, event: (event.side, cmd.Claim(event.what)),
    ev.Finished: _by_side(cmd.Finish()),
    ev.Annulled: lambda match, event: (None, cmd.Annul()),
    ev.Cancelled: lambda match, event: (event.side, cmd.Flag() if event.side is None else cmd.Cancel()),
    ev.TakenBack: lambda match, event: (
        (event.side, cmd.TakeBack(len(match.past)))
        if match.terms.training
        else (1 - event.side, cmd.AcceptTakeback())
    ),
    ev.TakebackRequested: _by_side(cmd.RequestTakeback()),
    ev.TakebackDeclined: _by_side(cmd.DeclineTakeback()),
    ev.ResultOffered: _by_side(cmd.OfferResult()),
    ev.ResultAccepted: _by_side(cmd.AcceptResult()),
    ev.ResultDeclined: _by_side(cmd.DeclineResult()),
    ev.ResultHeld: lambda match, event: (None, cmd.Flag()),
    ev.ClockCredited: lambda match, event: (None, cmd.Credit(event.ms)),
    ev.ClockStood: lambda match, event: (None, cmd.Stand(event.begin, event.end, event.why)),
}
