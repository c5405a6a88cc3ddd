"""The draughts engine: what it sees, how it is limited, and that it is the same interpreted."""

import threading
import tomllib
from pathlib import Path
from random import Random

import pytest

from tests.support.bots.draughts_positions import GAMES, few, mirrored, played, sides
from tests.support.by_day import by_day
from tests.support.search_budget import EFFORT, times
from zaria.bots.squares import Limits, engine_for
from zaria.bots.squares.alphabeta import SURE
from zaria.bots.squares.draughts import engine as draughts_engine
from zaria.bots.squares.draughts.engine import FEW, RECKONING, DraughtsEngine, materials
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.protocols import Outcome

pytestmark = [pytest.mark.proof, pytest.mark.xdist_group("draughts engine")]  # one worker solves the endings

STUDIES = tomllib.loads((Path(__file__).parents[3] / "data" / "draughts_studies.toml").read_text())["study"]
ENGINES = {name: DraughtsEngine(game) for name, game in GAMES.items()}
EVERY = max(1, int(1 / EFFORT))
"""With less effort, each so many numbers of nodes are tried."""
RUSSIAN, INTERNATIONAL = GAMES["russian-draughts"], GAMES["draughts"]


def test_the_game_is_given_this_engine() -> None:
    assert isinstance(engine_for(RUSSIAN), DraughtsEngine)


@pytest.mark.parametrize(
    "study", by_day(STUDIES[::10], STUDIES), ids=lambda study: f"{study['game']} {study['position']}"
)
def test_it_finds_the_wins_of_studies(study: dict[str, str]) -> None:
    """Of fifty (a tenth of them in `make test`), within what takes less than half a second."""
    engine = ENGINES[study["game"]]
    lines = engine.lines(GAMES[study["game"]].parse(study["position"]), Limits(nodes=300_000))
    assert lines[0].move in study["moves"]


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_moves_that_can_be_played(name: str) -> None:
    for seed in range(times(6)):
        position = played(GAMES[name], seed, 5 * seed)
        lines = ENGINES[name].lines(position, Limits(nodes=3000), 5)
        assert len(lines) == min(5, len(position.legal_moves()))
        assert len({line.move for line in lines}) == len(lines)
        assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
        for line in lines:
            assert line.move == line.moves[0]
            after = position
            for move in line.moves:
                after = after.move(move)


@pytest.fixture
def no_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    """None are at hand, and those of two pieces are all there are: they are solved soon."""
    monkeypatch.setattr(draughts_engine, "_ENDINGS", {})
    monkeypatch.setattr(draughts_engine, "materials", lambda most: materials(2))


@pytest.mark.usefixtures("no_endings")
def test_endings_are_not_computed_on_the_time_of_a_short_question() -> None:
    engine, position = DraughtsEngine(INTERNATIONAL), few(INTERNATIONAL, 1, 6, 0.5)
    pad, short = engine.pad(), Limits(nodes=100, seconds=RECKONING / 2)
    assert engine.lines(position, short, pad=pad)
    assert not draughts_engine._ENDINGS
    assert pad.state.few == 0
    engine.prepare()
    engine.lines(position, short, pad=pad)
    assert pad.state.few == FEW


@pytest.mark.usefixtures("no_endings")
@pytest.mark.parametrize("seconds", [None, RECKONING])
def test_endings_are_computed_where_there_is_time(seconds: float | None) -> None:
    engine = DraughtsEngine(INTERNATIONAL)
    engine.lines(few(INTERNATIONAL, 1, 6, 0.5), Limits(nodes=100, seconds=seconds))
    assert len(draughts_engine._ENDINGS) == 1


def test_the_same_question_has_the_same_answer() -> None:
    """The answer is the same after any other questions."""
    engine, position, limits = ENGINES["draughts"], GAMES["draughts"].start(), Limits(nodes=5000, noise=40)
    first = engine.lines(position, limits, 3)
    engine.lines(position.move(first[0].move), Limits(nodes=9000))
    assert engine.lines(position, limits, 3) == first
    noisy = [engine.lines(position, limits._replace(seed=seed), 3) for seed in range(1, 6)]
    assert any(lines != first for lines in noisy)


def test_what_was_found_serves_the_next_search_only_where_time_is_the_limit() -> None:
    engine, position, timed = DraughtsEngine(RUSSIAN), RUSSIAN.start(), Limits(seconds=60.0)
    pad = engine.pad()

    def searched(*, keeps: bool) -> int:
        engine._load(pad, position)
        pad.search(1_000_000, 8, 1, 0, 0, keeps=keeps)
        return pad.state.nodes

    fresh = searched(keeps=False)
    assert searched(keeps=True) == fresh
    assert searched(keeps=True) < fresh / 2
    assert searched(keeps=False) == fresh
    last_move = RUSSIAN.parse("W:Wa1,c1:Bb4")
    for limits, keeps in ((timed, True), (timed._replace(noise=5), False), (timed._replace(depth=3), False)):
        engine.lines(last_move, limits, pad=pad)
        assert pad.state.keeps == keeps


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway", "draughts"])
def test_with_a_seed_openings_vary_among_moves_as_good(name: str) -> None:
    engine, position = ENGINES[name], GAMES[name].start()
    values = {line.move: line.value for line in engine.lines(position, Limits(depth=7), 64)}
    moves = {engine.lines(position, Limits(depth=7, seed=seed))[0].move for seed in range(1, 13)}
    assert len(moves) > 1
    assert all(values[move] > max(values.values()) - 30 for move in moves)


def test_it_looks_no_deeper_and_no_longer_than_it_may() -> None:
    engine, pad = ENGINES["russian-draughts"], ENGINES["russian-draughts"].pad()
    for nodes in (1, 2, 50, 5000):
        engine.lines(RUSSIAN.start(), Limits(nodes=nodes), 3, pad)
        assert pad.state.nodes <= nodes + 1
    assert engine.lines(RUSSIAN.start(), Limits(depth=4))[0].depth == 4


@pytest.mark.parametrize(
    ("text", "nodes", "lost"),
    [
        ("B:W23,29:B1,4-7,11,12,17;plies=31", 97, "b4-c3"),
        ("W:W26,29,32,K11:B17;plies=48", 50, "d2-e3"),
        ("W:W24,29-32,K26:B14;plies=38", 50, "d2-c3"),
    ],
)
def test_what_is_cut_short_answers_no_move_that_it_has_seen_to_lose(text: str, nodes: int, lost: str) -> None:
    """Others may hold, and one does; what that is worth is not known for sure."""
    engine = ENGINES["giveaway"]
    position = GAMES["giveaway"].parse(text)
    best = engine.lines(position, Limits(nodes=nodes))[0]
    assert best.move != lost
    assert abs(best.value) <= SURE
    for least in range(1, 2 * nodes, EVERY):
        for most in (1, 2, 4):
            lines = engine.lines(position, Limits(nodes=least), most)
            assert len({line.move for line in lines}) == most
            assert all(line.value >= -SURE for line in lines[:1])


def test_time_ends_a_search_and_others_can_go_on_meanwhile() -> None:
    """The search holds no lock: else nobody could halt it, and it would look at all it may."""
    engine, most = ENGINES["draughts"], 300_000_000
    pad = engine.pad()
    engine.lines(GAMES["draughts"].start(), Limits(nodes=most, seconds=0.02), 1, pad)
    assert 0 < pad.state.nodes < most
    search = threading.Thread(
        target=engine.lines, args=(GAMES["draughts"].start(), Limits(nodes=most), 1, pad)
    )
    search.start()
    while search.is_alive():
        pad.halt()
        search.join(0.01)
    assert pad.state.nodes < most


def solved(position: DraughtsPosition, depth: int) -> bool | None:
    """Does the side to move win (or lose) by force within so many plies? None for neither."""
    outcome = position.outcome()
    if outcome:
        return None if outcome.winner is None else outcome.winner == position.turn
    if depth == 0:
        return None
    after = [solved(position.move(way.move), depth - 1) for way in position.legal_moves()]
    if False in after:
        return True
    return False if all(after) else None


@pytest.mark.parametrize(
    "name", by_day(("russian-draughts", "english-draughts", "giveaway", "draughts"), GAMES)
)
def test_it_sees_what_can_be_seen_by_trying_everything(name: str) -> None:
    """Wins and losses within three plies, in endings of five or six pieces."""
    decided = 0
    for seed in range(times(40)):
        position = few(GAMES[name], seed, 5 + seed % 2, 0.15)
        if not position.legal_moves():
            continue
        truth = solved(position, 3)
        if truth is None:
            continue
        decided += 1
        value = ENGINES[name].lines(position, Limits(nodes=20_000))[0].value
        assert value > SURE if truth else value < -SURE, position.to_text()
    assert decided > 0


@pytest.mark.parametrize(
    ("text", "winner", "by"),
    [
        ("W:WKa1,Kc1,Kg1:BKf8", 0, "no_pieces"),
        ("W:WKb2,Ke3,Kg1:BKa3;ending=9", 0, "no_pieces"),
        ("B:WKb2,Kd2,Kg1:BKb8;ending=1", 0, "no_pieces"),
    ],
)
def test_petrovs_triangle(text: str, winner: int, by: str) -> None:
    """Three kings win in time against one that does not hold the main road, whatever it tries."""
    position = RUSSIAN.parse(text)
    while position.outcome() is None:
        limits = Limits(nodes=100_000 if position.turn == 0 else 300)
        position = position.move(ENGINES["russian-draughts"].lines(position, limits)[0].move)
    assert (position.outcome(), position.reason()) == (Outcome(winner, 1, "single"), by)


def test_a_draw_by_the_rules_is_seen() -> None:
    """With one move left of fifteen three kings do not win any more."""
    position = RUSSIAN.parse("W:WKa1,Kc1,Kg3:BKb6;ending=13;quiet=2")
    value = ENGINES["russian-draughts"].lines(position, Limits(depth=8))[0].value
    assert abs(value) < SURE


def test_giveaway_is_a_game_of_its_own() -> None:
    position = GAMES["giveaway"].parse("W:We3:Bc5,h8")
    line = ENGINES["giveaway"].lines(position, Limits(nodes=1000))[0]
    assert (line.move, line.value > SURE) == ("e3-d4", True)


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway", "draughts"])
def test_it_beats_chance(name: str) -> None:
    for seed in range(times(2)):
        chance, side, position = Random(seed), seed % 2, GAMES[name].start()
        while (outcome := position.outcome()) is None and position.plies < 300:
            if position.turn == side:
                position = position.move(ENGINES[name].lines(position, Limits(nodes=2000))[0].move)
            else:
                position = position.move(chance.choice(position.legal_moves()).move)
        assert outcome is not None
        assert outcome.winner == side


def test_chances_grow_with_values() -> None:
    for engine in ENGINES.values():
        chances = [engine.chance(value) for value in (-1_000_000, -100, 0, 100, 1_000_000)]
        assert chances == sorted(chances)
        assert chances[2] == 0.5
        assert chances[0] < 0.001
        assert chances[1] + chances[3] == pytest.approx(1)


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "giveaway", "draughts"])
def test_both_sides_are_judged_alike(name: str) -> None:
    judge = ENGINES[name].pad().evaluator
    for seed in range(20):
        position = few(GAMES[name], seed, 9, 0.2)
        assert judge.value(*sides(position)) == judge.value(*sides(mirrored(position)))
