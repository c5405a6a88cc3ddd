"""Files of nets: what was written is read again, anything else is refused, and no table is harmed by it."""

import json
import logging
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.bots.tables_kernels import drawn, drawn_pruning, weights_of
from zaria import games
from zaria.bots import tables
from zaria.bots.tables import Engine, weights
from zaria.bots.tables.pruning_sizes import SIZE

HIDDEN = 4
COUNT = weights.PHASES * weights.size(HIDDEN)
BACKGAMMON = games.dice_game("backgammon")
VERSION_2 = Path(__file__).parents[2] / "data" / "nets" / "version-2.net"
"""A net that was stored before there were pruning nets."""


def made(path: Path, game: str = "backgammon", seed: int = 1) -> Path:
    """A small net file whose weights come from the seed."""
    weights.write(path, weights.NetCard(game=game, hidden=HIDDEN, seed=seed), weights_of(drawn(HIDDEN, seed)))
    return path


def with_pruning(path: Path, game: str = "backgammon", seed: int = 1) -> Path:
    """The same with a pruning net."""
    card = weights.NetCard(game=game, hidden=HIDDEN, seed=seed)
    card.pruning = weights.PruningCard(most=5, margin=0.25, method="by chance")
    net = drawn(HIDDEN, seed)
    weights.write(path, card, weights_of(net), drawn_pruning(net, seed).values())
    return path


def changed(path: Path, raw: bytes | None = None, **card: Any) -> Path:
    """The file with another card and, if given, other weights that fit its checksum."""
    head, packed = path.read_bytes()[len(weights.FILES.magic) :].split(b"\n", 1)
    original_card = json.loads(head)
    if raw is not None:
        packed = zlib.compress(raw)
        original_card["checksum"] = zlib.crc32(raw)
    path.write_bytes(weights.FILES.magic + json.dumps(original_card | card).encode() + b"\n" + packed)
    return path


def raw(value: float = 0.0) -> bytes:
    """Weights, all of them the same but the first."""
    return struct.pack(f"<{COUNT}e", value, *[0.25] * (COUNT - 1))


# -- what is well


def test_what_was_written_is_read(tmp_path: Path) -> None:
    card = weights.NetCard(
        game="tapa", hidden=HIDDEN, minutes=1.5, games=20, rounds=3, seed=7, method="by chance"
    )
    phases = weights_of(drawn(HIDDEN, 2))
    weights.write(tmp_path / "tapa.net", card, phases)
    file = weights.read(tmp_path / "tapa.net", "tapa")
    assert file.card == card
    for phase, stored_phase in zip(phases, file.phases, strict=True):
        assert stored_phase == pytest.approx(phase, rel=1e-3, abs=1e-6)  # half precision
    assert [path.name for path in tmp_path.iterdir()] == ["tapa.net"]


def test_an_engine_judges_by_the_file_it_is_given(tmp_path: Path) -> None:
    first, second = made(tmp_path / "one.net"), made(tmp_path / "two.net", seed=2)
    chances = [Engine(BACKGAMMON, file).evaluate(BACKGAMMON.start()) for file in (first, first, second)]
    assert chances[0] == chances[1] != chances[2]
    assert Engine(BACKGAMMON, first).name == "net"


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    file = made(tmp_path / "one.net")
    before = weights.read(file)
    assert weights.read(file, "tabla") is before
    made(file, seed=2)
    assert weights.read(file).phases != before.phases


@pytest.mark.parametrize("game", ["tabla", "tabla-bg", "short-nardy"])
def test_games_that_are_alike_share_a_net(tmp_path: Path, game: str) -> None:
    file = made(tmp_path / "backgammon.net")
    assert weights.shipped(game).name == "backgammon.net"
    assert Engine(games.dice_game(game), file).name == "net"


def test_weights_too_large_for_the_file_are_cut(tmp_path: Path) -> None:
    phases = weights_of(drawn(HIDDEN, 1))
    phases[0][0] = 1e9
    weights.write(tmp_path / "large.net", weights.NetCard(game="tapa", hidden=HIDDEN), phases)
    assert 60_000 < weights.read(tmp_path / "large.net").phases[0][0] < 70_000


def test_a_pruning_net_is_a_section_behind_the_same_weights(tmp_path: Path) -> None:
    plain, pruned = made(tmp_path / "plain.net"), with_pruning(tmp_path / "pruned.net")
    file = weights.read(pruned, "backgammon")
    assert weights.read(plain).phases == file.phases
    packed = [path.read_bytes().split(b"\n", 2)[2] for path in (plain, pruned)]
    assert packed[1].startswith(packed[0])
    card = file.card.pruning
    assert card is not None
    assert (card.most, card.margin, card.method) == (5, 0.25, "by chance")
    net = file.net()
    pruning = file.pruning_net(net)
    assert pruning is not None
    assert (pruning.most, pruning.margin) == (5, 0.25)
    expected = drawn_pruning(net, 1).values()
    assert pruning.values() == pytest.approx(expected, rel=1e-3, abs=1e-6)  # half precision


def test_a_file_without_a_pruning_net_is_searched_without(tmp_path: Path) -> None:
    """A stored one of version 2, and the same net as version 3."""
    old = weights.read(VERSION_2, "backgammon")
    assert old.card.version == 2
    assert old.pruning_net(old.net()) is None
    new = tmp_path / "new.net"
    weights.write(new, replace(old.card, version=weights.VERSION), old.phases)
    assert weights.read(new).pruning_net(old.net()) is None
    keeps_all = tmp_path / "wide.net"
    card = weights.PruningCard(most=32, margin=1e6)
    weights.write(keeps_all, replace(old.card, version=3, pruning=card), old.phases, [0.25] * SIZE)
    few = BACKGAMMON.parse("X=18:2,20:1,off:12;O=10:2,12:1,off:12")  # no roll has more than 32 results
    for position, files in ((BACKGAMMON.start(), (new,)), (few, (new, keeps_all))):
        ranked = Engine(BACKGAMMON, VERSION_2).ranked(position.rolled((3, 1)), 1, 4)
        for file in files:
            assert Engine(BACKGAMMON, file).ranked(position.rolled((3, 1)), 1, 4) == ranked


# -- what is not


WRONG: list[tuple[str, Callable[[Path], object]]] = [
    ("is no net", lambda file: file.write_bytes(b"")),
    ("is no net", lambda file: file.write_bytes(b"PK\3\4" * 100)),
    ("card cannot be read", lambda file: file.write_bytes(weights.FILES.magic)),
    ("card cannot be read", lambda file: file.write_bytes(weights.FILES.magic + b"\xff\xfe{}\n")),
    ("card cannot be read", lambda file: file.write_bytes(weights.FILES.magic + b'{"game":7}\n')),
    ("card cannot be read", lambda file: file.write_bytes(weights.FILES.magic + b'{"x":' + b"[" * 100_000)),
    ("is of version 0", lambda file: changed(file, version=0)),
    ("is of version 99", lambda file: changed(file, version=99)),
    ("a net of tapa, not of backgammon", lambda file: changed(file, game="tapa")),
    ("0 neurons", lambda file: changed(file, hidden=0)),
    ("-4 neurons", lambda file: changed(file, hidden=-HIDDEN)),
    ("neurons, not 1 to 512", lambda file: changed(file, hidden=10**12)),
    ("is damaged", lambda file: changed(file, hidden=HIDDEN + 1)),
    ("is damaged", lambda file: changed(file, checksum=1)),
    ("is damaged", lambda file: changed(file, raw=raw(float("nan")))),
    ("is damaged", lambda file: changed(file, raw=raw(float("inf")))),
    ("is damaged", lambda file: changed(file, raw=raw()[:-2])),
    ("is damaged", lambda file: changed(file, raw=raw() + b"\0\0")),
    ("is damaged", lambda file: file.write_bytes(file.read_bytes()[:-20])),
    ("is damaged", lambda file: with_pruning(file).write_bytes(file.read_bytes()[:-20])),
    (
        "is damaged",
        lambda file: changed(with_pruning(file), pruning={"most": 8, "margin": 0.1, "checksum": 1}),
    ),
    ("is damaged", lambda file: changed(file, pruning={"most": 8, "margin": 0.1})),
    ("out of bounds", lambda file: changed(with_pruning(file), pruning={"most": 0, "margin": 0.1})),
    ("out of bounds", lambda file: changed(with_pruning(file), pruning={"most": 33, "margin": 0.1})),
    ("out of bounds", lambda file: changed(with_pruning(file), pruning={"most": 8, "margin": -0.1})),
    ("too large", lambda file: file.write_bytes(file.read_bytes() + bytes(weights.MOST_BYTES))),
]


@pytest.mark.parametrize(("reason", "spoil"), WRONG)
def test_what_is_no_net_of_the_game_is_refused(
    tmp_path: Path, reason: str, spoil: Callable[[Path], object]
) -> None:
    file = made(tmp_path / "some.net")
    spoil(file)
    with pytest.raises(weights.InvalidNetError, match=reason) as refused:
        Engine(BACKGAMMON, file)
    assert "some.net" in str(refused.value)


def test_a_file_cut_short_or_with_a_byte_changed_is_refused_or_read(tmp_path: Path) -> None:
    """A card that still makes sense may say anything; the weights are those that were written."""
    whole = made(tmp_path / "whole.net")
    body, phases, random = whole.read_bytes(), weights.read(whole).phases, Random(5)
    for number in range(150):
        at = random.randrange(len(body)) if number % 2 else random.randrange(400)
        file = tmp_path / f"{number}.net"
        file.write_bytes(body[:at] if number % 3 == 0 else body[:at] + b"!" + body[at + 1 :])
        try:
            assert weights.read(file).phases == phases
        except weights.InvalidNetError:
            continue


def test_a_small_file_cannot_become_a_large_one(tmp_path: Path) -> None:
    file = made(tmp_path / "bomb.net")
    bomb = zlib.compress(bytes(50_000_000), 1)
    file.write_bytes(file.read_bytes().partition(b"\n{")[0] + b'\n{"game":"backgammon","hidden":4}\n' + bomb)
    tracemalloc.start()
    try:
        with pytest.raises(weights.InvalidNetError, match="is damaged"):
            weights.read(file)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


def test_a_missing_file_is_reported_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine(BACKGAMMON, tmp_path / "none.net")
    with pytest.raises(IsADirectoryError):
        Engine(BACKGAMMON, tmp_path)


@pytest.mark.parametrize("game", ["indiyka", "three-games"])
def test_games_that_have_no_net_of_their_own_take_none(tmp_path: Path, game: str) -> None:
    with pytest.raises(weights.InvalidNetError, match="a net of backgammon"):
        Engine(games.dice_game(game), made(tmp_path / "some.net"))


# -- the net that ships


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda file: file.unlink(), "No such file"),
        (lambda file: file.write_bytes(b"not a net"), "is no net"),
        (lambda file: changed(file, game="gulbara"), "a net of gulbara, not of tapa"),
        (lambda file: changed(file, version=99), "of version 99"),
    ],
)
def test_without_its_net_a_game_is_judged_by_hand_made_rules(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Path], object],
    reason: str,
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    spoil(made(tmp_path / "tapa.net", "tapa"))
    tapa = games.dice_game("tapa")
    with caplog.at_level(logging.WARNING, "zaria.bots.tables"):
        engine = Engine(tapa)
    assert engine.name == "plain"
    [line] = caplog.messages
    assert line.startswith("tapa: evaluated by heuristics: ")
    assert reason in line
    position = tapa.start().rolled((4, 2))
    assert engine.ranked(position, 2, 1)[0].turn in position.turns()
    assert 0 < engine.evaluate(tapa.start(), 1).win < 1


def test_every_net_that_ships_is_one_and_has_a_card() -> None:
    for file in sorted(weights.FOLDER.glob("*.net")):
        card = weights.read(file, file.stem).card
        assert card.games > 0, file.name
        assert card.method, file.name


def test_a_user_of_the_library_can_catch_a_bad_net() -> None:
    assert tables.InvalidNetError is weights.InvalidNetError
