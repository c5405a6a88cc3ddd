"""The evaluator: it plays by the rules and what looks best, and knows how games end."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bots.tables_kernels import drawn, interpreted
from tests.support.search_budget import times
from tests.support.strategies import played
from zaria import games
from zaria.bots.tables import playing, rollouts, rules
from zaria.bots.tables.bearoff import BearOff
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.games.dice import Roll
from zaria.games.tables import board as boards
from zaria.games.tables import score
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position
from zaria.games.turn import Turn

pytestmark = pytest.mark.proof

SAME = 1e-4
"""Points by which two turns that look alike may differ: sums of floats in another order."""
ROLLS = 70
SEED = 3


def _presets() -> Iterator[TablesGame]:
    for name in games.names():
        game = games.get(name)
        if isinstance(game, TablesGame):
            yield game


PRESETS = tuple(_presets())
AGREED = (*PRESETS, *(
    game
    for name in ("short-nardy-5s", "long-nardy-5s")
    for mars in (True, False)
    for koks in (True, False)
    if isinstance(game := games.get(name, mars=mars, koks=koks), TablesGame)
))  # fmt: skip


def _called(game: TablesGame) -> str:
    """The game, and what a class not agreed on is missing."""
    missing = [name for name in ("mars", "koks") if not getattr(game.options, name)]
    return " without ".join([game.id, *missing])


@cache
def evaluator_of(game: TablesGame, hidden: int = 8) -> EvaluatorKernel:
    """An evaluator whose nets were drawn by chance."""
    evaluator = rules.evaluator(game)
    evaluator.set_net(drawn(hidden, SEED))
    return evaluator


def equity(evaluator: EvaluatorKernel, game: TablesGame, board: boards.Board) -> float:
    """Points that the evaluator promises whoever sees the board."""
    win, win2, win3, lose2, lose3 = playing.chances(evaluator, board)
    single, double, triple = rules.points(game)
    return single * (2 * win - 1) + (double - single) * (win2 - lose2) + (triple - double) * (win3 - lose3)


# -- playing


def looks_best(position: Position, evaluator: EvaluatorKernel, game: TablesGame) -> list[Position]:
    """Positions after the due stages, each played by the turn that leaves the other side least."""
    going, done = [position], []
    while going:
        where = going.pop()
        if where.duty is None or where.outcome() or where.locked():
            done.append(where)
            continue
        ends = where.results() or [where.play(Turn())]
        worth = [equity(evaluator, game, _seen(end, 1 - where.turn)) for end in ends]
        going += [end for end, value in zip(ends, worth, strict=True) if value < min(worth) + SAME]
    return done


def _seen(position: Position, side: int) -> boards.Board:
    if position.turn == side:
        return position.board
    return boards.flipped(position.game.options, position.board)


@pytest.mark.parametrize("game", PRESETS, ids=_called)
def test_it_plays_what_looks_best_of_what_is_legal(game: TablesGame) -> None:
    """Ladders, rests and rolling again too; a game that ends begins anew."""
    evaluator, random, position = evaluator_of(game), Random(game.id), game.start()
    for _ in range(ROLLS):
        high, low = sorted((random.randint(1, 6), random.randint(1, 6)), reverse=True)
        if position.past.opened or (position.past.rolls is not None and min(position.past.rolls) < 3):
            position = _another(position, random)
            continue
        board, is_opponent_view = playing.play_turn(evaluator, position.board, high, low)
        ends = looks_best(position.rolled((high, low)), evaluator, game)
        side = 1 - position.turn if is_opponent_view else position.turn
        match = [end for end in ends if _seen(end, side) == board]
        assert match, f"{position.to_text()} {high}-{low}"
        position = match[0]
        if position.outcome() is not None or position.locked():
            position = game.start(random.randint(0, 1))
        else:
            assert position.turn == side


LADDERS = tuple(game for game in PRESETS if game.options.doublets == "ladder")


@pytest.mark.parametrize("game", LADDERS, ids=_called)
def test_a_ladder_is_climbed_with_its_end_in_view(game: TablesGame) -> None:
    """It comes to no less than if the three turns of the first stage that look best were tried to the end."""
    evaluator, gains, sure = evaluator_of(game), [], 0
    for seed in range(12):
        position = _another(played(game, seed, 5 + 4 * seed), Random(seed))
        if position.outcome() or position.locked() or min(position.past.rolls or (9, 9)) < 3:
            continue
        for die in (1, 3, 5):
            worth = []
            for evaluator.wide in (False, True):
                board, is_opponent_view = playing.play_turn(evaluator, position.board, die, die)
                value = equity(evaluator, game, board)
                worth.append(-value if is_opponent_view else value)
            evaluator.wide = False
            gains.append(worth[1] - worth[0])
            tried = _tried(position.rolled((die, die)), evaluator, game)
            assert worth[1] > max(tried, default=worth[0]) - SAME, f"{position.to_text()} {die}-{die}"
            sure += len(tried)
    assert min(gains) > -SAME
    assert max(gains) > 0.01
    assert sure > 10


def _tried(due: Position, evaluator: EvaluatorKernel, game: TablesGame) -> list[float]:
    """Results of the three turns that look best, if none of them is as good as the next."""
    ends = due.results()
    looks = sorted((equity(evaluator, game, _seen(end, 1 - due.turn)), at) for at, end in enumerate(ends))
    if len(ends) < 4 or looks[3][0] - looks[2][0] < SAME:
        return []
    best = [looks_best(ends[at], evaluator, game) for _, at in looks[:3]]
    return [-equity(evaluator, game, _seen(only[0], 1 - due.turn)) for only in best if len(only) == 1]


def _another(position: Position, random: Random) -> Position:
    """The position after a whole roll played at random."""
    due = position.rolled((random.randint(1, 6), random.randint(1, 6)))
    while due.duty is not None:
        due = random.choice(due.results() or [due.play(Turn())])
    return due


@pytest.mark.parametrize("game", LADDERS, ids=_called)
def test_how_far_ladders_go(game: TablesGame, sources: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dense number of each side beside every stage's steps, counted checker by checker."""
    monkeypatch.setattr(rules, "EvaluatorKernel", sources.evaluator.EvaluatorKernel)
    evaluator = rules.evaluator(game)
    stage = game.options.ladder
    seen = 0
    for seed in range(20):
        position = played(game, seed, 9 * seed)
        if position.outcome() or position.locked():
            continue
        evaluator.features.view = list(position.board)
        evaluator.features.count()
        if evaluator.features.phase() != sources.evaluator.RACE:
            assert evaluator.features.compute(evaluator.features.phase()) == 64
            for side in (0, 1):
                player = position.turn if side == 0 else 1 - position.turn
                shares = [_climbed(position, player, die, stage) for die in range(1, 7)]
                assert evaluator.features.dense[62 + side] == pytest.approx(sum(shares) / (91 * stage))
                seen += 1
    assert seen > 10


def _climbed(position: Position, side: int, first: int, stage: int) -> int:
    """Pips that a doublet comes to, up its ladder, if nothing changed on the way."""
    pips = 0
    for die in range(first, 7):
        steps = min(stage, _room(position, side, die))
        pips += die * steps
        if steps < stage:
            break
    return pips


def _room(position: Position, side: int, die: int) -> int:
    options, own_checkers, opponent_checkers = (
        position.game.options,
        position.counts(side),
        position.counts(1 - side),
    )
    least = 1 if options.contact_rule.lone_checker_blocks else 2
    shut = {point for point in range(1, 25) if opponent_checkers[boards.across(options, point)] >= least}
    if own_checkers[25] and 25 - die in shut:
        return 0
    steps = 0
    rear = max(point for point in range(26) if own_checkers[point] and point)
    for point in range(1, 26):
        to = point - die
        while to > 0 and to not in shut:
            steps += own_checkers[point]
            to -= die
        steps += own_checkers[point] * (to <= 0 and rear <= 6)
    return steps


# -- how games end


@pytest.mark.parametrize("game", AGREED, ids=_called)
def test_an_end_is_worth_what_the_rules_say(game: TablesGame) -> None:
    """With the last checker of the side behind on each point, few or many checkers left, seen by both."""
    evaluator, random, size = evaluator_of(game), Random(1), game.options.checkers
    for rear in range(1, 26 if game.contact.hits else 25):
        for checkers in sorted({1, 2, size - 1, size}):
            points = [rear, *(random.randint(1, rear) for _ in range(checkers - 1))]
            behind = [points.count(point) for point in range(26)]
            board = boards.compose(game.options, behind, [0] * 26)
            behind[0] = size - checkers
            for winner, seen in ((1, board), (0, boards.flipped(game.options, board))):
                ended = score.outcome(game.options, winner, behind)
                gain = ended.points if (winner == 0) != game.misere else -ended.points
                assert equity(evaluator, game, seen) == pytest.approx(gain), (points, winner)


@pytest.mark.parametrize("game", PRESETS, ids=_called)
def test_games_that_are_played_out_end_so(game: TablesGame) -> None:
    """The same where the rules themselves say that a game is over."""
    evaluator = evaluator_of(game)
    position, random = game.start(), Random(5)
    for _ in range(3000):
        if (ended := position.outcome()) is not None:
            worth = ended.points if ended.winner == position.turn else -ended.points
            assert equity(evaluator, game, position.board) == pytest.approx(worth)
            return
        position = _another(position, random) if position.duty is None else position
        if position.locked():
            position = game.start()


# -- judging


@pytest.mark.parametrize("game", PRESETS, ids=_called)
def test_a_position_is_judged_as_from_nothing(game: TablesGame) -> None:
    """Positions that resemble one another are judged by where they differ; anew they come to the same."""
    evaluator, net = evaluator_of(game), drawn(8, SEED)
    for seed in range(4):
        ends = played(game, seed, 12 * seed + 3).results((6, 4))[:30]
        together = playing.all_chances(evaluator, [end.board for end in ends])
        for end, chances in zip(ends, together, strict=True):
            evaluator.set_net(net)
            assert playing.chances(evaluator, end.board) == pytest.approx(chances, abs=1e-5)


@given(st.sampled_from(AGREED), st.integers(0, 2**32), st.integers(0, 200))
@settings(max_examples=times(60))
def test_chances_are_chances(game: TablesGame, seed: int, plies: int) -> None:
    win, win2, win3, lose2, lose3 = playing.chances(evaluator_of(game), played(game, seed, plies).board)
    assert 0 <= win3 <= win2 <= win <= 1
    assert 0 <= lose3 <= lose2 <= 1 - win + 1e-6


@pytest.fixture(scope="module")
def sources() -> Any:
    return interpreted()


@pytest.mark.parametrize("name", ["backgammon", "tapa", "gulbara", "long-nardy", "chelebi", "crazy-gulbar"])
def test_compiled_and_interpreted_judge_alike(
    name: str, sources: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.get(name)
    assert isinstance(game, TablesGame)
    compiled = evaluator_of(game, hidden=3)
    monkeypatch.setattr(rules, "EvaluatorKernel", sources.evaluator.EvaluatorKernel)
    plain = rules.evaluator(game)
    plain.set_net(drawn(3, SEED, sources))
    for seed in range(6):
        position = played(game, seed, 15 * seed)
        assert sources.playing.chances(plain, position.board) == pytest.approx(
            playing.chances(compiled, position.board), abs=1e-5
        )
        roll: Roll = ((3, 1), (6, 5), (4, 2))[seed % 3]
        compiled_turn, plain_turn = (
            playing.play_turn(compiled, position.board, *roll),
            sources.playing.play_turn(plain, position.board, *roll),
        )
        worth = [playing.chances(compiled, end) for end, _ in (compiled_turn, plain_turn)]
        assert compiled_turn == plain_turn or worth[0] == pytest.approx(worth[1], abs=1e-5)


# -- what cannot be any more


def race(name: str, text: str) -> tuple[float, ...]:
    """Five chances of whoever is X and on roll, from an evaluator that knows nothing but the rules."""
    game = games.get(name)
    assert isinstance(game, TablesGame)
    where = game.parse(text)
    assert isinstance(where, Position)
    return playing.chances(evaluator_of(game), where.board)


@pytest.mark.parametrize("name", ["tabla", "tabla-bg", "long-nardy"])
@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("X=1:8,4:3,5:1,6:3;O=3:1", 4 / 36),  # only 2 and 3 bear nothing off
        ("X=6:3,5:3,4:3,3:2,2:2,1:2;O=3:2", 0.0),
        ("X=1:15;O=3:2", 0.0),
        ("X=6:15;O=3:2", 25 / 36),
    ],
)
def test_a_mars_is_no_likelier_than_that_the_next_roll_bears_nothing_off(
    name: str, text: str, most: float
) -> None:
    *_, lose2, lose3 = race(name, text)
    assert lose2 <= most + 1e-7
    assert lose3 == (pytest.approx(lose2) if name == "long-nardy" else 0)


@pytest.mark.parametrize(
    ("name", "text", "possible"),
    [
        ("tapa", "X=18:3,10:5,6:7;O=6:2,off:13", False),
        ("tapa", "X=19:3,10:5,6:7;O=5:2,off:13", True),
        ("gulbara", "X=12:3,10:5,6:7;O=6:2,off:13", False),
        ("gulbara", "X=13:3,10:5,6:7;O=6:2,off:13", True),
        ("tabla", "X=18:3,10:5,6:7;O=6:2,off:13", False),
        ("tabla", "X=19:3,10:5,6:7;O=5:2,off:13", True),
    ],
)
def test_no_koks_once_the_last_checker_has_come_so_far(name: str, text: str, possible: bool) -> None:
    assert (race(name, text)[4] > 0) is possible


# -- playing games out


def tabled(table: BearOff) -> tuple[EvaluatorKernel, boards.Board]:
    """An evaluator that knows the race it is shown by heart."""
    game = games.dice_game("backgammon")
    assert isinstance(game, TablesGame)
    evaluator = rules.evaluator(game)
    evaluator.set_net(drawn(8, SEED))
    evaluator.set_table(table)
    where = game.parse("X=6:2,5:1;O=6:1")
    assert isinstance(where, Position)
    return evaluator, where.board


@pytest.mark.parametrize("played_out", [36, 72, 144, 360])
def test_few_games_are_a_fair_sample(played_out: int, plain_table: BearOff) -> None:
    """Nearly all hangs on the second roll: whether the other side bears its last checker off."""
    evaluator, board = tabled(plain_table)
    exact = playing.chances(evaluator, board)[0]
    wins = [
        rollouts.roll_out(evaluator, board, played_out, seed, 2000, without_luck=False)[0][0]
        for seed in range(0, 1296, 27)
    ]
    for win in wins:
        error = (win * (1 - win) / (played_out - 1)) ** 0.5
        assert abs(win - exact) <= 3 * error
    assert sum(wins) / len(wins) == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("seed", [0, 7, 1295, 2**31 - 3])
def test_the_first_two_rolls_are_dealt_evenly(
    seed: int, sources: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each as often as any other in every 36 games, and each pair of them once in 1296."""
    monkeypatch.setattr(rules, "EvaluatorKernel", sources.evaluator.EvaluatorKernel)
    evaluator = rules.evaluator(PRESETS[0])
    evaluator.set_net(sources.net.Net(1))
    dealt: list[tuple[int, int]] = []

    def play_out(_: Any, at: int, turns: int, first: int, second: int, without_luck: bool) -> None:
        dealt.append((first, second))

    monkeypatch.setattr(sources.rollouts, "play_out", play_out)
    sources.rollouts.roll_out(evaluator, (0,) * 26, 1296, seed, 2000, without_luck=False)
    assert set(dealt) == {(first, second) for first in range(36) for second in range(36)}
    for start in range(0, 1296, 36):
        some = dealt[start : start + 36]
        assert {first for first, _ in some} == {second for _, second in some} == set(range(36))
