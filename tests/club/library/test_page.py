"""The page of the library: what was played in a position, for those who may see the matches."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.club.random_matches import ME, OPPONENTS, match
from tests.support.club.statistics_client import Browser, marica
from tests.support.finished_matches import played
from tests.support.records.board_records import sat
from zaria import games
from zaria.club.accounts.models import Member
from zaria.club.library import indexing, queries
from zaria.club.library.models import IndexedMatch, StoredPosition
from zaria.club.matches import engine_access
from zaria.club.matches.engine_access import Silence
from zaria.records.turn_positions import position_key, turn_positions

pytestmark = pytest.mark.django_db

EVENTS = played("tabla-single")
FIRST = turn_positions(EVENTS)[0]
START = games.dice_game("tabla").start()
ROLL = f"{FIRST.dice[0]}{FIRST.dice[1]}"


@pytest.fixture(autouse=True)
def _players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marica and an opponent, of whom no one plays a rated match now."""
    monkeypatch.setattr(engine_access, "_guards", [])
    marica()
    name = OPPONENTS["member"]["name"]
    Member.objects.create(username=name, email=f"{name}@example.org", player=OPPONENTS["member"]["player"])


def indexed(number: int, **fields: Any) -> None:
    row = match(number, **fields)
    row.save()
    indexing.index(row, EVENTS)


def address(text: str = "", game: str = "tabla", **more: str) -> str:
    return "/library?" + urlencode({"game": game, "p": text} | more)


def test_the_start_shows_what_was_played_with_each_roll() -> None:
    indexed(1)
    indexed(2)
    page = Browser().get(address())
    assert page.status == 200
    use = page.context["use"]
    assert (use.times, use.cut) == (2, False)
    (roll,) = use.rolls
    assert (roll.dice, roll.times) == (int(ROLL), 2)
    assert [(turn.text, turn.times) for turn in roll.turns] == [(FIRST.text, 2)]
    assert roll.turns[0].share_won in (0, 100)
    assert f'href="/t/m00002/replay?at={FIRST.frame}"' in page.text
    assert 'src="/position/tabla/picture.png?lang=en&amp;p="' in page.text
    assert page.text.index("/t/m00002/") < page.text.index("/t/m00001/")


def test_a_position_with_a_roll_finds_that_roll_alone() -> None:
    indexed(1)
    with_roll = START.rolled((FIRST.dice[0], FIRST.dice[1])).to_text()
    other_roll = START.rolled((2, 2)).to_text()
    assert Browser().get(address(with_roll)).context["use"].times == 1
    page = Browser().get(address(other_roll))
    assert page.context["use"].times == 0
    assert 'href="/matches"' in page.text


def test_private_matches_are_for_their_players_alone() -> None:
    indexed(1)
    Member.objects.filter(player="m1").update(settings={"show_games": False})
    assert Browser().get(address()).context["use"].times == 0
    assert Browser(Member.objects.get(player=ME)).get(address()).context["use"].times == 1


def test_voided_matches_are_left_out() -> None:
    indexed(1, voided=True)
    assert Browser().get(address()).context["use"].times == 0


def test_cube_and_score_of_a_position() -> None:
    indexed(1)
    row = StoredPosition.objects.order_by("id")[0]
    StoredPosition.objects.filter(pk=row.pk).update(own_away=3, opponent_away=5)
    key = position_key(START)
    standing = queries.CubeAndScore(0, 3, 5)
    assert queries.find(key, queries.ROLLS, standing=standing).times == 1
    assert queries.find(key, queries.ROLLS, standing=standing._replace(cube=2)).times == 0
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:0:7:10"
    page = Browser().get(address(xgid, score="on"))
    assert (page.context["standing"], page.context["at_score"]) == (standing, True)
    assert page.context["use"].times == 1
    assert 'name="score" checked' in page.text
    assert Browser().get(address(xgid.replace(":4:2:", ":2:4:"), score="on")).context["use"].times == 0


def test_losses_are_shown_in_the_unit_of_the_game() -> None:
    indexed(1)
    StoredPosition.objects.update(loss=35)
    assert "0.035" in Browser().get(address()).text


def test_a_game_on_squares_has_no_rolls() -> None:
    row = match(1, game="chess")
    row.save()
    moves = sat("chess", 1, 20, "time")
    indexing.index(row, moves)
    first = turn_positions(moves)[0]
    page = Browser().get(address(game="chess"))
    (roll,) = page.context["use"].rolls
    assert (roll.name, [turn.text for turn in roll.turns]) == ("", [first.text])


@pytest.mark.parametrize("query", ["game=bridge", "game=tabla&p=nonsense"])
def test_what_is_wrong_is_said(query: str) -> None:
    page = Browser().get(f"/library?{query}")
    assert page.status == 422
    assert 'role="alert"' in page.text


def test_without_a_position_the_page_is_a_form() -> None:
    page = Browser().get("/library")
    assert page.status == 200
    assert '<select name="game">' in page.text
    assert "use" not in page.context


def test_a_rated_match_silences_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    async def guard(*_args: object) -> Silence:
        return Silence(whole_game=True)

    monkeypatch.setattr(engine_access, "_guards", [guard])
    indexed(1)
    page = Browser().get(address())
    assert page.status == 200
    assert "use" not in page.context
    assert "rated match" in page.text


def test_a_position_leads_to_the_library() -> None:
    text = Browser().get(f"/position/tabla?{urlencode({'p': START.to_text()})}").text
    assert 'href="/library?game=tabla&amp;p=X=24:2' in text


def test_the_rows_read_are_bounded() -> None:
    """A position that stands in very many matches costs no more queries and rows than another."""
    key = position_key(START)
    row = match(1)
    row.save()
    indexed_match = IndexedMatch.objects.create(match_id=row.match_id, ended=row.ended)
    StoredPosition.objects.bulk_create(
        StoredPosition(
            match=indexed_match, key=key, dice=63, frame=frame, side=0, cube=0, own_away=0,
            opponent_away=0, text="24/18 13/10", points=1,
        )
        for frame in range(queries.READ + 10)
    )  # fmt: skip
    with CaptureQueriesContext(
        connection,
    ) as context:
        use = queries.find(key, [63])
    assert (use.times, use.cut) == (queries.READ, True)
    assert len(use.places) == queries.MOST_MATCHES
    assert len(context) <= 4
    assert queries.find(key, queries.ROLLS).times == queries.READ_OF_EACH
