"""The search finds what everybody may see, page by page, and reads a bounded number of rows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.club.random_matches import ME, OPPONENTS, match
from tests.support.club.statistics_client import marica
from tests.support.club.tournament_terms import entered
from zaria.club.accounts.models import Member
from zaria.club.match_search.queries import PAGE, READ, Criteria, search
from zaria.club.matches.results.models import Played
from zaria.club.statistics.match_keys import MatchKey
from zaria.club.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

EVERYTHING = Criteria()


@pytest.fixture(autouse=True)
def _players() -> None:
    """Marica and the opponents with accounts."""
    marica()
    for opponent in (OPPONENTS["member"], OPPONENTS["robot"]):
        name = opponent["name"]
        Member.objects.create(username=name, email=f"{name}@example.org", player=opponent["player"])


def ids(criteria: Criteria = EVERYTHING, after: MatchKey | None = None) -> list[str]:
    return [row.id for row in search(criteria, after).matches]


def hide(player: str) -> None:
    Member.objects.filter(player=player).update(settings={"show_games": False})


def test_the_latest_match_comes_first_with_both_sides() -> None:
    match(1, won=0, rated=True, opening="C60 Ruy Lopez").save()
    match(2, side=1, kind="computer").save()
    assert ids() == ["m00002", "m00001"]
    last, first = search(Criteria()).matches
    assert [side.name for side in first.sides] == ["Marica", "Stefan"]
    assert [side.page for side in first.sides] == ["Marica", "Stefan"]
    assert (first.won, first.eco, first.rated) == (0, "C60", True)
    assert last.sides[0].page == ""


@pytest.mark.parametrize("player", [ME, "m1"])
def test_a_match_is_hidden_if_one_of_its_members_hides_their_games(player: str) -> None:
    match(1).save()
    assert ids() == ["m00001"]
    hide(player)
    assert ids() == ids(Criteria(player=ME)) == ids(Criteria(player=ME, opponent="m1")) == []


def test_what_does_not_count_and_matches_without_members_are_left_out() -> None:
    match(1, void=True).save()
    match(2, voided=True).save()
    match(3, kind="computer", training=True).save()
    match(4, kind="guest", player0="g2", name0="=Red-Hare 3", member0=False).save()
    match(5, kind="guest").save()
    assert ids() == ["m00005"]


def test_a_closed_account_hides_its_matches() -> None:
    match(1).save()
    Member.objects.filter(player="m1").update(is_active=False)
    assert ids() == []


def test_criteria() -> None:
    match(1, won=0, game="chess", opening="C65 Ruy Lopez: Berlin Defense").save()
    match(2, won=1, length=5, rated=True).save()
    match(3, side=1, won=0, kind="robot").save()
    match(4, won=None, game="chess", opening="B20 Sicilian Defense").save()
    assert ids(Criteria(game="chess")) == ["m00004", "m00001"]
    assert ids(Criteria(game="chess", player="m1")) == ["m00004", "m00001"]
    assert ids(Criteria(opening="ruy")) == ids(Criteria(opening="C65")) == ["m00001"]
    assert ids(Criteria(length=5)) == ids(Criteria(rated=True)) == ["m00002"]
    assert ids(Criteria(player=ME, result="won")) == ["m00001"]
    assert ids(Criteria(player=ME, result="lost")) == ["m00003", "m00002"]
    assert ids(Criteria(result="drawn")) == ["m00004"]
    assert ids(Criteria(player="r1")) == ids(Criteria(opponent="r1")) == ["m00003"]
    assert ids(Criteria(player="r1", opponent=ME, result="won")) == ["m00003"]
    second = Played.objects.get(pk="m00002")
    assert ids(Criteria(since=second.ended, until=second.ended + 1)) == ["m00002"]
    assert ids(Criteria(player=ME, since=second.ended + 1)) == ["m00004", "m00003"]


@pytest.mark.parametrize("criteria", [Criteria(), Criteria(player=ME), Criteria(game="tabla")])
def test_pages_follow_one_another_by_key(criteria: Criteria) -> None:
    rows = Played.objects.bulk_create(
        [match(number, side=number % 2, ended=1_000 + number // 3) for number in range(2 * PAGE + 5)]
    )
    seen: list[str] = []
    after = None
    for size in (PAGE, PAGE, 5):
        page = search(criteria, after)
        assert len(page.matches) == size
        seen += [row.id for row in page.matches]
        after = page.older
    assert after is None
    assert seen == [row.match_id for row in sorted(rows, key=lambda r: (r.ended, r.match_id), reverse=True)]


def test_a_search_reads_a_bounded_number_of_rows_and_goes_on_behind_them() -> None:
    Played.objects.bulk_create([match(number) for number in range(READ + 10)])
    Played.objects.filter(pk="m00003").update(length=7)
    with CaptureQueriesContext(connection) as queries:
        page = search(Criteria(player=ME, length=7))
    assert (page.matches, page.cut) == ([], True)
    assert len(queries) == 2
    assert page.older is not None
    again = search(Criteria(player=ME, length=7), page.older)
    assert ([row.id for row in again.matches], again.older, again.cut) == (["m00003"], None, False)


def test_matches_of_unlisted_tournaments_are_left_out() -> None:
    tournament, _entrants = entered(2, private=True)
    match(1, tournament=tournament.pk).save()
    assert ids() == []
    Tournament.objects.update(private=False)
    assert ids() == ["m00001"]
