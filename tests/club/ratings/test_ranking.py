"""The lists of the best: who is in them, in which order, where one stands, and what they cost."""

import time
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.by_day import by_day
from tests.support.club.rating_records import DAY, START, member, played
from zaria.club.accounts.models import Member
from zaria.club.ratings import actions, ranking
from zaria.club.ratings.models import OVERALL, Change, Season, Standing
from zaria.club.ratings.queries import history, standings
from zaria.club.ratings.ranking import Query, member_countries, page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing is remembered."""
    cache.clear()
    yield
    cache.clear()


def members(count: int, **fields: Any) -> list[Member]:
    """So many who are here now."""
    rows = [
        Member(
            username=f"Player{n}", email=f"p{n}@example.org", player=f"p{n}", seen_at=timezone.now(), **fields
        )
        for n in range(count)
    ]
    return Member.objects.bulk_create(rows)


def stand(who: Member, rating: float, winnings: int = 0, game: str = OVERALL, won: int = 1) -> None:
    value, played = Decimal(str(rating)), won + 2
    Standing.objects.create(
        member=who,
        game=game,
        rating=value,
        best=value,
        played=played,
        won=won,
        lost=1,
        winnings=winnings,
        at=START,
    )


def names(query: Query, reader: Member | None = None) -> list[str]:
    return [line.member.username for line in page(query, reader).rows]


def test_by_rating_and_by_winnings() -> None:
    for who, rating, winnings in zip(members(3), (500.5, 700, 600), (9, -3, 0), strict=True):
        stand(who, rating, winnings)
        stand(who, 1000 - rating, winnings, "tabla")
    assert names(Query()) == ["Player1", "Player2", "Player0"]
    assert names(Query(by="winnings")) == ["Player0", "Player2", "Player1"]
    assert names(Query("tabla")) == ["Player0", "Player2", "Player1"]
    assert names(Query("chess")) == []
    first = page(Query(by="winnings"), None).rows
    assert [(line.place, line.rating, line.winnings, line.drawn) for line in first] == [
        (1, 500, "+9", 1),
        (2, 600, "0", 1),
        (3, 700, "−3", 1),
    ]


def step(who: Member, days_ago: float, before: int, after: int, game: str = OVERALL) -> None:
    at = int(timezone.now().timestamp() * 1000 - days_ago * DAY)
    Change.objects.create(
        member=who, player=who.player, game=game, match=f"m{days_ago}", at=at,
        before=before, after=after, best=after,
    )  # fmt: skip


def test_a_rating_has_its_last_month() -> None:
    old, young, still = members(3)
    for who, rating in ((old, 560), (young, 520), (still, 500)):
        stand(who, rating)
    step(old, 90, 500, 700)
    step(old, 40, 700, 600)
    step(old, 12, 600, 580)
    step(old, 1, 580, 560)
    step(old, 1, 1, 2, "tabla")
    step(young, 7, 500, 530)
    step(young, 2, 530, 520)
    trends = [row.trend for row in page(Query(), None).rows]
    assert [
        trend and ([round(value) for value in trend.values], round(trend.change)) for trend in trends
    ] == [
        ([600, 600, 600, 600, 580, 580, 560], -40),
        ([500, 530, 520], 20),
        None,
    ]
    assert all(row.trend is None for row in page(Query(by="won"), None).rows)


def test_a_month_costs_the_same_after_years_of_play() -> None:
    (who,) = members(1)
    stand(who, 500)
    costs = []
    for days in (3, 1000):
        for day in range(days):
            step(who, day, 500, 501)
        with CaptureQueriesContext(connection) as queries:
            page(Query(), None)
        costs.append(len(queries))
        plan = queries[-1]["sql"]
    assert costs[0] == costs[1]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {plan}")
        steps = [row[3] for row in cursor.fetchall()]
    assert sum("changes_of_a_member" in line for line in steps) == 7, steps


def test_by_matches_won() -> None:
    for who, rating, won in zip(members(4), (700, 600, 500, 400), (1, 12, 3, 12), strict=True):
        stand(who, rating, winnings=-won, won=won)
    assert names(Query(by="won")) == ["Player1", "Player3", "Player2", "Player0"]
    reader = Member.objects.get(username="Player2")
    listing = page(Query(by="won"), reader)
    assert listing.reader_row is not None
    assert (listing.reader_row.place, listing.reader_row.totals.won) == (3, 3)


def test_ones_place_and_the_number_of_places_are_of_the_same_moment() -> None:
    reader, inactive = members(2)
    stand(reader, 500)
    stand(inactive, 600)
    assert page(Query(), reader).total == 2
    inactive.seen_at = timezone.now() - timedelta(days=184)
    inactive.save()
    listing = page(Query(), reader)
    assert listing.reader_row is not None
    assert (listing.reader_row.place, listing.total, len(listing.rows)) == (1, 1, 1)


def test_who_is_not_listed_and_comes_back() -> None:
    everybody = members(6)
    for who in everybody:
        stand(who, 500)
    now = timezone.now()
    absent, blocked, barred, robot, never = everybody[1:]
    absent.seen_at = now - timedelta(days=183, minutes=1)
    blocked.blocked_until = now + timedelta(days=1)
    barred.is_active = False
    robot.robot = True
    never.seen_at = None
    for who in everybody[1:]:
        who.save()
    assert names(Query()) == ["Player0"]
    absent.seen_at = now - timedelta(days=182)
    blocked.blocked_until = now - timedelta(seconds=1)
    for who in (absent, blocked):
        who.save()
    assert names(Query()) == ["Player0", "Player1", "Player2"]


def test_by_country_as_far_as_it_is_shown() -> None:
    for who, country in zip(members(4), ("BG", "RU", "BG", ""), strict=True):
        who.country = country
        who.settings = {"show_country": who.player != "p2"}
        who.save()
        stand(who, 500)
    assert names(Query(country="BG")) == ["Player0"]
    assert [line.country for line in page(Query(), None).rows] == ["BG", "RU", "", ""]
    assert member_countries() == ["BG", "RU"]


def test_what_was_won_in_a_month_and_in_a_year() -> None:
    for number in range(3):
        who = member(number)
        who.seen_at = timezone.now()
        who.save()
    now = int(timezone.now().timestamp() * 1000)
    long_ago = now - 400 * 24 * 3600 * 1000
    played("old", long_ago, ("p0", "p1"), 0, (7, 0)).save()
    played("new", now, ("p1", "p2"), 0, (2, 1)).save()
    actions.recompute((0, ""))
    for period in ("month", "year"):
        assert names(Query(period=period)) == ["Member1", "Member2"]
        line = page(Query(period=period), None).rows[0]
        assert (line.winnings, line.totals.played) == ("+1", 1)
        assert line.totals.rating == Standing.objects.get(member__player="p1", game=OVERALL).rating
    assert names(Query(by="winnings")) == ["Member0", "Member2", "Member1"]
    assert standings(["p0", "p9"]) == {"p0": {"tabla": Decimal("510.00"), OVERALL: Decimal("510.00")}}
    assert [rating for _, rating in history(Member.objects.get(player="p1"), "tabla")] == [
        Decimal("490.00"),
        Decimal("500.29"),
    ]


def test_ones_own_place_among_equals() -> None:
    everybody = members(ranking.PER_PAGE + 10)
    for who in everybody:
        stand(who, 500)
    reader = everybody[-3]
    listing = page(Query(), reader)
    assert listing.reader_row is not None
    assert (listing.reader_row.place, listing.reader_page) == (len(everybody) - 2, 2)
    assert (listing.total, listing.pages) == (60, 2)
    there = page(Query(page=2), reader).rows
    assert [line.place for line in there if line.is_reader] == [listing.reader_row.place]
    assert page(Query(page=99), reader).rows == there, "the last page, if there are not so many"
    assert page(Query("chess"), reader).reader_row is None


@pytest.mark.parametrize("by", by_day(("won",), ranking.ORDERS))
def test_far_down_a_list_the_way_is_short(by: str) -> None:
    """Each page and each place, found from the nearest row that is remembered, is where counting finds it."""

    def part(number: int = 1, who: Member | None = None) -> ranking.RankingPage:
        return page(Query(by=by, page=number), who, per_page=4, stride=7)

    everybody = members(60)
    for number, who in enumerate(everybody):
        stand(who, 500 + number * 37 % 11, number * 5 % 4, won=number * 7 % 5)
    everybody[40].is_active = False
    everybody[40].save()
    rows = Standing.objects.exclude(member=everybody[40]).order_by(f"-{by}", "member_id")
    wanted = list(rows.values_list("member__username", flat=True))
    names = [row.member.username for number in range(1, 16) for row in part(number).rows]
    assert names == wanted
    for who in everybody[::3]:
        line = part(who=who).reader_row
        assert (line.place if line else 0) == (
            wanted.index(who.username) + 1 if who.username in wanted else 0
        )


def test_addresses() -> None:
    parameters = {"game": "tabla", "by": "winnings", "period": "month", "country": "BG", "page": "3"}
    query = Query.read(parameters)
    assert query == ("tabla", "winnings", "month", "BG", 3)
    assert query.address() == "/ranking?game=tabla&by=winnings&period=month&country=BG"
    assert query.address(page=4).endswith("&page=4")
    assert Query().address() == "/ranking"
    nonsense = {"game": "x", "by": "id", "period": "7", "country": "<b>", "page": "-1"}
    assert Query.read(nonsense) == Query()
    assert Query.read({"page": "9" * 30}).page == 1


@pytest.mark.parametrize("period", ["", "month"])
@pytest.mark.parametrize("by", ranking.ORDERS)
def test_pages_are_read_in_the_order_of_an_index(period: str, by: str) -> None:
    members(1)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page(Query(period=period, by=by), Member.objects.get())
    model = Season if period else Standing
    question = next(
        query["sql"] for query in queries if "ORDER BY" in query["sql"] and "LIMIT 50" in query["sql"]
    )
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {question}")
        plan = " / ".join(row[3] for row in cursor.fetchall())
    assert f"{model._meta.model_name}s_by_{by}" in plan
    assert "TEMP B-TREE" not in plan, plan
    assert "SCAN members_member" not in plan, plan


def counts_of(query: Query, stride: int) -> int:
    """The statements that count a list, for a page of it."""
    with CaptureQueriesContext(connection) as captured:
        page(query, None, per_page=2, stride=stride)
    return sum("COUNT(" in statement["sql"] for statement in captured)


def test_the_length_of_a_long_list_is_counted_once_in_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, who in enumerate(members(6)):
        stand(who, 500 + number)
    now = time.time()
    seen = []
    for seconds in (0, 1, 120, 590, 601):
        monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda at=now + seconds: at)
        seen.append(counts_of(Query(), stride=4))
    monkeypatch.undo()
    assert seen == [2, 1, 1, 1, 2], "the other one sees that the list is long"


def test_a_list_of_a_country_is_counted_once_a_minute() -> None:
    for number, who in enumerate(members(3, country="BG")):
        stand(who, 500 + number)
    assert [counts_of(Query(country="BG"), stride=4) for _ in range(2)] == [1, 0]
    assert [counts_of(Query(), stride=4) for _ in range(2)] == [1, 1], "a short list is counted each time"
