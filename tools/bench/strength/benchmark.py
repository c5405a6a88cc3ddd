"""A fixed set of backgammon positions that gnubg judged at 2 plies: a net's error rate within seconds.

The positions come from gnubg's games against itself at 0 plies, one turn in ten played at random among its
best four, every eighth decision kept. Each carries a roll, where every turn of it leads and what gnubg at
2 plies gives for that; turns beyond `WIDE` points of the best at 0 plies keep their 0-ply number. It is a
yardstick: nothing is ever trained on it.
"""

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from zaria import games
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.games.dice import Roll
from zaria.games.protocols import Position
from zaria.games.tables.board import Board
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position as Table
from zaria.games.turn import Turn

from . import gnubg
from .boards import board_of
from .players import rolled

FILE = Path("build/strength/backgammon.positions")
POSITIONS = 2_000
WIDE = 0.30
"""Points below the best at 0 plies from which a turn is an error for every judge."""
_EVERY = 8
_STRAY = 0.1
_STRAYS_AMONG = 4
_FEWEST = 2


class Case(msgspec.Struct, frozen=True):
    """A decision. Boards are the kernel's; those in `ends` are seen by the side that rolls next."""

    board: Board
    roll: Roll
    kind: int
    chances: tuple[float, float, float, float, float]
    """Before the roll, gnubg's 2-ply: win, win2, win3, lose2, lose3."""
    ends: dict[bytes, float]
    """The equity of each turn for the side that plays it."""
    static: float
    """Points that gnubg loses here at 0 plies."""

    @property
    def position(self) -> Position:
        return position(self.board)


class Rate(NamedTuple):
    """Millipoints lost a decision, over so many, with the standard error; in how many the turn was wrong."""

    loss: float
    error: float
    decisions: int
    wrong: float


_RULES = games.dice_game("backgammon")
_KINDS = {gnubg.CONTACT: "contact", gnubg.CRASHED: "crashed"}
_codec = msgspec.msgpack


def key(board: Board) -> bytes:
    """A board as `Case.ends` names it."""
    return bytes(cell + 16 for cell in board)


def position(seen: Board) -> Position:
    """The position of a board, before the roll."""
    assert isinstance(_RULES, TablesGame)
    return Table(_RULES, 0, seen)


def make(positions: int, seed: int, progress: Callable[[int], None]) -> list[Case]:
    """A set of that size; `progress` is called with their number after each."""
    deep, static, chance = gnubg.Gnubg(2), gnubg.Gnubg(0), Random(seed)
    cases: list[Case] = []
    for position in decisions(static, chance):
        cases.append(_judged(deep, static, position))
        progress(len(cases))
        if len(cases) == positions:
            break
    return cases


def save(cases: Sequence[Case], path: Path = FILE) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(zlib.compress(_codec.encode(cases)))


def load(path: Path = FILE) -> list[Case]:
    """The set kept there; raises `FileNotFoundError` before it was made."""
    return _codec.decode(zlib.decompress(path.read_bytes()), type=list[Case])


def losses(cases: Sequence[Case], play: Callable[[Position], Position]) -> list[float]:
    """Points lost in each case by a player with these turns (`Player.play`)."""
    lost = []
    for case in cases:
        end = play(case.position.rolled(case.roll))
        lost.append(max(case.ends.values()) - case.ends[key(board_of(end))])
    return lost


def description(case: Case, play: Callable[[Position], Position]) -> str:
    """A case in words: the position, the roll, the best turn and the one played, with what they are worth."""
    decision = case.position.rolled(case.roll)
    turns = {key(board_of(end)): turn for end, turn in zip(decision.results(), decision.turns(), strict=True)}
    best, played = max(case.ends, key=case.ends.__getitem__), key(board_of(play(decision)))
    lines = [f"{turns[end]} is worth {case.ends[end]:+.3f}" for end in (best, played)]
    return f"{decision}\n{decision.to_text()} rolled {case.roll}: {lines[0]}; played: {lines[1]}"


def rates(cases: Sequence[Case], lost: Sequence[float]) -> dict[str, Rate]:
    """The rates over all and by kind of position."""
    groups: dict[str, list[float]] = defaultdict(list)
    for case, loss in zip(cases, lost, strict=True):
        groups["all"].append(loss)
        groups[_KINDS.get(case.kind, "race")].append(loss)
    return {name: rate(group) for name, group in groups.items()}


def rate(lost: Sequence[float]) -> Rate:
    """Millipoints a decision."""
    count = len(lost)
    mean = sum(lost) / count
    spread = sum((loss - mean) ** 2 for loss in lost) / max(1, count - 1)
    wrong = sum(loss > 0 for loss in lost) / count
    return Rate(1000 * mean, 1000 * (spread / count) ** 0.5, count, wrong)


def astray(
    cases: Sequence[Case], evaluate: Callable[[Position], OutcomeProbabilities]
) -> tuple[float, float, float]:
    """Return how far evaluations before the roll are from gnubg's 2-ply.

    Root mean squares of the win chance and of the equity, and the equity's mean (positive: too hopeful).
    """
    wins, points = [], []
    for case in cases:
        evaluation, reference = evaluate(case.position), OutcomeProbabilities(*case.chances)
        wins.append(evaluation.win - reference.win)
        points.append(evaluation.equity(_RULES.classes) - reference.equity(_RULES.classes))
    count = len(cases)
    return (
        (sum(x * x for x in wins) / count) ** 0.5,
        (sum(x * x for x in points) / count) ** 0.5,
        sum(points) / count,
    )


def decisions(static: gnubg.Gnubg, chance: Random) -> Iterator[Position]:
    """Yield positions with a roll of which there is more than one turn, without end."""
    position, count = _RULES.start(), chance.randrange(_EVERY)
    while True:
        if position.outcome() is not None:
            position = _RULES.start(chance.randrange(2))
        decision = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
        ends = decision.results()
        if len(ends) >= _FEWEST:
            count += 1
            if count % _EVERY == 0:
                yield decision
        if len(ends) >= _FEWEST and chance.random() < _STRAY:
            best = sorted(ends, key=static.after, reverse=True)
            position = chance.choice(best[:_STRAYS_AMONG])
        else:
            position = static.play(decision) if ends else decision.play(Turn())


def _judged(deep: gnubg.Gnubg, static: gnubg.Gnubg, position: Position) -> Case:
    sides = gnubg.seen(position)
    at_once = {end: static.after(end) for end in position.results()}
    best = max(at_once.values())
    worth = {
        key(board_of(end)): deep.after(end) if value > best - WIDE else value
        for end, value in at_once.items()
    }
    played = max(at_once, key=at_once.__getitem__)
    loss = max(worth.values()) - worth[key(board_of(played))]
    chances = deep.evaluate(sides)
    return Case(board_of(position), rolled(position), gnubg.kind(sides), chances[:5], worth, loss)
