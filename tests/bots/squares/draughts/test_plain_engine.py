"""The engine of draughts whose moves the compiled search does not find."""

import pytest

from tests.support.games.draughts_positions import draughts
from zaria.bots.squares import Limits, engine_for
from zaria.bots.squares.draughts.plain_engine import PlainDraughtsEngine

NAMES = ("frisian-draughts", "turkish-draughts", "canadian-draughts")


@pytest.mark.parametrize("name", NAMES)
def test_it_ranks_legal_moves_always_alike(name: str) -> None:
    game = draughts(name)
    engine = engine_for(game)
    assert isinstance(engine, PlainDraughtsEngine)
    engine.prepare()
    position, limits = game.start(), Limits(nodes=600, noise=20, seed=5)
    lines = engine.lines(position, limits, 3)
    assert lines == engine.lines(position, limits, 3)
    assert len({line.move for line in lines}) == 3
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert {line.move for line in lines} <= {way.move for way in position.legal_moves()}


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("frisian-draughts", "W:W33:B28", "33x22"),
        ("turkish-draughts", "W:Wa3,b3:Bb5", "b3-b4"),
        ("canadian-draughts", "W:W43:B37", "43x32"),
    ],
)
def test_it_sees_a_win(name: str, text: str, move: str) -> None:
    game = draughts(name)
    best = engine_for(game).lines(game.parse(text), Limits(depth=7))[0]
    assert (best.move, best.value > 900_000) == (move, True)
    assert engine_for(game).chance(best.value) > 0.999


def test_a_draw_by_rule_is_worth_nothing() -> None:
    game = draughts("frisian-draughts")
    position = game.parse("W:WK1,K2:BK50;ending=6")
    assert {line.value for line in engine_for(game).lines(position, Limits(depth=1), 50)} == {0}


def test_a_finished_game_has_no_lines_and_foreign_positions_are_refused() -> None:
    game, foreign = draughts("turkish-draughts"), draughts("frisian-draughts").start()
    assert engine_for(game).lines(game.parse("W:W:Ba2"), Limits(nodes=1)) == []
    with pytest.raises(ValueError, match="a position of frisian-draughts"):
        engine_for(game).lines(foreign, Limits(nodes=1))
    with pytest.raises(ValueError, match="ask for 1 or more"):
        engine_for(game).lines(game.start(), Limits(nodes=1), 0)
