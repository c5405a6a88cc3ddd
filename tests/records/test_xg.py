"""Files of eXtreme Gammon: what they hold is read, and damaged ones are refused."""

import struct
import tracemalloc
import zlib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.records.recorded_matches import FILES, HIT, kept, played
from tests.support.records.xg_files import RECORD, packed, xg_file, xg_records
from tests.support.search_budget import times
from zaria.match import events as ev
from zaria.records import convert
from zaria.records.errors import InvalidRecordError
from zaria.records.export import export
from zaria.records.formats import xg_archive
from zaria.records.replay import replay
from zaria.records.transcript import GameTranscript, Transcript, TranscriptEntry

MATCH = (FILES / "gnubg-7.mat").read_bytes()
OF_BACKGAMMON = [name for name in HIT if name.startswith(("backgammon", "nackgammon", "longgammon"))]


def _names(events: list[ev.Event]) -> list[str]:
    return [event.player.name for event in events if isinstance(event, ev.Seated)]


def _only_invalid(body: bytes) -> None:
    with suppress(InvalidRecordError):
        replay(convert.read(body))


@pytest.mark.parametrize("compressed", [True, False])
def test_a_match_is_read_as_from_a_mat(compressed: bool) -> None:
    events = convert.read(MATCH)
    again = convert.read(xg_file(events, compressed=compressed))
    assert again == events
    assert len(kept(events)) > 200


@pytest.mark.parametrize("name", HIT)
def test_recorded_matches(name: str) -> None:
    events = played(name)
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    game = "" if name in OF_BACKGAMMON else opened.terms.game
    again = convert.read(xg_file(events), "xg", game)
    replay(again)
    assert kept(again) == kept(convert.read(convert.write(events, "mat"), "mat", game))


def test_names_and_the_day() -> None:
    script = Transcript(3, ("Ελένη", "Борис"), day=(2024, 2, 29))
    script.games.append(GameTranscript((0, 0), [TranscriptEntry(1, "move", (6, 3), ((24, 18), (13, 10)))]))
    body = packed(b"".join(xg_records(script)))
    assert convert.guess(body) == "xg"
    events = convert.read(body)
    assert _names(events) == ["Ελένη", "Борис"]
    assert export(events).day == (2024, 2, 29)
    assert convert.code_page(body) == ""


def test_the_first_turn_of_a_game_of_the_program() -> None:
    """The numbers of a record that eXtreme Gammon wrote: a 6-3 of player 2, 24/18 13/10."""
    script = Transcript(7)
    script.games.append(GameTranscript((0, 0), [TranscriptEntry(1, "move", (6, 3))]))
    records = xg_records(script)
    turn = bytearray(records[2])
    struct.pack_into("<11i", turn, 64, -1, 23, 17, 12, 9, -1, -1, -1, -1, 6, 3)
    events = convert.read(packed(records[0] + records[1] + turn))
    turns = [event for event in events if isinstance(event, ev.TurnPlayed)]
    assert [(event.side, event.text) for event in turns] == [(1, "24/18 13/10")]


def test_beavers_and_raccoons() -> None:
    acts = [
        TranscriptEntry(0, "move", (3, 1), ((8, 5), (6, 5))),
        TranscriptEntry(1, "double"),
        TranscriptEntry(0, "beaver"),
        TranscriptEntry(1, "raccoon"),
        TranscriptEntry(0, "take"),
    ]
    script = Transcript(0, beaver=True, games=[GameTranscript((0, 0), acts)])
    events = convert.read(packed(b"".join(xg_records(script))))
    assert [type(event) for event in events[-4:]] == [ev.Doubled, ev.Beavered, ev.Raccooned, ev.Taken]


def test_a_session_begins_at_nothing() -> None:
    drop = [
        TranscriptEntry(0, "move", (3, 1), ((8, 5), (6, 5))),
        TranscriptEntry(1, "double"),
        TranscriptEntry(0, "drop"),
    ]
    script = Transcript(0, games=[GameTranscript((5, 2), drop, 1, 1), GameTranscript((5, 3), drop, 1, 1)])
    events = convert.read(packed(b"".join(xg_records(script))))
    assert [event.points for event in events if isinstance(event, ev.GameEnded)] == [1, 1]


def test_a_position() -> None:
    """A file of one position has a game without a turn; the side on roll is that of its cube."""
    checkers = ((3, *[0] * 5, 12, *[0] * 19), (5, 10, *[0] * 24))
    script = Transcript(0, games=[GameTranscript((0, 0), checkers=checkers)])
    records = xg_records(script)
    cube = bytearray(RECORD)
    cube[8] = 2
    struct.pack_into("<ii", cube, 12, -1, -2)
    frames = replay(convert.read(packed(b"".join(records) + cube), "xgp")).frames
    assert (frames[0].men[0][6], frames[0].men[1][1], frames[0].turn) == (12, 10, 1)


def test_what_is_wrong_is_named() -> None:
    script = export(convert.read(MATCH))
    second = script.games[1]
    second.acts[2] = second.acts[2]._replace(pairs=((24, 1),))
    with pytest.raises(InvalidRecordError, match=r"^game 2, turn 3: not a legal turn of "):
        convert.read(packed(b"".join(xg_records(script))))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"RGMH", "not a file of eXtreme Gammon"),
        (packed(b"", name="temp.xgi"), "no match in the file of eXtreme Gammon"),
        (packed(b""), "a match without a game"),
        (packed(bytes(RECORD)), "the file is damaged"),
        (packed(bytes(RECORD - 1)), "the file is damaged"),
        (packed(b"\1" * RECORD), "the file is damaged"),
        (xg_file(convert.read(MATCH))[:-1], "the file is damaged"),
    ],
    ids=["head alone", "no match", "empty", "no magic", "cut record", "other record", "cut file"],
)
def test_other_files_are_refused(body: bytes, reason: str) -> None:
    with pytest.raises(InvalidRecordError, match=reason):
        convert.read(body)


def test_automatic_doubles_are_refused() -> None:
    records = xg_records(export(convert.read(MATCH)))
    doubled = bytearray(records[1])
    struct.pack_into("<i", doubled, 64, 1)
    with pytest.raises(InvalidRecordError, match=r"^a cube that was turned before the game"):
        convert.read(packed(records[0] + doubled))


def test_a_file_that_unpacks_to_much_more_costs_no_memory() -> None:
    body = packed(bytes(64 << 20))
    tracemalloc.start()
    try:
        records = xg_archive.records(body, "temp.xg", RECORD, 1000)
        assert all(len(next(records)) == RECORD for _ in range(1000))
        with pytest.raises(InvalidRecordError, match=r"^more than 1000 moves"):
            next(records)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


RECORDS = b"".join(xg_records(export(convert.read(MATCH))))[: 16 * RECORD]


@settings(max_examples=times(60))
@given(st.lists(st.tuples(st.integers(0, len(RECORDS) - 4), st.binary(min_size=1, max_size=4)), max_size=6))
def test_damaged_records(changes: list[tuple[int, bytes]]) -> None:
    content = bytearray(RECORDS)
    for place, piece in changes:
        content[place : place + len(piece)] = piece
    _only_invalid(packed(bytes(content), compressed=False))


@settings(max_examples=times(60))
@given(st.data())
def test_damaged_turns(data: st.DataObject) -> None:
    """Numbers where the reader looks for players, points and dice."""
    content = bytearray(RECORDS)
    for _ in range(data.draw(st.integers(1, 4))):
        start = RECORD * data.draw(st.integers(0, 15))
        place = start + data.draw(st.sampled_from([8, 12, 16, 20, 24, 28, 64, *range(68, 112, 4), 92, 96]))
        struct.pack_into(
            "<i", content, place, data.draw(st.integers(-3, 30) | st.integers(-(2**31), 2**31 - 1))
        )
    _only_invalid(packed(bytes(content), compressed=False))


@settings(max_examples=times(60))
@given(st.data())
def test_damaged_containers(data: st.DataObject) -> None:
    body = bytearray(packed(RECORDS[: 3 * RECORD]))
    foot = len(body) - 36
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(foot, len(body) - 4) | st.integers(0, len(body) - 4))
        struct.pack_into("<i", body, place, data.draw(st.integers(-9, 9) | st.integers(-(2**31), 2**31 - 1)))
    checked = zlib.crc32(body[8234:-36])
    if data.draw(st.booleans()):
        struct.pack_into("<I", body, foot, checked)
    _only_invalid(bytes(body))
