"""The starting position of a match, where its game draws one: from the secret, the same for a rematch."""

import hashlib
import hmac
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.match.board_matches import give, position
from tests.support.match.dice_matches import SEEDS, Table
from zaria.games import chess960
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice, drawn_number
from zaria.match.evolve import replay
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms
from zaria.match.view import view
from zaria.records.verify import verify

SECRET = bytes(range(32))
STARTS = chess960.STARTS


def table_with(secret: bytes, terms: Terms | None = None) -> Table:
    return Table(terms or Terms("chess960"), dice=Dice(secret, "demo"))


def finished(table: Table) -> Table:
    for _ in range(4):
        give(table, position(table).legal_moves()[0].move)
    table.do(0, cmd.Resign())
    return table


def started(table: Table) -> ev.GameStarted:
    (event,) = (event for event in table.events if isinstance(event, ev.GameStarted))
    return event


def test_a_known_number() -> None:
    """The first pair of bytes of `printf 'demo|0123456789abcdef|fedcba9876543210|0|0' | openssl …` counts."""
    digest = hmac.digest(SECRET, f"demo|{SEEDS[0]}|{SEEDS[1]}|0|0".encode(), hashlib.sha256)
    pairs = [256 * high + low for high, low in list(pairwise(digest))[::2]]
    assert drawn_number(SECRET, SEEDS, "demo", STARTS) == next(n for n in pairs if n < 65_280) % STARTS
    assert Dice(SECRET, "demo").drawn_number(SEEDS, STARTS) == drawn_number(SECRET, SEEDS, "demo", STARTS)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 65_536))
def test_a_number_is_below_the_count(secret: bytes, count: int) -> None:
    assert 0 <= drawn_number(secret, SEEDS, "demo", count) < count


def test_pairs_of_bytes_that_would_favour_low_numbers_are_dropped() -> None:
    """Of 40 000 only the numbers below that count, and more than a third of the pairs is above."""
    secrets = [bytes([n]) * 32 for n in range(60)]
    digests = [
        hmac.digest(secret, f"demo|{SEEDS[0]}|{SEEDS[1]}|0|0".encode(), "sha256") for secret in secrets
    ]
    dropped = [digest for digest in digests if int.from_bytes(digest[:2], "big") >= 40_000]
    assert dropped
    for secret, digest in zip(secrets, digests, strict=True):
        numbers = [int.from_bytes(digest[at : at + 2], "big") for at in range(0, 32, 2)]
        assert drawn_number(secret, SEEDS, "demo", 40_000) == next(n for n in numbers if n < 40_000)


def test_a_match_begins_from_the_number_that_its_secret_gives() -> None:
    table = table_with(SECRET)
    number = drawn_number(SECRET, SEEDS, "demo", STARTS)
    assert started(table).start_number == number
    assert chess960.start_number_of(position(table)) == number
    assert view(table.match).options == {"start_number": number}
    assert chess960.start_number_of(position(Table(Terms("chess960"), seated=False))) == 518


def test_the_draw_is_proven() -> None:
    events = finished(table_with(SECRET)).events
    assert verify(events).ok
    number = (drawn_number(SECRET, SEEDS, "demo", STARTS) + 1) % STARTS
    forged = [
        replace(event, start_number=number) if isinstance(event, ev.GameStarted) else event
        for event in events
    ]
    assert "the rules say" in str(verify(forged).problem)


def test_a_rematch_has_the_same_position_and_the_one_after_it_another() -> None:
    first = finished(table_with(SECRET))
    second = finished(table_with(bytes(32), first.match.next_terms()))
    assert started(second).start_number == started(first).start_number
    assert verify(second.events).ok
    assert second.match.next_terms() == Terms("chess960")


def test_an_agreed_number_is_not_drawn() -> None:
    table = finished(table_with(SECRET, Terms("chess960", {"start_number": 342})))
    assert started(table).start_number is None
    assert b"start_number" not in ev.encode(started(table))
    assert table.match.next_terms().options == {"start_number": 342}
    assert table.match.next_terms().same_start is None


def test_a_chosen_position_is_not_drawn() -> None:
    terms = Terms("chess960", position="4k3/8/8/8/8/8/5PPP/1K5R w K - 0 1")
    table = table_with(SECRET, terms)
    assert started(table).start_number is None
    assert position(table).to_text() == terms.position


@pytest.mark.parametrize(
    "terms",
    [
        Terms("chess", same_start=518),
        Terms("tabla", same_start=0),
        Terms("chess960", same_start=960),
        Terms("chess960", {"start_number": 5}, same_start=5),
        Terms("chess960", position="4k3/8/8/8/8/8/5PPP/1K5R w K - 0 1", same_start=5),
    ],
)
def test_a_pair_is_of_games_that_draw(terms: Terms) -> None:
    with pytest.raises(CommandRefusedError):
        terms.check()


@pytest.mark.parametrize(("game", "number"), [("chess960", None), ("chess960", 960), ("chess", 518)])
def test_a_number_that_fits_nothing_is_no_history(game: str, number: int | None) -> None:
    events = Table(Terms(game)).events
    forged = [
        replace(event, start_number=number) if isinstance(event, ev.GameStarted) else event
        for event in events
    ]
    with pytest.raises(ev.BrokenHistoryError):
        replay(forged)
