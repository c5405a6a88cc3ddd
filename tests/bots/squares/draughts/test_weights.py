"""Weights of the draughts engine: read, refused, fitted."""

import json
import logging
import zlib
from array import array
from pathlib import Path

import pytest

from tests.support.bots.draughts_positions import GAMES, played, sides
from zaria.bots.squares import Limits
from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.engine import DraughtsEngine
from zaria.bots.squares.draughts.search.fitting import Fit
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition

RUSSIAN = GAMES["russian-draughts"]
NAMES = ("russian-draughts", "english-draughts", "giveaway", "draughts")


def shipped(game: DraughtsGame) -> Path:
    return files.PLACE / f"{game.id}.weights"


@pytest.mark.parametrize("name", NAMES)
def test_weights_come_with_every_game_and_say_how_they_were_made(name: str) -> None:
    game = GAMES[name]
    weights = files.read(shipped(game), game.id, game.options)
    assert "games" in weights.origin
    assert weights.values != files.material(game.options).values


def test_what_is_written_is_read(tmp_path: Path) -> None:
    weights = files.material(GAMES["draughts"].options)
    files.write(tmp_path / "a", "draughts", weights)
    assert files.read(tmp_path / "a", "draughts", GAMES["draughts"].options) == weights


def damaged(whole: bytes) -> dict[str, tuple[bytes, str]]:
    """Bad files, and what is said of them."""
    kind, head, packed = whole.split(b"\n", 2)
    card = json.loads(head)

    def other(**changes: object) -> bytes:
        return kind + b"\n" + json.dumps({**card, **changes}).encode() + b"\n" + packed

    return {
        "empty": (b"", "is no file of weights for draughts"),
        "other format": (b"zaria-net\n" + head + b"\n" + packed, "is no file of weights for draughts"),
        "no json": (kind + b"\n\x00\xff\n" + packed, "card cannot be read"),
        "a list": (kind + b"\n[1]\n" + packed, "card cannot be read"),
        "cut": (whole[:-10], "damaged"),
        "flipped": (whole[:-1] + bytes([whole[-1] ^ 1]), "damaged"),
        "other version": (other(version=2), "version 2"),
        "other game": (other(game="giveaway"), "for 'giveaway'"),
        "other count": (other(count=12), "12 weights"),
        "no scale": (other(scale=0), "scale"),
    }


@pytest.mark.parametrize("case", damaged(shipped(RUSSIAN).read_bytes()))
def test_bad_files_are_refused(case: str, tmp_path: Path) -> None:
    content, reason = damaged(shipped(RUSSIAN).read_bytes())[case]
    path = tmp_path / "russian-draughts.weights"
    path.write_bytes(content)
    with pytest.raises(files.InvalidWeightsError, match=reason):
        files.read(path, RUSSIAN.id, RUSSIAN.options)


def test_too_little_behind_a_right_checksum(tmp_path: Path) -> None:
    kind, head, _ = shipped(RUSSIAN).read_bytes().split(b"\n", 2)
    card = {**json.loads(head), "checksum": zlib.crc32(b"short")}
    path = tmp_path / "x"
    path.write_bytes(kind + b"\n" + json.dumps(card).encode() + b"\n" + zlib.compress(b"short"))
    with pytest.raises(files.InvalidWeightsError, match="damaged"):
        files.read(path, RUSSIAN.id, RUSSIAN.options)


def test_without_weights_it_plays_by_material(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(files, "PLACE", tmp_path)
    with caplog.at_level(logging.WARNING):
        engine = DraughtsEngine(RUSSIAN)
    assert "russian-draughts.weights cannot be read" in caplog.text
    position = RUSSIAN.parse("W:Wa1,b2,c3,e3:Bc5,e5,h8")
    assert engine.lines(position, Limits(nodes=2000))[0].move == "c3-d4"


@pytest.mark.parametrize("name", NAMES)
def test_fitting_begins_with_what_the_judge_says(name: str) -> None:
    engine = DraughtsEngine(GAMES[name])
    judge = engine.pad().evaluator
    fit = Fit(judge)
    fit.take(engine.weights.values, engine.weights.scale)
    assert fit.give(engine.weights.scale) == engine.weights.values
    for seed in range(10):
        where = sides(played(GAMES[name], seed, 4 * seed))
        odds = fit.odds(*where) * engine.weights.scale * (-1 if where[4] else 1)
        assert judge.value(*where) == pytest.approx(odds, abs=1.01)


def test_fitting_learns_who_wins() -> None:
    """That a man more wins, from a few positions."""
    nothing = [0] * files.count(RUSSIAN.options)
    engine = DraughtsEngine(RUSSIAN, files.material(RUSSIAN.options)._replace(values=nothing))
    fit = Fit(engine.pad().evaluator)
    more, less = RUSSIAN.parse("W:Wa1,b2,c3:Bh8,g7"), RUSSIAN.parse("W:Wa1,b2:Bh8,g7,f6")
    before = fit.step(*sides(more), 1.0, 0.0)
    for _ in range(50):
        fit.step(*sides(more), 1.0, 0.1)
        fit.step(*sides(less), 0.0, 0.1)
    assert fit.step(*sides(more), 1.0, 0.0) < before / 4
    assert fit.odds(*sides(more)) > 0 > fit.odds(*sides(less))


def row(position: DraughtsPosition, *, aside: bool, won: float, estimate: float) -> list[int]:
    """A sample as `Fit.learn` takes it."""
    *squares, side = sides(position)
    return [*squares, side | aside << 1 | int(2 * won) << 2 | int(65536 * estimate) << 8]


def test_a_row_of_samples_is_learned_as_one_by_one() -> None:
    """The search's share counts, and what is kept aside is only judged."""
    engine = DraughtsEngine(RUSSIAN)
    evaluator = engine.pad().evaluator
    positions = [played(RUSSIAN, seed, 5 * seed) for seed in range(5)]
    samples = array(
        "q",
        [
            number
            for i, position in enumerate(positions)
            for number in row(position, aside=i == 3, won=i / 4 // 0.5 / 2, estimate=0.25)
        ],
    )
    at_once, one_by_one = Fit(evaluator), Fit(evaluator)
    at_once.learn(samples, 3, 0.05, 0.4)
    for i in (3, 1, 4, 2, 0):
        if i != 3:
            won = i / 4 // 0.5 / 2
            one_by_one.step(*sides(positions[i]), won + 0.4 * (0.25 - won), 0.05)
    assert at_once.give(1e6) == one_by_one.give(1e6)
    assert at_once.loss(samples) == pytest.approx(one_by_one.step(*sides(positions[3]), 0.5, 0.0))
