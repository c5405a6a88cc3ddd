"""The compiled kernel and the same source interpreted."""

import json
import os
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games.kernel_pads import COMPILED, SOURCE, Pad
from tests.support.search_budget import times
from tests.support.strategies import VARIANTS, positions, rolls
from zaria.games.dice import Roll
from zaria.games.tables import board as boards
from zaria.games.tables.position import Position

PADS = (Pad(COMPILED), Pad(SOURCE))
PLAYED = times(5, least=2)
"""Games of each way to play."""


def test_source_runs_interpreted() -> None:
    assert not SOURCE["kernel"].kernel_is_compiled()


@pytest.mark.skipif("ZARIA_REQUIRE" not in os.environ, reason="a machine may lack a C compiler")
def test_kernel_is_compiled() -> None:
    assert COMPILED["kernel"].kernel_is_compiled()


@settings(max_examples=times(80))
@given(positions(), rolls)
def test_both_find_the_same(position: Position, roll: Roll) -> None:
    results = []
    for pad in PADS:
        pad.load(position.game.options.kernel_rules, position.board, position.past.opened)
        pad.generate(*roll)
        boards, steps = pad.boards(), pad.steps()
        results.append((boards, steps, pad.tree(*roll), pad.hits(), pad.completes(*roll, [])))
    assert results[0] == results[1]


@settings(max_examples=times(80))
@given(positions(), rolls)
def test_a_complete_turn_leads_where_it_was_found_to_lead(position: Position, roll: Roll) -> None:
    rules, board = position.game.options.kernel_rules, position.board
    for pad in PADS:
        pad.load(rules, board, position.past.opened)
        pad.generate(*roll)
        for moves, steps, after in list(zip(pad.moves(), pad.steps(), pad.boards(), strict=True))[:5]:
            pad.load(rules, board, position.past.opened)
            assert pad.completes(*roll, moves) == (after, steps)
            pad.load(rules, board, position.past.opened)
            assert pad.apply_turn(moves) == (after, steps)


@settings(max_examples=times(80))
@given(positions(), rolls, st.integers(0, 2**32))
def test_complete_are_the_ways_to_the_end_of_the_tree(position: Position, roll: Roll, seed: int) -> None:
    """Steps at random, those of the tree more often than others."""
    rules, board = position.game.options.kernel_rules, position.board
    random = Random(seed)
    for pad in PADS:
        pad.load(rules, board, position.past.opened)
        tree = json.loads(pad.tree(*roll))
        for _ in range(10):
            node: int | None = 0
            moves: list[tuple[int, int]] = []
            while node is not None:
                pad.load(rules, board, position.past.opened)
                complete = not tree[node]
                assert (pad.completes(*roll, moves) is not None) is complete
                if complete:
                    break
                stray = random.randint(1, 25), random.choice(roll)
                src, die = random.choice([stray, *[tuple(step[:2]) for step in tree[node]]])
                node = next((to for *step, to in tree[node] if step == [src, die]), None)
                moves.append((src, die))
            pad.load(rules, board, position.past.opened)
            assert node is not None or pad.completes(*roll, moves) is None


@settings(max_examples=times(80))
@given(positions())
def test_both_sides_are_counted(position: Position) -> None:
    options, board = position.game.options, position.board
    for pad in PADS:
        pad.load(options.kernel_rules, board)
        for seen, (checkers, pins, pips, rear) in zip(
            (board, boards.flipped(options, board)), pad.sides(), strict=True
        ):
            assert checkers == boards.counts(position.game.options, seen)
            assert pins == boards.pinned(seen)
            assert pips == sum(point * there for point, there in enumerate(checkers))
            assert rear == max(point for point in range(26) if checkers[point] or not point)


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game.id} {game.options.first_long_move}")
def test_both_play_the_same_games(game: Any) -> None:
    rolls_played = []
    for pad in PADS:
        pad.load(game.options.kernel_rules, game.start().board, 0)
        rolls_played.append(pad.playouts(PLAYED, 7))
    assert rolls_played[0] == rolls_played[1] > PLAYED * 15


@pytest.mark.parametrize("pad", PADS, ids=["compiled", "interpreted"])
def test_numbers_of_any_size_are_no_steps(pad: Any) -> None:
    start = VARIANTS[0].start()
    for step in ((2**70, 3), (8, 2**70), (-1, 3), (8, -3), (0, 1), (26, 1), (8, 0), (8, 7)):
        pad.load(start.game.options.kernel_rules, start.board, 0)
        assert not pad.completes(3, 1, [step, (6, 1)])
        assert pad.apply_turn([step]) is None


@pytest.mark.parametrize("pad", PADS, ids=["compiled", "interpreted"])
@pytest.mark.parametrize(
    ("roll", "times"), [((0, 3), 4), ((7, 1), 4), ((3, -2), 4), ((4, 4), 5), ((4, 4), 0)]
)
def test_no_such_dice(pad: Any, roll: Roll, times: int) -> None:
    start = VARIANTS[0].start()
    pad.load(start.game.options.kernel_rules, start.board, 0)
    assert pad.generate(*roll, times) == 0
    for ask in (
        pad.boards,
        pad.steps,
        lambda: pad.tree(*roll, times),
        lambda: pad.completes(*roll, [], times),
    ):
        with pytest.raises(OverflowError):
            ask()
    assert pad.generate(4, 4) > 0 < len(pad.boards())


@pytest.mark.parametrize(("table", "size"), [("ROWS", 60), ("EDGES", 60)])
def test_nothing_is_written_beyond_the_tables(monkeypatch: pytest.MonkeyPatch, table: str, size: int) -> None:
    start = VARIANTS[0].start()
    pad = Pad(SOURCE)
    monkeypatch.setattr(SOURCE["step_graph"], table, size)
    pad.load(start.game.options.kernel_rules, start.board, 0)
    with pytest.raises(OverflowError):
        pad.tree(1, 1)
    assert pad.generate(6, 5) > 0
    assert pad.tree(6, 5)
