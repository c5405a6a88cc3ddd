"""The kernels of the draughts engine: interpreted as compiled, draws by the rules, endings by the moves."""

from random import Random
from typing import Any

import pytest

from tests.support.bots.draughts_positions import GAMES, few, played, sides
from tests.support.bots.interpreted_draughts import interpreted
from tests.support.search_budget import times
from zaria.bots.squares.draughts.engine import DraughtsEngine, diagonal, endings_for
from zaria.games.draughts.board import board
from zaria.games.draughts.position import Position


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """The sources run by Python."""
    return interpreted()


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway, safe", "draughts"])
def test_interpreted_it_finds_the_same(name: str, plain: dict[str, Any], monkeypatch: Any) -> None:
    engine = DraughtsEngine(GAMES[name])
    compiled = engine.pad()
    with monkeypatch.context() as patch:
        patch.setattr("zaria.bots.squares.draughts.engine.Search", plain["search"].Search)
        by_python = engine.pad()
    assert type(by_python) is not type(compiled)
    for seed in range(3):
        position, found = played(GAMES[name], seed, 12 * seed), []
        for pad in (compiled, by_python):
            engine._load(pad, position)
            pad.search(150, 20, 2, 10, seed)
            found.append([pad.line(k) for k in range(2)])
        assert found[0] == found[1]


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "draughts"])
def test_what_is_counted_in_the_search_is_what_the_rules_count(name: str, plain: dict[str, Any]) -> None:
    """Move by move in endings with many kings, played by chance past the draw."""
    game = GAMES[name]
    search = plain["search"].Search()
    quiet = {"russian-draughts": 30, "draughts": 50}.get(name, 0)
    draws = {"english-draughts": 1, "russian-draughts": 2, "draughts": 3}[name]
    search.set_game(False, draws, quiet, diagonal(board(game.size)))
    drawn = 0
    for seed in range(times(12)):
        chance, position = Random(seed), few(game, seed, 2 + seed % 4, 0.9)
        for _ in range(100):
            if position.reason():
                break
            after = careful(position, chance)
            reason = counted(search, position, after)
            if after.reason() not in ("no_pieces", "blocked"):
                assert reason == (after.reason() != ""), after.to_text()
                drawn += reason
            position = after
    assert drawn


def counted(search: Any, position: Position, after: Position) -> bool:
    """Count a move as the search does and compare; is the position after it drawn?"""
    *before, side = sides(position)
    *now, other = sides(after)
    search.past = 0
    search.count(*position.tally)
    still = position.pieces.side(side)[0] == after.pieces.side(side)[0] and [
        x.bit_count() for x in before
    ] == [x.bit_count() for x in now[2:] + now[:2]]
    search.quiet[1] = position.tally.quiet + 1 if still else 0
    was, held = search.kind(*before, side), search.on_road(*before, side)
    search.tally(was, held, *now[2:], *now[:2], side, 0)
    assert (search.ending[1], search.road[1], search.quiet[1]) == after.tally
    return bool(search.drawn(*now, other, 1))


def careful(position: Position, chance: Random) -> Position:
    """After a move by chance, one that gives nothing away if there is one."""
    after = [position.move(way.move) for way in position.legal_moves()]
    chance.shuffle(after)
    return next((one for one in after if not any(way.captures for way in one.legal_moves())), after[0])


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway", "draughts"])
def test_endings_agree_with_the_moves(name: str) -> None:
    """What is said of a position follows from what is said of those after it."""
    game = GAMES[name]
    endings = endings_for(game.numbers, game.options.giveaway)
    kinds = set()
    for seed in range(times(150)):
        position = few(game, seed, 2 + seed % 2, 0.6)
        code = endings.probe(*sides(position))
        ways = position.legal_moves()
        if not ways:
            assert code == (1 if game.options.giveaway else -1)
            continue
        after = [endings.probe(*sides(position.move(way.move))) for way in ways]
        lost = [-one for one in after if one < 0]
        won = [one for one in after if one > 0]
        truth = min(lost) + 1 if lost else -max(won) - 1 if len(won) == len(after) else 0
        assert code == truth, position.to_text()
        kinds.add((code > 0) - (code < 0))
    assert {0, 1} <= kinds
