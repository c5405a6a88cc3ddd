"""Evaluators behind an engine: classes that are not agreed on, equal turns, games solved."""

from random import Random

import pytest

from tests.support.bots.tables_kernels import drawn, weights_of
from tests.support.strategies import played
from zaria import games
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import rules
from zaria.bots.tables.bearoff import BearOff
from zaria.bots.tables.engine import Engine
from zaria.bots.tables.evaluators import NetEvaluator
from zaria.bots.tables.paritet import correct, last_turn
from zaria.bots.tables.weights import NetCard, Weights
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position

pytestmark = pytest.mark.proof

HIDDEN = 4


def mind_of(**options: bool) -> NetEvaluator:
    """A judge of short nardy with such options and nets drawn by chance."""
    phases = tuple(tuple(values) for values in weights_of(drawn(HIDDEN, 5)))
    game = games.dice_game("short-nardy-5s", **options)
    return NetEvaluator(game, Weights(NetCard(game=game.id, hidden=HIDDEN), phases))


def position(text: str, **options: bool) -> Position:
    position = games.dice_game("short-nardy-5s", **options).parse(text)
    assert isinstance(position, Position)
    return position


@pytest.mark.parametrize("seed", range(4))
def test_without_mars_koks_is_the_second_class(seed: int) -> None:
    game = games.dice_game("short-nardy-5s")
    assert isinstance(game, TablesGame)
    where = played(game, seed, 30)
    ((every,), (fewer,)) = (mind_of(mars=mars).evaluate([where], 0) for mars in (True, False))
    assert (fewer.win, fewer.win2, fewer.lose2) == pytest.approx((every.win, every.win3, every.lose3))
    assert (fewer.win3, fewer.lose3) == (0, 0)
    assert 0 < fewer.win2 < every.win2


def test_equal_turns_count() -> None:
    for text in ("X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5;starter=X", "X=12:3,6:2;O=7:4;starter=O"):
        where, plain = position(text, paritet=True), position(text.partition(";starter")[0])
        ((chances,), (plain_chances,)) = (
            mind_of(paritet=True).evaluate([where], 0),
            mind_of().evaluate([plain], 0),
        )
        assert chances == correct(where, plain_chances, None)
        assert chances.draw > 0.01


def test_both_bearing_off_is_counted(plain_table: BearOff) -> None:
    where = position("X=1:4;O=1:4;starter=X", paritet=True)
    (chances,) = mind_of(paritet=True).evaluate([where], 0)
    assert chances.win == pytest.approx(1 / 6 * 5 / 6, abs=1e-4)
    assert chances.draw == pytest.approx(1 / 36 + 25 / 36, abs=1e-4)
    assert chances == correct(where, OutcomeProbabilities(1.0), plain_table)


def test_games_with_equal_turns_are_played_out_to_the_last_turn() -> None:
    game = games.dice_game("short-nardy-5s", paritet=True)
    rolled_out = Engine(game).rollout(position("X=1:4;O=1:4;starter=X", paritet=True), 200, 1)
    assert rolled_out.chances.draw == pytest.approx(26 / 36, abs=0.1)
    assert rolled_out.chances.win == pytest.approx(5 / 36, abs=0.08)


@pytest.mark.parametrize("name", ["short-nardy-5s", "long-nardy-5s"])
@pytest.mark.parametrize(
    "text",
    [
        "X=1:1;O=7:1,6:14;starter=X",  # the other side's last turn saves the mars for certain
        "X=1:2;O=19:1,6:14;starter=X",
        "X=1:1;O=7:1,1:2;starter=X",  # or makes a draw
    ],
)
def test_the_last_turn_is_seen_from_before_it(name: str, text: str) -> None:
    game = games.dice_game(name, paritet=True)
    where = game.parse(text)
    assert isinstance(where, Position)
    exact = last_turn(_finished(where)).flipped()
    for ply in (0, 1, 2):
        assert Engine(game).evaluate(where, ply).equity(game.classes) == pytest.approx(
            exact.equity(game.classes), abs=1e-4
        )


def _finished(where: Position) -> Position:
    """After any roll that bears off the last checkers."""
    return next(end for end in where.rolled((6, 6)).results() if end.counts(where.turn)[0] == 15)


def test_what_the_last_turn_saves_is_seen_two_turns_before_it() -> None:
    """The side that is to have it is on roll: a checker just outside is home in time."""
    game = games.dice_game("short-nardy-5s", paritet=True)
    where = position("X=7:1,6:14;O=1:2;starter=O", paritet=True)
    assert Engine(game).evaluate(where, 1).equity(game.classes) == pytest.approx(-1.0, abs=0.01)


@pytest.mark.parametrize("name", ["chelebi", "gulbara", "crazy-gulbar"])
def test_results_of_a_stage_are_on_one_scale(name: str) -> None:
    """No turn whose stages to come were not looked at stands before one whose were."""
    game = games.dice_game(name)
    engine, random, seen = Engine(game), Random(name), 0
    where = game.start()
    while seen < 3:
        due = where.rolled((2, 2)) if where.duty is None else where
        ranked = engine.ranked(due)
        if due.duty is not None and len(due.duty.stages) > 1 and len(ranked) > 1:
            seen += len(ranked) > 32 or name != "chelebi"
            for candidate in (ranked[0], ranked[min(20, len(ranked) - 1)]):
                after = due.play(candidate.turn)
                chances = engine.evaluate(after) if after.outcome() is None else candidate.chances
                own_chances = chances if after.turn == due.turn or after.outcome() else chances.flipped()
                assert own_chances.equity(game.classes) >= candidate.equity - 1e-6
        where = due.play(random.choice(ranked).turn)
        if where.outcome() or where.locked():
            where = game.start()


@pytest.mark.parametrize("ply", [1, 2])
def test_what_was_asked_before_changes_nothing(ply: int) -> None:
    """Both sides may be home after the rolls that are looked ahead, and then the table judges."""
    game = games.dice_game("tabla")
    where = game.parse("X=10:4,6:11;O=6:11,5:4" if ply == 1 else "X=10:4,6:11;O=8:4,6:11")
    fresh, prepared = Engine(game), Engine(game)
    prepared.prepare()
    assert fresh.evaluate(where, ply) == pytest.approx(prepared.evaluate(where, ply), abs=1e-6)


@pytest.mark.parametrize("name", ["tabla", "gulbara", "chelebi", "long-nardy"])
def test_the_first_move_waits_for_no_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "bear_off", lambda game: pytest.fail("it takes a second to make"))
    game = games.dice_game(name)
    engine = Engine(game)
    engine.evaluate(game.start(), 2)
    assert engine.ranked(game.start().rolled((6, 6)))


def test_indiyka_is_solved() -> None:
    engine = Engine(games.dice_game("indiyka"))
    assert engine.name == "exact"
    assert engine.evaluate(games.dice_game("indiyka").start()).win == pytest.approx(0.5262, abs=1e-4)
