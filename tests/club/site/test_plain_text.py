"""Texts of people, whatever was sent, are short, visible and run in one direction."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zaria.club.site.text import plain_text as module
from zaria.club.site.text.plain_text import MOST_MARKS, RAW_FACTOR, RefusedTextError, plain_text

FAMILY = "👨\u200d👩\u200d👧"
"""One picture, of three joined."""
DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
UNSEEN = (
    "\u200b\u200c\u2060\ufeff\u00ad\u180e\u3164\u2800\u034f\ufff9\U000e0041\ue000\x00\x1b\x7f\ufe0f\u200d"
)


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("  Good\t\t luck \r\n to you ", "Good luck to you"),
        ("cafe\u0301", "café"),
        (f"ab{DIRECTIONS}c", "abc"),
        (f"a{UNSEEN}b", "ab"),
        ("Z" + "\u0300\u0316\u0301" * 40, "Z\u0316\u0316"),
        ("a \u0301\u0301b", "a b"),
        (f"{FAMILY} ❤️ 1️⃣ 🏴‍☠️ 👍🏽", f"{FAMILY} ❤️ 1️⃣ 🏴‍☠️ 👍🏽"),
        ("a\u200db ❤\u200dc", "ab ❤c"),
        ("שלום", "שלום"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_a_text_is_cleaned(sent: str, stored: str) -> None:
    assert plain_text(sent, 100) == stored


def test_line_ends_stay_where_they_are_asked_for() -> None:
    sent = "\r\n\nOne\u2028 two \n\n\n\n three\t"
    assert plain_text(sent, 100, newlines=True) == "One\ntwo\n\nthree"
    assert plain_text(sent, 100) == "One two three"


@pytest.mark.parametrize(
    ("sent", "least", "code"),
    [
        ("", 1, "too_short"),
        (f" {UNSEEN}\n", 1, "too_short"),
        ("\u0301" * 20, 1, "too_short"),
        ("a", 2, "too_short"),
        ("a" * 11, 1, "too_long"),
    ],
)
def test_a_wrong_length_is_refused(sent: str, least: int, code: str) -> None:
    with pytest.raises(RefusedTextError) as refused:
        plain_text(sent, 10, least=least)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


def test_a_huge_text_is_refused_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(module, "unicodedata")
    for sent in ("a" * 100_000, " " * 100_000, "Z" + "\u0301" * 100_000, "\u200b" * 100_000):
        with pytest.raises(RefusedTextError) as refused:
            plain_text(sent, 2000)
        assert refused.value.code == "too_long"


SIGNS = st.one_of(
    st.characters(),
    st.sampled_from(
        [*DIRECTIONS, *UNSEEN, *FAMILY, *"a \n\t\r1#\u0301\u0316\u20e3\u0345\ufe0e🏽\u212b\u1100\u1161"]
    ),
)


@given(st.text(SIGNS, min_size=1, max_size=80), st.booleans())
@example("1\ufe0f\u0301\u20e3", False)
@example("👨\u200d\ufe0f👩", False)
def test_what_is_stored_is_plain(sent: str, newlines: bool) -> None:
    try:
        stored = plain_text(sent, 60, newlines=newlines)
    except RefusedTextError:
        return
    assert 1 <= len(stored) <= 60
    assert len(sent) <= 60 * RAW_FACTOR
    assert stored == stored.strip()
    assert "  " not in stored
    assert "\n\n\n" not in stored
    assert newlines or "\n" not in stored
    assert not set(stored) & {*DIRECTIONS, *UNSEEN} - {"\u200d", "\ufe0f"}
    marks = 0
    for sign in stored:
        assert (
            sign == "\n" or sign == "\u200d" or unicodedata.category(sign)[0] != "C" or sign >= "\U0001f000"
        )
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") and sign not in "\ufe0e\ufe0f" else 0
        assert marks <= MOST_MARKS
    assert unicodedata.is_normalized("NFC", stored)
    assert plain_text(stored, 60, newlines=newlines) == stored
