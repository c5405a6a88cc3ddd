"""The kernels of the draughts engine: interpreted as compiled, draws by the rules, endings by the moves."""

from random import Random
from typing import Any

import pytest

from tests.support.bots.draughts_positions import GAMES, few, played, sides
from tests.support.bots.interpreted_draughts import interpreted
from tests.support.by_day import by_day
from tests.support.search_budget import times
from zaria.bots.squares.draughts.engine import DraughtsEngine, endings_for, set_rules
from zaria.bots.squares.draughts.uncompiled import Node
from zaria.games.draughts.position import DraughtsPosition

pytestmark = pytest.mark.xdist_group("draughts engine")  # one worker solves the endings

GOLDEN = {
    "russian-draughts": [
        (5734, -3, "c3-b4"),
        (5777, -121, "e7-d6"),
        (6263, -84, "e5:c3"),
        (2959, -94, "f2:c5:a3"),
    ],
    "english-draughts": [
        (10518, -1, "10-14"),
        (11173, -70, "24-20"),
        (4009, 122, "27-23"),
        (362, -999964, "27x20"),
    ],
    "giveaway": [
        (5150, -6, "e3-d4"),
        (2013, 64, "c7-d6"),
        (4566, -24, "e5:c3"),
        (574, 999990, "f2:c5:a3"),
    ],
    "draughts": [
        (14090, -7, "32-27"),
        (12366, 185, "17-21"),
        (16812, -180, "9-13"),
        (13480, -999992, "42-24"),
    ],
    "brazilian-draughts": [
        (8832, -2, "c3-b4"),
        (5839, -121, "e7-d6"),
        (6446, -84, "e5xc3"),
        (7307, -86, "f2xc5xa3"),
    ],
    "pool-checkers": [
        (8972, -3, "11-16"),
        (11646, -113, "24-20"),
        (5315, 135, "17-13"),
        (2959, -94, "27x14x21"),
    ],
    "russian, longest": [
        (5734, -3, "c3-b4"),
        (5777, -121, "e7-d6"),
        (6242, -84, "e5:c3"),
        (2959, -94, "f2:c5:a3"),
    ],
    "giveaway, safe": [
        (5150, -6, "e3-d4"),
        (2013, 64, "c7-d6"),
        (4566, -24, "e5:c3"),
        (574, 999990, "f2:c5:a3"),
    ],
}
"""Positions searched, value and best move at depth 7: at the start, in the opening, later, of six pieces."""


@pytest.mark.parametrize(
    "name", by_day(("russian-draughts", "english-draughts", "giveaway", "draughts"), GAMES)
)
def test_a_search_of_fixed_depth_has_not_changed(name: str) -> None:
    game, results = GAMES[name], []
    engine = DraughtsEngine(game)
    pad = engine.pad()
    for position in (game.start(), played(game, 1, 15), played(game, 3, 25), few(game, 5, 6, 0.6)):
        engine._load(pad, position)
        assert pad.search(1_000_000, 7, 1, 0, 0) == 1
        value, _, moves = pad.line(0)
        results.append((pad.state.nodes, value, engine._legal_line(position, moves)[0]))
    assert results == GOLDEN[name]


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """The sources run by Python."""
    return interpreted("search")


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway, safe", "draughts"])
def test_interpreted_it_finds_the_same(name: str, plain: dict[str, Any]) -> None:
    engine = DraughtsEngine(GAMES[name])
    compiled = engine.pad()
    by_python = plain["root"].Search()
    engine.set_up(by_python)
    assert type(by_python) is not type(compiled)
    for seed in range(3):
        position, results = played(GAMES[name], seed, 12 * seed), []
        for pad in (compiled, by_python):
            engine._load(pad, position)
            pad.search(150, 20, 2, 10, seed)
            results.append([pad.line(k) for k in range(2)])
        assert results[0] == results[1]


@pytest.mark.parametrize(
    "name", ["russian-draughts", "english-draughts", "draughts", "brazilian-draughts", "pool-checkers"]
)
def test_what_is_counted_in_the_search_is_what_the_rules_count(name: str, plain: dict[str, Any]) -> None:
    """Move by move in endings with many kings, played by chance past the draw."""
    game = GAMES[name]
    search = plain["root"].Search()
    set_rules(search, game.options)
    drawn = 0
    for seed in range(times(24, least=12)):
        chance, position = Random(seed), few(game, seed, 2 + seed % 4, 0.9)
        for _ in range(100):
            if position.reason():
                break
            after = careful(position, chance)
            reason = counted(plain, search, position, after)
            if after.reason() not in ("no_pieces", "blocked"):
                assert reason == (after.reason() != ""), after.to_text()
                drawn += reason
            position = after
    assert drawn


def counted(plain: dict[str, Any], search: Any, position: DraughtsPosition, after: DraughtsPosition) -> bool:
    """Count a move as the search does and compare; is the position after it drawn?"""
    draws, state = plain["draws"], search.state
    node, node_after = Node(*sides(position)), Node(*sides(after))
    state.past = 0
    search.count(*position.tally)
    still = position.pieces.side(node.side)[0] == after.pieces.side(node.side)[0] and [
        x.bit_count() for x in node[:4]
    ] == [x.bit_count() for x in node_after[2:4] + node_after[:2]]
    state.quiet[1] = position.tally.quiet + 1 if still else 0
    was, held = draws.ending_kind(state, node), draws.road_holder(state, node)
    assert plain["tree"].has_lone_piece(node) or was == held == 0
    state.ending[1] = state.road[1] = 0
    men, kings, their_men, their_kings, _ = node_after
    moved = Node(their_men, their_kings, men, kings, node.side)
    draws.count_move(state, was, held, moved, 0)
    assert (state.ending[1], state.road[1], state.quiet[1]) == after.tally
    drawn = bool(draws.is_draw(state, node_after, 1))
    assert plain["tree"].may_be_draw(state, 1) or not drawn
    return drawn


def careful(position: DraughtsPosition, chance: Random) -> DraughtsPosition:
    """After a move by chance, one that gives nothing away if there is one."""
    after = [position.move(way.move) for way in position.legal_moves()]
    chance.shuffle(after)
    return next(
        (candidate for candidate in after if not any(way.captures for way in candidate.legal_moves())),
        after[0],
    )


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway", "draughts"])
def test_endings_agree_with_the_moves(name: str) -> None:
    """The evaluation of a position follows from those of its successors."""
    game = GAMES[name]
    endings = endings_for(game.options)
    kinds = set()
    for seed in range(times(150, least=75)):
        position = few(game, seed, 2 + seed % 2, 0.6)
        code = endings.probe(*sides(position))
        ways = position.legal_moves()
        if not ways:
            assert code == (1 if game.options.giveaway else -1)
            continue
        after = [endings.probe(*sides(position.move(way.move))) for way in ways]
        lost = [-value for value in after if value < 0]
        won = [value for value in after if value > 0]
        truth = min(lost) + 1 if lost else -max(won) - 1 if len(won) == len(after) else 0
        assert code == truth, position.to_text()
        kinds.add((code > 0) - (code < 0))
    assert {0, 1} <= kinds
