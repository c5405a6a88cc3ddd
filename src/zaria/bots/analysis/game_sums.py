"""Sums over a side's decisions in a match, for each game that was played in it, by phase and kind.

They are whole numbers, so that sums of many matches are exact, whatever is added and taken away again.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from zaria.bots.analysis.phases import DecisionPosition, FinePhase, fine_phase
from zaria.bots.analysis.shape import Analysis, Decision, Game

FINE = 10_000
"""Units of a loss or of luck in a point, or in a chance of one; a squared loss has this number squared."""

DecisionKind = Literal["turn", "no_double", "double", "too_good", "take", "drop", "resign"]
DECISION_KINDS: tuple[DecisionKind, ...] = get_args(DecisionKind)
"""A turn; not to double, to double, to double in a position that was too good for it (the loss
is that of a win that was cashed in); to take, to drop; to resign, or to answer a resignation or a draw.
"""
DROPPED = 1.0
"""The equity of a double that is dropped."""
MOST_FIRST_TURNS = 40
"""Games of a match whose first turns are listed."""


class DecisionSum(msgspec.Struct, frozen=True, array_like=True):
    """Counted decisions of a phase and a kind, with their losses and squared losses (`FINE` units) added up.

    `frame` shows the one that gave away the most, which is `most`; None where none gave away anything.
    """

    phase: FinePhase
    kind: DecisionKind
    decisions: int
    loss: int
    squares: int
    frame: int | None = None
    most: int = 0


class FirstTurn(msgspec.Struct, frozen=True, array_like=True):
    """A side's first turn of a game: its dice, the turn in notation, its loss, and how the game ended.

    On squares the notation has the moves of both sides up to it. `result`: won, lost, or "" for neither.
    """

    dice: tuple[int, ...]
    text: str
    loss: int
    result: Literal["won", "lost", ""]
    frame: int


class GameSums(msgspec.Struct, frozen=True):
    """A side's sums in the games of one kind (its identifier): see `DecisionSum` and `FirstTurn`.

    `luck` and `adjusted` are those of `PlayerTotals` in `FINE` units, None where there are no dice; `result`
    is theirs.
    """

    game: str
    luck: int | None
    result: int
    adjusted: int | None
    sums: tuple[DecisionSum, ...]
    first_turns: tuple[FirstTurn, ...] = ()


def game_sums(
    analysis: Analysis, decided: Mapping[int, DecisionPosition], side: int, *, from_start: bool
) -> tuple[GameSums, ...]:
    """Return the sums of a side; `decided` has the position before each decision that counts.

    First turns are listed if the games were played `from_start`, not from a position that was set up.
    """
    games: dict[str, list[Game]] = defaultdict(list)
    for game in analysis.games:
        if game.how != "restarted":
            games[game.game].append(game)
    sums = tuple(_sums(analysis, decided, side, name, played) for name, played in games.items())
    return sums if from_start else tuple(replace(row, first_turns=()) for row in sums)


def _sums(
    analysis: Analysis, decided: Mapping[int, DecisionPosition], side: int, name: str, played: Sequence[Game]
) -> GameSums:
    by_part: dict[tuple[FinePhase, DecisionKind], list[Decision]] = defaultdict(list)
    for decision in analysis.decisions:
        if decision.counted and decision.side == side and _is_in(decision, played):
            by_part[fine_phase(decided[decision.frame]), kind_of(decision)].append(decision)
    accounts = [game.accounts[side] for game in played]
    lucks = [account.luck for account in accounts if account.luck is not None]
    results = [account.adjusted for account in accounts if account.adjusted is not None]
    return GameSums(
        game=name,
        luck=fine(sum(lucks)) if lucks else None,
        result=sum(account.result for account in accounts),
        adjusted=fine(sum(results)) if results else None,
        sums=tuple(_sum(*part, decisions) for part, decisions in sorted(by_part.items())),
        first_turns=tuple(
            turn
            for game in played[:MOST_FIRST_TURNS]
            if (turn := _first_turn(analysis, game, side)) is not None
        ),
    )


def kind_of(decision: Decision) -> DecisionKind:
    """Return what was done in a decision."""
    if decision.kind == "turn":
        return "turn"
    if decision.kind == "double":
        return _kind_of_double(decision)
    if decision.kind == "answer":
        return "drop" if decision.played == "drop" else "take"
    return "resign"


def _kind_of_double(decision: Decision) -> DecisionKind:
    if decision.played != "double":
        return "no_double"
    waited = max((choice.equity for choice in decision.choices if not choice.played), default=0.0)
    return "too_good" if decision.loss and waited > DROPPED else "double"


def fine(number: float) -> int:
    """Return a loss or luck in `FINE` units."""
    return round(FINE * number)


def _is_in(decision: Decision, games: Sequence[Game]) -> bool:
    return any(game.first <= decision.frame <= game.last for game in games)


def _sum(phase: FinePhase, kind: DecisionKind, decisions: Sequence[Decision]) -> DecisionSum:
    losses = [fine(decision.loss) for decision in decisions]
    most = max(losses)
    frame = decisions[losses.index(most)].frame if most else None
    return DecisionSum(
        phase, kind, len(decisions), sum(losses), sum(loss * loss for loss in losses), frame, most
    )


def _first_turn(analysis: Analysis, game: Game, side: int) -> FirstTurn | None:
    """Return the first turn of a side in a game; None where it had none."""
    turns = [
        decision for decision in analysis.decisions if decision.kind == "turn" and _is_in(decision, [game])
    ]
    index = next((place for place, decision in enumerate(turns) if decision.side == side), None)
    if index is None:
        return None
    first = turns[index]
    squares = analysis.method.unit == "chance"
    text = " ".join(decision.played for decision in turns[: index + 1]) if squares else first.played
    result: Literal["won", "lost", ""] = ""
    if game.winner is not None:
        result = "won" if game.winner == side else "lost"
    return FirstTurn(tuple(sorted(first.dice, reverse=True)), text, fine(first.loss), result, first.frame)
