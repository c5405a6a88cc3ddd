"""`zaria manage puzzles find`: puzzles from matches that are over, with the leave of all who played them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.support.club.member_client import Somebody
from tests.support.club.puzzle_samples import turn_puzzle
from tests.support.club.random_matches import match
from tests.support.club.signed_in_members import sign_in
from tests.support.finished_matches import keep, played
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.puzzles import actions, catalogue, club_puzzles, match_search
from zaria.match import events as ev
from zaria.puzzles.puzzle import Puzzle
from zaria.records.errors import InvalidRecordError

pytestmark = pytest.mark.django_db(transaction=True)
FOUND = turn_puzzle("tabla", (5, 3), "8/3 6/3", 1500, ("opening",))


@pytest.fixture
def players() -> list[str]:
    """The ids of two members; the first allows that their matches become puzzles."""
    willing, unasked = (member.player.id for member in sign_in(2))
    member = Member.objects.get(player=willing)
    actions.save_settings(member, hides_rating=False, hides_repeat=False, shares_matches=True)
    return [willing, unasked]


@pytest.fixture
def searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that were searched, in that order; the search itself is quick."""
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    monkeypatch.delenv("ZARIA_DATABASE_URL", raising=False)
    names = [f"m{number:05}" for number in range(6)]
    keep(tmp_path, dict.fromkeys(names, played("tabla-single")))
    searched: list[str] = []
    read = match_search.records

    async def noting(match_ids: Sequence[str]) -> list[list[ev.Event]]:
        searched.extend(match_ids)
        return await read(match_ids)

    def search(events: Sequence[ev.Event], counts: Counter[str]) -> Iterator[Puzzle | None]:
        assert isinstance(events[-1], ev.MatchEnded)
        yield None
        yield FOUND

    monkeypatch.setattr(match_search, "records", noting)
    monkeypatch.setattr(match_search, "search_match", search)
    return searched


def found(*options: str) -> list[str]:
    """The lines that the command prints."""
    printed = StringIO()
    call_command("puzzles", "find", *options, stdout=printed)
    return printed.getvalue().splitlines()


def test_matches_of_those_who_allow_it_are_searched_once(players: list[str], searched: list[str]) -> None:
    willing, unasked = players
    match(0, player0=willing, player1=unasked).save()
    match(1, player0=willing, player1="bot:quick").save()
    match(2, player0=willing, player1="g-guest").save()
    match(3, player0=willing, player1="bot:quick", void=True).save()
    match(4, player0=unasked, player1="bot:quick").save()
    assert found() == [f"{FOUND.id}: tabla, match m00001", "Matches looked at: 5."]
    assert searched == ["m00001"]
    assert found() == ["Matches looked at: 0."]
    match(5, player0=willing, player1="bot:quick").save()
    assert found() == ["Matches looked at: 1."], "a puzzle is stored once"
    assert searched == ["m00001", "m00005"]


def test_a_puzzle_that_was_found_is_offered_like_others(players: list[str], searched: list[str]) -> None:
    before = catalogue.entries("tabla")
    match(1, player0=players[0], player1="bot:quick").save()
    found()
    club_puzzles.forget()  # a minute later
    assert [entry.id for entry in catalogue.entries("tabla")] == [*(entry.id for entry in before), FOUND.id]
    assert catalogue.find(FOUND.id) == FOUND


def test_a_broken_match_is_passed_over(
    players: list[str], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(events: Sequence[ev.Event], counts: Counter[str]) -> Iterator[Puzzle | None]:
        raise InvalidRecordError("a checker is missing")

    monkeypatch.setattr(match_search, "search_match", refuse)
    match(1, player0=players[0], player1="bot:quick").save()
    assert found() == ["Matches looked at: 1."]
    assert found() == ["Matches looked at: 0."]


def test_without_time_nothing_is_begun(players: list[str], searched: list[str]) -> None:
    match(1, player0=players[0], player1="bot:quick").save()
    assert found("--minutes=0") == ["Matches looked at: 0."]
    assert found() != ["Matches looked at: 0."]


def test_the_switch_is_off_until_a_member_turns_it_on(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    assert 'name="matches">' in ann.get("/puzzles").text
    ann.fill("/puzzles/settings", ann.get("/puzzles"), matches="on")
    assert 'name="matches" checked>' in ann.get("/puzzles").text
