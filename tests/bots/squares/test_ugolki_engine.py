"""The engine for ugolki: its moves are those of the rules, it wins, finishes, and keeps to its limits."""

import os
import threading
import time
from random import Random
from typing import Any

import pytest
from tools.bench.lookahead import Lookahead

from tests.support.games.interpreted_kernel import interpreted_together
from tests.support.patience import PATIENCE
from tests.support.search_budget import times
from zaria.bots.squares import Limits, engine_for
from zaria.bots.squares.alphabeta import SURE, WON
from zaria.bots.squares.ugolki import kernel
from zaria.bots.squares.ugolki.engine import UgolkiEngine, made
from zaria.bots.squares.ugolki.weights import WEIGHTS
from zaria.games import ugolki
from zaria.games.board_games import BoardPosition
from zaria.games.ugolki.geometry import BITS, HOUSES, KERNEL, house
from zaria.games.ugolki.position import UgolkiPosition

GLANCE = Limits(nodes=2000)
SOURCES = [
    "zaria.games.draughts.kernel",  # it counts the bits
    *(f"zaria.bots.squares.ugolki.{name}" for name in ("evaluator", "kernel")),
]


def reached(kind: str, seed: int, plies: int) -> UgolkiPosition:
    """A position after so many moves, most of them forward."""
    chance, position = Random(seed), ugolki.game(kind).start()
    engine = UgolkiEngine(position.game)
    for ply in range(plies):
        if position.outcome() is not None:
            break
        move = engine.lines(position, Limits(nodes=100, noise=200, seed=seed + ply + 1))[0].move
        position = position.move(chance.choice(position.legal_moves()).move if ply % 5 == 0 else move)
    return position


@pytest.mark.skipif("ZARIA_REQUIRE" not in os.environ, reason="a machine may lack a C compiler")
def test_the_kernel_is_compiled() -> None:
    assert kernel.kernel_is_compiled()


@pytest.mark.parametrize("kind", HOUSES)
def test_its_moves_are_those_of_the_rules(kind: str) -> None:
    searcher = made(kind, 4)
    for seed in range(times(8)):
        position = reached(kind, seed, 8 * seed)
        own_men, opponent_men = position.men[position.turn], position.men[1 - position.turn]
        for depth in (1, 2, 3):
            assert searcher.perft(own_men, opponent_men, position.turn, depth) == KERNEL.perft(
                own_men, opponent_men, depth
            )


def test_a_side_that_cannot_move_is_passed_over() -> None:
    """Light's men in the corner are shut in."""
    own_men = sum(BITS[name] for name in ("a1", "b1", "a2"))
    opponent_men = sum(BITS[name] for name in ("a3", "a4", "b2", "b3", "c1", "c2", "d1"))
    assert KERNEL.passes(own_men, opponent_men)
    assert made("3x3", 4).perft(own_men, opponent_men, 0, 2) == KERNEL.perft(own_men, opponent_men, 2)


@pytest.mark.parametrize("kind", HOUSES)
def test_compiled_and_interpreted_search_alike(kind: str) -> None:
    source = interpreted_together(SOURCES)["kernel"]
    assert not source.kernel_is_compiled()
    both: list[Any] = [kernel.Searcher(8), source.Searcher(8)]
    position = reached(kind, 5, 21)
    seen = []
    for searcher in both:
        searcher.weigh((house(kind, 0), house(kind, 1)), *WEIGHTS[kind][:5])
        searcher.load(position.turn, position.men, position.moves_made, 40, 9)
        values = [searcher.value()]
        for depth in (1, 2, 3, 4):
            values += [searcher.round(depth, 0, 10**9), searcher.best(0), searcher.nodes]
        seen.append(values)
    assert seen[0] == seen[1]


def test_both_sides_judge_alike() -> None:
    """A good position for light is as good for dark, turned round."""
    for kind in HOUSES:
        position, searcher = reached(kind, 3, 24), made(kind, 4)
        searcher.load(0, position.men, position.moves_made)
        value = searcher.value()
        turned = [int(f"{men:064b}"[::-1], 2) for men in position.men]
        searcher.load(1, (turned[1], turned[0]), (position.moves_made[1], position.moves_made[0]))
        assert searcher.value() == value


@pytest.mark.parametrize("kind", HOUSES)
def test_it_finishes_against_itself(kind: str) -> None:
    position: BoardPosition = ugolki.game(kind).start()
    engine = engine_for(ugolki.game(kind))
    while position.outcome() is None:
        position = position.move(engine.lines(position, Limits(nodes=4000))[0].move)
        assert position.plies < 200
    assert position.reason() in ("house", "late_house")


def test_it_goes_home_when_nobody_disturbs_it() -> None:
    """Light moves; dark, whose men are out of the way, only goes to and fro."""
    position = ugolki.game("3x3").parse("b6b/b6b/b6b/7b/2w3b1/3ww3/1www3b/ww1w4 w 12 12")
    engine, chance = UgolkiEngine(position.game), Random(1)
    while position.outcome() is None:
        if position.turn == 0:
            move = engine.lines(position, GLANCE)[0].move
        else:
            move = chance.choice([way.move for way in position.legal_moves()])
        position = position.move(move)
        assert position.plies < 140
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 0


@pytest.mark.parametrize(
    ("kind", "text", "plies"),
    [
        ("3x3", "4w1ww/5www/5www/8/8/8/bbbb4/bbbbb3 w 20 20", 1),
        ("3x3", "3w2ww/5www/5www/8/8/8/bbbb4/bbbbb3 w 20 20", 3),
    ],
)
def test_a_win_is_seen_through(kind: str, text: str, plies: int) -> None:
    position = ugolki.game(kind).parse(text)
    best = UgolkiEngine(position.game).lines(position, GLANCE)[0]
    assert best.value == WON - plies
    assert len(best.moves) == plies
    for move in best.moves:
        position = position.move(move)
    assert position.reason() == "house"


def wins(position: BoardPosition, side: int, plies: int) -> bool:
    """True if a side wins by force within so many plies, by trying everything."""
    outcome = position.outcome()
    if outcome is not None or plies == 0:
        return outcome is not None and outcome.winner == side
    after = (wins(position.move(way.move), side, plies - 1) for way in position.legal_moves())
    return any(after) if position.turn == side else all(after)


@pytest.mark.parametrize(
    "text",
    [
        "3w4/1bw5/w1wb1b2/4wb2/3www2/1b2bbw1/1b1bw1b1/1bbw1w2 b 39 38",
        "2ww1ww1/1bwbbb2/2w3b1/1b1wb1b1/1bb2ww1/3bwb2/3w4/4w3 b 39 38",
    ],
)
def test_what_is_seen_as_a_win_is_one(text: str) -> None:
    """The reply that refutes it may look worse than all that are tried first."""
    position = ugolki.game().parse(text)
    best = UgolkiEngine(position.game).lines(position, Limits(nodes=20_000))[0]
    after = position.move(best.move)
    assert best.value <= SURE or wins(after, position.turn, WON - best.value - 1)


def test_players_that_are_alike_do_not_go_to_and_fro_for_ever() -> None:
    position = ugolki.game().parse("2b1w1ww/2b2ww1/2w3ww/3bw3/2b2b2/1b2wb2/bb1b1w2/1bb2w2 w 60 60")
    engine = UgolkiEngine(position.game)
    while position.outcome() is None:
        position = position.move(engine.lines(position, Limits(nodes=20_000, seed=64))[0].move)
        assert position.plies < 320


def test_it_leaves_home_with_its_fortieth_move() -> None:
    position = ugolki.game("3x3").parse("bb1ww3/bb1ww3/bb1ww3/2b2ww1/2b5/2w5/8/b7 w 39 39")
    assert UgolkiEngine(position.game).lines(position, GLANCE)[0].move.startswith("c3-")


def test_who_is_too_late_has_lost() -> None:
    """Two men at home and one move left."""
    position = ugolki.game("3x3").parse("bb1ww3/bb1ww3/bb1ww3/2b2w2/2b5/2w5/1w6/b7 w 39 38")
    lines = UgolkiEngine(position.game).lines(position, Limits(depth=3), 3)
    assert all(line.value < -SURE for line in lines)


def test_it_beats_the_search_in_python() -> None:
    """With the same number of positions, and so in a hundredth of the time."""
    game = ugolki.game()
    players, points = (UgolkiEngine(game), Lookahead("ugolki")), 0.0
    for number in range(times(2)):
        chance, position = Random(number // 2), game.start()
        for _ in range(2):
            position = position.move(chance.choice(position.legal_moves()).move)
        while (outcome := position.outcome()) is None and position.plies < 160:
            player = players[(position.turn + number) % 2]
            position = position.move(player.lines(position, Limits(nodes=1500))[0].move)
        points += 0.5 if outcome is None else float(outcome.winner == number % 2)
    assert points > times(2) / 2


def test_lines_are_different_moves_the_best_first() -> None:
    position = reached("4x3", 2, 15)
    lines = UgolkiEngine(position.game).lines(position, Limits(depth=4), 5)
    assert len({line.move for line in lines}) == 5
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    for line in lines:
        assert line.moves[0] == line.move
        after: BoardPosition = position
        for move in line.moves:
            after = after.move(move)


def test_the_same_question_has_the_same_answer() -> None:
    position, engine = reached("4x3", 4, 11), UgolkiEngine(ugolki.game())
    first = engine.lines(position, Limits(nodes=3000), 2)
    engine.lines(ugolki.game().start(), Limits(nodes=5000))
    assert engine.lines(position, Limits(nodes=3000), 2) == first


def test_seeds_vary_the_opening() -> None:
    start, engine = ugolki.game().start(), UgolkiEngine(ugolki.game())
    moves = {engine.lines(start, Limits(nodes=3000, seed=seed))[0].move for seed in range(1, 30)}
    assert len(moves) > 1


def test_it_keeps_to_its_time() -> None:
    start, engine = ugolki.game("4x4").start(), UgolkiEngine(ugolki.game("4x4"))
    began = time.monotonic()
    assert engine.lines(start, Limits(seconds=0.1))
    assert 0.09 < time.monotonic() - began < PATIENCE  # else it would look for hours


def test_least_limits_still_give_a_move() -> None:
    start = ugolki.game().start()
    legal = {way.move for way in start.legal_moves()}
    for limits in (Limits(nodes=1), Limits(seconds=0.0), Limits(depth=1)):
        assert UgolkiEngine(start.game).lines(start, limits)[0].move in legal


def test_a_move_that_draws_is_worth_nothing() -> None:
    """With the safety draw: a third time is a draw, which is better than what is lost."""
    position = ugolki.game("3x3", safety_draw=True).parse("3w2ww/5www/5www/8/8/8/bbbb4/bbbbb3 b 20 20")
    for move in ("a1-a3", "d8-d7", "a3-a1", "d7-d8") * 2:
        position = position.move(move)
    assert position.reason() == "repetition" or position.turn == 1


def test_chances() -> None:
    engine = engine_for(ugolki.game())
    assert engine.chance(0) == 0.5
    assert 0.5 < engine.chance(100) < engine.chance(WON) <= 1
    assert engine.chance(-100) == pytest.approx(1 - engine.chance(100))


@pytest.mark.skipif(not kernel.kernel_is_compiled(), reason="interpreted it holds Python's lock")
def test_others_may_work_while_it_looks() -> None:
    """One round of a second or so, in which this thread goes on and then stops it."""
    searcher, start = made("4x3"), ugolki.game().start()
    searcher.load(0, start.men, start.moves_made)
    looking = threading.Thread(target=searcher.round, args=(30, 0, 10**12))
    looking.start()
    assert looking.is_alive()
    searcher.stop = True
    looking.join(PATIENCE)
    assert not looking.is_alive()
    assert searcher.over


def test_a_scratch_pad_survives_what_goes_wrong() -> None:
    engine = UgolkiEngine(ugolki.game())
    engine.prepare()
    (pad,) = engine._spare
    with pytest.raises(RuntimeError), engine._searcher():
        raise RuntimeError("wrong on purpose")
    assert list(engine._spare) == [pad]
