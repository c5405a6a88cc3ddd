"""The compiled search on boards of its own: Turkish, Frisian and Canadian draughts."""

from array import array
from functools import partial
from random import Random

import pytest
from tools.fit.draughts import Sample, unpacked, words_of

from tests.support.bots.draughts_positions import OWN_BOARDS, few, mirrored, played, sides
from tests.support.bots.interpreted_draughts import interpreted
from tests.support.search_budget import times
from zaria.bots.squares import Limits, engine_for
from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.engine import DraughtsEngine, endings_for
from zaria.bots.squares.draughts.kinds import search_modules
from zaria.bots.squares.draughts.search.constants import PLIES, SURE, WON
from zaria.bots.squares.draughts.search.evaluator import DraughtsEvaluator
from zaria.bots.squares.draughts.search.root import Search
from zaria.games.draughts.position import DraughtsPosition

pytestmark = pytest.mark.xdist_group("draughts engine")  # one worker solves the endings

ENGINES = {name: DraughtsEngine(game) for name, (game, _) in OWN_BOARDS.items()}
by_game = pytest.mark.parametrize("name", OWN_BOARDS)


def loaded(name: str, position: DraughtsPosition) -> Search:
    """A scratch pad with a position, without solved endings."""
    pad = ENGINES[name].pad()
    ENGINES[name]._load(pad, position, 0.0)
    pad.drop_endings()
    return pad


@by_game
def test_interpreted_it_finds_the_same(name: str) -> None:
    game, package = OWN_BOARDS[name]
    by_python = interpreted(package)["root"].Search()
    ENGINES[name].set_up(by_python)
    compiled = ENGINES[name].pad()
    assert type(by_python) is not type(compiled)
    positions = [played(game, 0, 0), played(game, 1, 14), few(game, 2, 9, 0.4), few(game, 3, 6, 0.8)]
    for seed, position in enumerate(positions):
        results = []
        for pad in (compiled, by_python):
            ENGINES[name]._load(pad, position, 0.0)
            pad.drop_endings()
            count = pad.search(120, 20, 2, 10, seed)
            results.append([pad.line(k) for k in range(count)])
        assert results[0] == results[1]


def plain_value(position: DraughtsPosition, depth: int, ply: int, judge: DraughtsEvaluator) -> int:
    """The value of a position by trying everything with the rules of the game, without bounds or a table."""
    ways = position.legal_moves()
    if not ways:
        return ply - WON
    if ply > 0 and position.reason():
        return 0
    is_forced = bool(ways[0].captures)
    if depth <= 0 and not is_forced and (depth < 0 or not is_threatened(position)):
        return judge.value(*sides(position))
    is_only = len(ways) == 1 and ply < PLIES // 2
    deep = depth if is_only or (depth <= 0 and is_forced) else depth - 1
    return max(-plain_value(position.move(way.move), deep, ply + 1, judge) for way in ways)


def is_threatened(position: DraughtsPosition) -> bool:
    """Could the other side capture if it were to move?"""
    passed = DraughtsPosition(position.game, 1 - position.turn, position.pieces)
    return any(way.captures for way in passed.legal_moves())


@by_game
def test_it_finds_what_trying_everything_finds(name: str) -> None:
    """The same value, and a move of that value, at depths at which nothing is reduced."""
    game, _ = OWN_BOARDS[name]
    for seed in range(times(12, least=6)):
        position = few(game, seed, 5 + seed % 8, 0.3) if seed % 2 else played(game, seed, 3 * seed)
        if not position.legal_moves() or position.reason():
            continue
        pad = loaded(name, position)
        for depth in (1, 2):
            assert pad.search(1_000_000, depth, 1, 0, 0) == 1
            value, _, moves = pad.line(0)
            assert value == plain_value(position, depth, 0, pad.evaluator), position.to_text()
            move = ENGINES[name]._legal_line(position, moves)[0]
            after = position.move(move)
            deep = depth if len(position.legal_moves()) == 1 else depth - 1
            assert value == -plain_value(after, deep, 1, pad.evaluator), position.to_text()


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "text",
    [
        "W:WK28,K46,45:BK5,15,K36;lightking=28;lightmoves=3",
        "W:WK28,45:BK5,15;lightking=28;lightmoves=2;darkking=5;darkmoves=3",
        "B:WK28,K46:BK5,15;darkking=5;darkmoves=2",
    ],
)
def test_moves_in_a_row_with_one_king_are_limited_in_the_search(text: str, depth: int) -> None:
    game, _ = OWN_BOARDS["frisian-draughts"]
    position = game.parse(text)
    pad = loaded(game.id, position)
    count = pad.search(1_000_000, depth, 64, 0, 0)
    assert count == len(position.legal_moves())
    if depth < 3:
        assert pad.line(0)[0] == plain_value(position, depth, 0, pad.evaluator)


def risk(side: int, after: DraughtsPosition) -> tuple[bool, int]:
    """The least where the other side cannot capture, and then where the side goes on with the same king."""
    return any(way.captures for way in after.legal_moves()), -after.runs[side].moves


def test_a_king_at_its_limit_is_not_moved_by_any_line() -> None:
    """In games of kings and men by chance the same moves are ranked as the rules have."""
    game, _ = OWN_BOARDS["frisian-draughts"]
    limited = 0
    for seed in range(times(10, least=5)):
        chance, position = Random(seed), few(game, seed, 6, 0.7)
        for _ in range(30):
            if position.outcome():
                break
            names = {way.move for way in position.legal_moves()}
            lines = ENGINES[game.id].lines(position, Limits(depth=1, nodes=10_000), 64)
            assert {line.move for line in lines} == names
            limited += position.runs[position.turn].moves == game.options.king_moves
            after = [position.move(way.move) for way in position.legal_moves()]
            chance.shuffle(after)
            position = min(after, key=partial(risk, position.turn))
    assert limited > 0


@pytest.mark.parametrize(
    ("text", "value"),
    [("W:WKa1,c4:BKh8", None), ("W:WKa1:BKh7", 0), ("W:Wa4:Bb4", WON - 1)],
)
def test_one_piece_each_draws_unless_it_can_be_captured(text: str, value: int | None) -> None:
    game, _ = OWN_BOARDS["turkish-draughts"]
    position = game.parse(text)
    pad = loaded(game.id, position)
    pad.search(1_000_000, 2, 1, 0, 0)
    assert pad.line(0)[0] == (plain_value(position, 2, 0, pad.evaluator) if value is None else value)


@by_game
def test_endings_agree_with_the_moves(name: str) -> None:
    """The evaluation of a position follows from those of its successors."""
    game, _ = OWN_BOARDS[name]
    endings = endings_for(game.options)
    looked_at = 0
    for seed in range(times(150, least=75)):
        position = few(game, seed, 2 + seed % 2, 1.0)
        code = endings.probe(*sides(position))
        ways = position.legal_moves()
        if not ways:
            assert code == -1
            continue
        if position.reason() == "one_each":
            assert code == 0
            continue
        after = [endings.probe(*sides(position.move(way.move))) for way in ways]
        lost = [-value for value in after if value < 0]
        won = [value for value in after if value > 0]
        truth = min(lost) + 1 if lost else -max(won) - 1 if len(won) == len(after) else 0
        assert code == truth, position.to_text()
        looked_at += 1
    assert looked_at > 0


@by_game
def test_both_sides_are_judged_alike(name: str) -> None:
    judge = ENGINES[name].pad().evaluator
    for seed in range(10):
        position = few(OWN_BOARDS[name][0], seed, 9, 0.2)
        assert judge.value(*sides(position)) == judge.value(*sides(mirrored(position)))


@by_game
def test_weights_are_odds_and_come_with_the_game_but_for_canadian_draughts(name: str) -> None:
    game, engine = OWN_BOARDS[name][0], ENGINES[name]
    if name == "canadian-draughts":
        assert engine.weights == files.material(game.options)
    else:
        assert engine.weights == files.read(files.PLACE / f"{name}.weights", name, game.options)
        assert "games" in engine.weights.origin
    pad = engine.pad()
    fit = search_modules(game.options).fitting.Fit(pad.evaluator)
    fit.take(engine.weights.values, engine.weights.scale)
    assert fit.give(engine.weights.scale) == engine.weights.values
    for seed in range(6):
        where = sides(played(game, seed, 5 * seed))
        odds = fit.odds(*where) * engine.weights.scale * (-1 if where[4] else 1)
        assert pad.evaluator.value(*where) == pytest.approx(odds, abs=1.01)


@by_game
def test_samples_of_a_file_are_learned_as_they_are(name: str) -> None:
    game, words = OWN_BOARDS[name][0], words_of(OWN_BOARDS[name][0])
    model, evaluator = search_modules(game.options).fitting.Fit, ENGINES[name].pad().evaluator
    at_once, one_by_one = model(evaluator), model(evaluator)
    samples = array("q")
    for seed in range(3):
        where = sides(few(game, seed, 9, 0.3))
        samples.frombytes(Sample(where, 0.5, seed / 2, aside=False).packed(words))
        assert unpacked(samples, seed * (4 * words + 1), words) == where
    at_once.learn(samples, 1, 0.05, 0.0)
    for seed in (1, 2, 0):
        one_by_one.step(*sides(few(game, seed, 9, 0.3)), seed / 2, 0.05)
    assert at_once.give(1e6) == one_by_one.give(1e6)


@by_game
def test_it_ranks_legal_moves_always_alike(name: str) -> None:
    game, _ = OWN_BOARDS[name]
    engine = engine_for(game)
    position, limits = game.start(), Limits(nodes=3000, noise=20, seed=5)
    lines = engine.lines(position, limits, 3)
    assert lines == engine.lines(position, limits, 3)
    assert len({line.move for line in lines}) == 3
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert {line.move for line in lines} <= {way.move for way in position.legal_moves()}
    for line in lines:
        after = position
        for move in line.moves:
            after = after.move(move)


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("frisian-draughts", "W:W33:B28", "33x22"),
        ("turkish-draughts", "W:Wa3,b3:Bb5", "b3-b4"),
        ("canadian-draughts", "W:W43:B37", "43x32"),
    ],
)
def test_it_sees_a_win(name: str, text: str, move: str) -> None:
    game, _ = OWN_BOARDS[name]
    best = engine_for(game).lines(game.parse(text), Limits(depth=7))[0]
    assert (best.move, best.value > SURE) == (move, True)
    assert engine_for(game).chance(best.value) > 0.999


def test_a_draw_by_rule_is_worth_nothing() -> None:
    game, _ = OWN_BOARDS["frisian-draughts"]
    pad = loaded(game.id, game.parse("W:WK1,K2:BK50;ending=6"))
    count = pad.search(1_000_000, 1, 64, 0, 0)
    assert {pad.line(k)[0] for k in range(count)} == {0}


def test_a_finished_game_has_no_lines_and_foreign_positions_are_refused() -> None:
    turkish, frisian = (OWN_BOARDS[f"{name}-draughts"][0] for name in ("turkish", "frisian"))
    assert engine_for(turkish).lines(turkish.parse("W:W:Ba2"), Limits(nodes=1)) == []
    with pytest.raises(ValueError, match="a position of frisian-draughts"):
        engine_for(turkish).lines(frisian.start(), Limits(nodes=1))
