"""Hypothesis strategies: positions reached by random play, positions made up, rolls."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import overload

from hypothesis import strategies as st

from zaria import games
from zaria.games.dice import Roll
from zaria.games.protocols import InvalidPositionError, Tree
from zaria.games.protocols import Position as DicePosition
from zaria.games.tables.board import across
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position
from zaria.games.turn import Moves, Turn

CHARACTERS = st.characters(exclude_categories=["Cs"])
"""All that UTF-8 can write. `st.text()` finds them by writing every character: seconds, in each worker."""
_WORTH = ("home_mars", "paritet", "mars", "koks")
"""Options that change what a win is worth, not what may be played."""


def _variants() -> Iterator[TablesGame]:
    for name in games.names():
        game = games.get(name)
        if isinstance(game, TablesGame):
            choices = {option: values for option, values in game.choices if option not in _WORTH}
            for values in product(*choices.values()):
                variant = games.get(name, **dict(zip(choices, values, strict=True)))
                assert isinstance(variant, TablesGame)
                yield variant


VARIANTS = tuple(_variants())
"""Every game of the tables family with all options that change what may be played."""

rolls: st.SearchStrategy[Roll] = st.tuples(st.integers(1, 6), st.integers(1, 6))
variants = st.sampled_from(VARIANTS)


def random_roll(random: Random) -> Roll:
    return random.randint(1, 6), random.randint(1, 6)


@overload
def onward(position: Position, random: Random) -> Position: ...
@overload
def onward(position: DicePosition, random: Random) -> DicePosition: ...
def onward(position: DicePosition, random: Random) -> DicePosition:
    """The position after the stage that is due, or after the first of a roll, played at random."""
    due = position.rolled(random_roll(random)) if position.duty is None else position
    return random.choice(due.results() or [due.play(Turn())])


def played(game: TablesGame, seed: int, plies: int) -> Position:
    """The position after some random turns from the start, nothing due, or the last before the game ended."""
    random = Random(seed)
    position = reached = game.start()
    for _ in range(plies):
        position = onward(position, random)
        if position.outcome() or position.locked():
            break
        if position.duty is None:
            reached = position
    return reached


def scattered(game: TablesGame, seed: int) -> Position:
    """Checkers thrown on the board: what play seldom reaches, such as bars, pins, ends and blocks."""
    random = Random(seed)
    while True:
        try:
            position = game.parse(_scatter(game, random))
        except InvalidPositionError:
            continue
        if not position.outcome() and not position.locked():
            return position


def positions(game: st.SearchStrategy[TablesGame] = variants) -> st.SearchStrategy[Position]:
    """Sound positions of unfinished games, half of them reached by play."""
    seeds = st.integers(0, 2**32)
    return st.builds(played, game, seeds, st.integers(0, 150)) | st.builds(scattered, game, seeds)


def leaves(tree: Tree) -> list[Moves]:
    """A way from the start of a tree to each of its complete turns, and one for each step along."""
    ways: list[Moves | None] = [None] * len(tree)
    ways[0] = ()
    turns = []
    for node, steps in enumerate(tree):
        way = ways[node]
        assert way is not None
        if not steps:
            turns.append(way)
        for src, die, to in steps:
            assert to > node
            ways[to] = ways[to] or (*way, (src, die))
    return turns


def _scatter(game: TablesGame, random: Random) -> str:
    size = game.options.checkers
    player_men, opponent_men = _men(random, size), _men(random, size)
    pins = _part(game, player_men, opponent_men, random)
    sides = [
        _side(game, men, side_pins, random)
        for men, side_pins in zip((player_men, opponent_men), pins, strict=True)
    ]
    return f"X={sides[0]};O={sides[1]}"


def _men(random: Random, size: int) -> dict[int, int]:
    """Some of so many checkers on points 1 to 24, often all at home, in a row, or with one left on 24."""
    reach = random.choice((6, 6, 9, 12, 18, 24))
    shift = random.randint(0, 24 - reach) if random.random() < 0.3 else 0
    men: dict[int, int] = {}
    for _ in range(random.choice((size, size, random.randint(1, size)))):
        point = random.randint(1, reach) + shift
        men[point] = men.get(point, 0) + 1
    if random.random() < 0.4 and sum(men.values()) < size:
        men[24] = 1
    return men


def _part(
    game: TablesGame, player_men: dict[int, int], opponent_men: dict[int, int], random: Random
) -> tuple[set[int], set[int]]:
    """If both sides stand there, one goes away or, where the game pins, lies pinned."""
    player_pins: set[int] = set()
    opponent_pins: set[int] = set()
    for point in sorted(player_men):
        opponent_point = across(game.options, point)
        if opponent_point not in opponent_men:
            continue
        if game.contact.pins and random.random() < 0.5:
            pinned, pins, at = random.choice(
                ((player_men, player_pins, point), (opponent_men, opponent_pins, opponent_point))
            )
            pinned[at] = 1
            pins.add(at)
        else:
            men, at = random.choice(((player_men, point), (opponent_men, opponent_point)))
            del men[at]
    return player_pins, opponent_pins


def _side(game: TablesGame, men: dict[int, int], pins: set[int], random: Random) -> str:
    parts = [f"{point}:{count}{'^' * (point in pins)}" for point, count in men.items()]
    spare = game.options.checkers - sum(men.values())
    if game.contact.hits and spare and random.random() < 0.4:
        parts.append(f"bar:{random.randint(1, min(3, spare))}")
    return ",".join(parts)
