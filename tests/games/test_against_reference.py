"""Every preset, with every choice of its options, plays as the slow reference does.

Both play the same games side by side, from the start and from positions made up. Compared at every stage are
the positions that can be reached, which sequences of steps are whole turns, what is due next and how the game
ends.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.games.reference import indiyka, state, table
from tests.games.reference.plays import Moves, Play, allowed_heads
from tests.games.reference.presets import PRESETS, Rules, agreements
from tests.games.reference.state import State
from tests.support.games.special_positions import ending, odd
from tests.support.search_budget import EFFORT, times
from tests.support.strategies import random_roll, scattered
from zaria import games
from zaria.games.dice import ROLLS as ROLLS_OF_TWO
from zaria.games.protocols import DiceGame, IllegalTurnError, InvalidPositionError, Position
from zaria.games.tables.game import TablesGame

pytestmark = pytest.mark.proof

ROLLS = 80
"""Rolls played in each preset, at least a third of them with each of its ways to play."""
GAMES, PARTS = 2_000, 10
"""Whole random games of each game of the wider family, and the tests that share them: a second a game."""
WORTH = ("home_mars", "paritet", "mars", "koks")
"""Options that change what a win is worth, not what may be played."""
Seen = tuple[tuple[int, ...], tuple[int, ...], frozenset[int], frozenset[int]]
"""A position by one side: its checkers, the opponent's, and those of both that are pinned."""


def _ways() -> Iterator[Any]:
    """Each preset with each way to play it, and all the agreements that share it."""
    for preset in PRESETS:
        shared: dict[tuple[tuple[str, Any], ...], list[dict[str, Any]]] = {}
        for options in agreements(preset):
            way = tuple((name, value) for name, value in options.items() if name not in WORTH)
            shared.setdefault(way, []).append(options)
        rolls = int(EFFORT * max(ROLLS / len(shared), ROLLS / 3))
        for way, agreed in shared.items():
            yield pytest.param(preset, agreed, rolls, id=" ".join([preset, *(f"{k}={v}" for k, v in way)]))


WAYS = list(_ways())


# -- comparing


def compare(position: Position, expected: State) -> None:
    """Turn, board, duty and result: the same for both?"""
    assert position.locked() == expected.locked()
    ended, result = position.outcome(), expected.result()
    assert (ended and (ended.winner, ended.points, ended.kind)) == result
    if result:
        assert {position.counts(0), position.counts(1)} == {expected.table.end[0], expected.table.end[1]}
        return
    if expected.locked():
        return
    assert position.turn == expected.turn
    assert seen(position, expected.turn) == expected.table.end
    duty = position.duty
    assert (duty is not None) == bool(expected.stages)
    if duty is not None:
        stages = tuple(tuple(sorted(stage, reverse=True)) for stage in duty.stages)
        assert stages == tuple(tuple(sorted(stage, reverse=True)) for stage in expected.stages)
        assert (duty.own_roll, duty.base) == (expected.own_roll, expected.base)
        assert duty.heads == (expected.heads if expected.rules.head else 0)


def seen(position: Position, side: int) -> Seen:
    """A position as the reference has it, by one side."""
    return (
        position.counts(side),
        position.counts(1 - side),
        frozenset(position.pinned(side)),
        frozenset(position.pinned(1 - side)),
    )


def compare_ends(position: Position, expected: State) -> set[Play]:
    """The legal plays of the stage that is due, which lead where the product's do."""
    legal, side = expected.legal(), position.turn
    ends = [seen(after, side) for after in position.results()]
    assert len(ends) == len(set(ends))
    assert set(ends) == {play.table.end for play in legal if play.used}
    return legal


def compare_stage(position: Position, expected: State, random: Random) -> set[Play]:
    """The same, and whole turns are the same sequences of steps."""
    legal = compare_ends(position, expected)
    for moves in proposals(position, expected, random):
        play = expected.follow(moves)
        assert accepts(position, moves) == (play is not None and play in legal), moves
    return legal


def accepts(position: Position, moves: Moves) -> bool:
    try:
        position.complete(moves)
    except IllegalTurnError:
        return False
    return True


def proposals(position: Position, expected: State, random: Random) -> list[Moves]:
    """Sequences of steps, most of them possible and many legal."""
    heads = allowed_heads(expected.rules, expected.laid, expected.stages[0], expected.first)
    sequences: list[Moves] = [(), *(random_steps(expected, heads, random) for _ in range(6))]
    turns = position.turns()
    for turn in random.sample(turns, min(len(turns), 3)):
        orders = list(permutations(turn.moves))
        sequences += random.sample(orders, min(len(orders), 4))
        sequences.append(turn.moves[:-1])
        sequences.append((*turn.moves, (random.randint(1, 25), random.choice(expected.stages[0]))))
    return sequences


def random_steps(expected: State, heads: int | None, random: Random) -> Moves:
    """Steps that are possible one after another, hardly ever with one more that is not."""
    moves: Moves = ()
    reached = expected.laid
    for die in random.sample(expected.stages[0], len(expected.stages[0])):
        tried = [(src, table.step(expected.rules, reached, src, die, heads)) for src in range(1, 26)]
        steps = [(src, after) for src, after in tried if after]
        if not steps or random.random() < 0.05:
            break
        src, reached = random.choice(steps)
        moves = (*moves, (src, die))
    return (*moves, (random.randint(1, 25), random.randint(1, 6))) if random.random() < 0.05 else moves


# -- playing


def play_on(position: Position, expected: State, random: Random, rolls: int) -> int:
    """Play so many rolls or to the end; how many were played."""
    compare(position, expected)
    for count in range(rolls):
        if expected.result() or expected.locked():
            return count
        if not expected.stages:
            roll = random_roll(random)
            position, expected = position.rolled(roll), expected.rolled(roll)
            compare(position, expected)
        while expected.stages and not expected.result() and not expected.locked():
            legal = compare_stage(position, expected, random)
            play = random.choice(sorted(legal, key=lambda play: play.table.end[:2]))
            position = position.play(turn_to(position, play))
            expected = expected.played(play)
            compare(position, expected)
    return rolls


def turn_to(position: Position, play: Play) -> Any:
    """The product's turn that leads where a play of the reference does."""
    if not play.used:
        return position.complete(())
    ends = [seen(after, position.turn) for after in position.results()]
    return position.turns()[ends.index(play.table.end)]


@pytest.mark.parametrize(("preset", "agreed", "rolls"), WAYS)
def test_games_from_the_start(preset: str, agreed: list[dict[str, Any]], rolls: int) -> None:
    random = Random(f"{preset} {agreed[0]}")
    while rolls > 0:
        options, side = random.choice(agreed), random.randint(0, 1)
        expected = state.begin(preset, side, **options)
        rolls -= play_on(games.dice_game(preset, **options).start(side), expected, random, rolls)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "preset", ["nackgammon", "longgammon", "hypergammon", "sport-nardy", "tavla", "gulbahar"]
)
def test_two_thousand_random_games(preset: str, part: int) -> None:
    """Whole games, of which each roll's ends are compared; a part of them with each agreement."""
    random, options = Random(f"{preset} {part}"), agreements(preset)
    for number in range(GAMES // PARTS):
        agreed, side = options[number % len(options)], random.randint(0, 1)
        position = games.dice_game(preset, **agreed).start(side)
        expected = state.begin(preset, side, **agreed)
        while not expected.result():
            if not expected.stages:
                roll = random_roll(random)
                position, expected = position.rolled(roll), expected.rolled(roll)
            play = random.choice(
                sorted(compare_ends(position, expected), key=lambda play: play.table.end[:2])
            )
            position, expected = position.play(turn_to(position, play)), expected.played(play)
            compare(position, expected)


@pytest.mark.parametrize(("preset", "agreed", "rolls"), WAYS)
def test_from_positions_made_up(preset: str, agreed: list[dict[str, Any]], rolls: int) -> None:
    random = Random(f"{preset} {agreed[0]}")
    while rolls > 0:
        options = random.choice(agreed)
        begun = state.begin(preset, 0, **options)
        position = made_up(games.dice_game(preset, **options), begun.rules, random)
        expected = met(position, begun)
        if not blocked(expected):
            rolls -= max(play_on(position, expected, random, 3), 1)


def made_up(game: DiceGame, agreed: Rules, random: Random) -> Position:
    """Checkers thrown on the board, or laid out for a rule of the game that seldom matters."""
    text = odd(agreed, random) if random.random() < 0.7 else None
    while text is not None:
        try:
            return game.parse(text)
        except InvalidPositionError:
            text = odd(agreed, random)
    assert isinstance(game, TablesGame)
    return scattered(game, random.randrange(2**32))


@pytest.mark.parametrize(
    ("preset", "agreed", "rolls"), [way for way in WAYS if PRESETS[way.values[0]].start == "head"]
)
def test_first_turns_of_both(preset: str, agreed: list[dict[str, Any]], rolls: int) -> None:
    """Every second turn after every first one; with less effort, those of some rolls."""
    random = Random(f"{preset} {agreed[0]}")
    begun = state.begin(preset, 1, **agreed[0])
    for opening in ROLLS_OF_TWO:
        position, expected = (
            games.dice_game(preset, **agreed[0]).start(1).rolled(opening),
            begun.rolled(opening),
        )
        for play in {play.table.end: play for play in compare_ends(position, expected)}.values():
            after, expected_after = position.play(turn_to(position, play)), expected.played(play)
            compare(after, expected_after)
            rolls_then = random.sample(ROLLS_OF_TWO, min(len(ROLLS_OF_TWO), times(len(ROLLS_OF_TWO))))
            for roll in () if expected_after.stages else rolls_then:
                compare_ends(after.rolled(roll), expected_after.rolled(roll))


@pytest.mark.parametrize("preset", PRESETS)
def test_ends(preset: str) -> None:
    """Anything the other side has left when one bears off the last checker."""
    for options in agreements(preset):
        game, random = games.dice_game(preset, **options), Random(f"{preset} {options}")
        for _ in range(times(12)):
            position = last_checker(game, random)
            play_on(position, met(position, state.begin(preset, 0, **options)), random, 3)


def last_checker(game: DiceGame, random: Random) -> Position:
    """Somebody with one checker left; the other side anywhere."""
    while True:
        try:
            return game.parse(ending(random))
        except InvalidPositionError:
            continue


def met(position: Position, begun: State) -> State:
    """The same position for the reference, as if met in the middle of a game that side 0 began."""
    checkers, opponent_checkers, my_pins, their_pins = seen(position, position.turn)
    moved = (position.counts(0)[24] < 15, position.counts(1)[24] < 15)
    there = table.Table(table.piled(checkers), table.piled(opponent_checkers), my_pins, their_pins)
    return State(begun.rules, there, position.turn, 0, rolls=(9, 9), moved=moved)


def blocked(expected: State) -> bool:
    """Does somebody stand as the six-block rule or the limit of a quarter lets nobody stand?"""
    sides, agreed = (expected.table, expected.table.turned()), expected.rules
    if agreed.block != "off" and any(table.blocks(agreed, side) for side in sides):
        return True
    return any(table.overfills(agreed, side) for side in sides)


@pytest.mark.parametrize("seed", range(4))
def test_indiyka(seed: int) -> None:
    random = Random(seed)
    side = random.randint(0, 1)
    position, expected = games.dice_game("indiyka").start(side), indiyka.State(turn=side)
    while not expected.result():
        roll = random_roll(random)
        position, expected = position.rolled(roll), expected.rolled(roll)
        legal = expected.legal()
        assert {turn.moves for turn in position.turns()} <= legal
        ends = {expected.played(moves).halves[expected.turn].counts for moves in legal if moves}
        assert sorted(after.counts(expected.turn) for after in position.results()) == sorted(ends)
        moves = random.choice(sorted(legal))
        for tried in {moves, moves[:-1], (*moves, (25, roll[0])), (*moves, (roll[1], roll[1])), *legal}:
            assert accepts(position, tried) == (tried in legal)
        position, expected = position.play(position.complete(moves)), expected.played(moves)
        for half, counts in zip(expected.halves, (position.counts(0), position.counts(1)), strict=True):
            assert half.counts == counts
        ended, result = position.outcome(), expected.result()
        assert (ended and (ended.winner, ended.points, ended.kind)) == result
        if not result:
            assert (position.turn, position.duty) == (expected.turn, None)
