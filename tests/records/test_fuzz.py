"""Files from anywhere: whatever they are, only `InvalidRecordError` is raised."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.records.board_records import sat
from tests.support.records.recorded_matches import FILES, played
from tests.support.search_budget import times
from zaria.records import convert
from zaria.records.errors import InvalidRecordError
from zaria.records.replay import replay

SOURCES = {
    "mat": (FILES / "gnubg-7.mat").read_bytes()[:1500],
    "sgf": (FILES / "gnubg-7.sgf").read_bytes()[:1500],
    "json": convert.write(played("tabla-single")[:40], "json"),
    "pdn": convert.write(sat("draughts", 1, 30, "draw"), "pdn"),
    "pgn": convert.write(sat("chess", 1, 20, "time"), "pgn"),
    "squares": convert.write(sat("ugolki", 1, 16, "draw"), "json"),
}
WORDS = [
    b"",
    b"\0",
    b"25/",
    b"66: ",
    b"Doubles => 9",
    b"(",
    b";",
    b"]",
    b"[",
    b"{",
    b"-1",
    b"99999999999999999999",
    b"\xff",
    b"(1. ",
    b"*",
    b"1x50",
    b"e8=Q",
    b'[FEN "W:WK1:B2"]\n',
    b'[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n',
    b"AE[a:y]AW[f][y]AB[s]",
    b"PL[W]DI[31]",
    b"CV[2]",
    b" 3 point match\n",
    b"????",
    b"\xc2\xee\xf0\xff",
    b'; [Jacoby "On"]\n',
    b'{"t":"drawyes","at":0,"side":1},',
]


@st.composite
def damaged(draw: st.DrawFn, form: str) -> bytes:
    """A file with a few pieces cut out, doubled or replaced."""
    body = SOURCES[form]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(body)))
        end = min(len(body), at + draw(st.integers(0, 12)))
        body = body[:at] + draw(st.sampled_from(WORDS) | st.binary(max_size=6)) + body[end:]
    return body[: draw(st.integers(0, len(body)))] if draw(st.booleans()) else body


def _only_bad_record(body: bytes, form: str) -> None:
    with suppress(InvalidRecordError):
        replay(convert.read(body, form))
    with suppress(InvalidRecordError):
        replay(convert.read(body, form, number=2, language="el"))


@settings(max_examples=times(150))
@given(damaged("mat"))
def test_damaged_mat(body: bytes) -> None:
    _only_bad_record(body, "mat")


@settings(max_examples=times(150))
@given(damaged("sgf"))
def test_damaged_sgf(body: bytes) -> None:
    _only_bad_record(body, "sgf")


@settings(max_examples=times(150))
@given(damaged("json"))
def test_damaged_json(body: bytes) -> None:
    _only_bad_record(body, "json")


@settings(max_examples=times(150))
@given(st.binary(max_size=200))
def test_no_file_at_all(body: bytes) -> None:
    _only_bad_record(body, "")


@settings(max_examples=times(150))
@given(damaged("pdn"))
def test_damaged_pdn(body: bytes) -> None:
    _only_bad_record(body, "pdn")


@settings(max_examples=times(150))
@given(damaged("pgn"))
def test_damaged_pgn(body: bytes) -> None:
    _only_bad_record(body, "pgn")


@settings(max_examples=times(150))
@given(damaged("squares"))
def test_damaged_json_of_squares(body: bytes) -> None:
    _only_bad_record(body, "json")
