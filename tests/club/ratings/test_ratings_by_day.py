"""Games by the day have ratings of their own; losses on time that follow each other change them once."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.club.rating_records import DAY, START, everything, member, played
from tests.support.club.statistics_client import Browser, marica
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions, flags, keys, recompute
from zaria.club.ratings.models import OVERALL, Change, Season, Standing
from zaria.club.ratings.ranking import Query

__all__ = ["plain_files"]
pytestmark = pytest.mark.django_db

HOUR = DAY // 24


@pytest.fixture
def members() -> None:
    """Two members."""
    for number in range(2):
        member(number)


def add(*rows: Played) -> None:
    for row in rows:
        row.save()
        actions.mark_due(row.ended)
        while recompute.step(3) is not None:
            pass


def by_day(match_id: str, at: int = START, players: tuple[str, str] = ("p0", "p1"), **fields: Any) -> Played:
    return played(match_id, at, players, speed="days", **fields)


def flagged(match_id: str, at: int, players: tuple[str, str] = ("p0", "p1")) -> Played:
    """A game by the day that the second player lost on time."""
    return by_day(match_id, at, players, how="time", won=0)


def test_a_match_by_the_day_changes_one_rating_of_each_and_none_over_all_games(members: None) -> None:
    add(by_day("a", score=(3, 0)))
    ratings = {row.member.player: row.rating for row in Standing.objects.filter(game="tabla.days")}
    assert ratings == {"p0": Decimal("510.00"), "p1": Decimal("490.00")}
    assert set(Standing.objects.values_list("game", flat=True)) == {"tabla.days"}
    assert set(Season.objects.values_list("game", flat=True)) == {"tabla.days"}
    add(played("b", START + DAY, score=(3, 0)))
    assert Standing.objects.get(member__player="p0", game="tabla").rating == Decimal("510.00")
    assert Standing.objects.get(member__player="p0", game=OVERALL).rating == Decimal("510.00")
    assert Change.objects.count() == 6


def test_losses_on_time_that_follow_each_other_count_once_for_each_player() -> None:
    for number in range(3):
        member(number)
    add(
        flagged("first", START),
        flagged("soon", START + 47 * HOUR),
        flagged("other", START + 2 * HOUR, ("p1", "p2")),
        flagged("later", START + 200 * HOUR),
        by_day("played", START + 3 * HOUR),
    )
    assert set(Change.objects.values_list("match", flat=True)) == {"first", "other", "later", "played"}
    Played.objects.filter(match_id="first").update(voided=True)
    actions.recompute((START, "first"))
    assert set(Change.objects.values_list("match", flat=True)) == {"soon", "other", "later", "played"}


def test_two_days_after_one_that_counted_the_next_loss_counts() -> None:
    """Nobody shields themselves by losing on time again and again."""
    for number in range(3):
        member(number)
    add(*(flagged(f"m{number}", START + 47 * number * HOUR) for number in range(6)))
    assert set(Change.objects.values_list("match", flat=True)) == {"m0", "m2", "m4"}


def test_losses_on_time_at_the_board_all_count(members: None) -> None:
    add(*(played(f"m{n}", START + n, how="time", won=0) for n in range(3)))
    assert set(Change.objects.values_list("match", flat=True)) == {"m0", "m1", "m2"}


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    hours=st.lists(st.integers(0, 300), min_size=2, max_size=6, unique=True),
    order=st.randoms(use_true_random=False),
)
def test_the_order_in_which_losses_become_known_does_not_matter(
    members: None, hours: list[int], order: Any
) -> None:
    for model in (Change, Standing, Season, Played):
        model.objects.all().delete()
    rows = [flagged(f"m{hour}", START + hour * HOUR) for hour in hours]
    add(*sorted(rows, key=lambda row: row.ended))
    in_order = everything()
    for model in (Change, Standing, Season, Played):
        model.objects.all().delete()
    order.shuffle(rows)
    add(*rows)
    assert everything() == in_order


def test_five_losses_on_time_in_a_month_stop_new_games_for_two_weeks() -> None:
    for n in range(4):
        flagged(f"m{n}", START + n * DAY).save()
    assert flags.paused_until("p1", START + 4 * DAY) is None
    flagged("m4", START + 29 * DAY).save()
    by_day("m5", START + 29 * DAY).save()
    assert flags.paused_until("p1", START + 30 * DAY) == START + 43 * DAY
    assert flags.paused_until("p1", START + 43 * DAY) is None
    assert flags.paused_until("p0", START + 30 * DAY) is None


def test_five_losses_on_time_in_more_than_a_month_stop_nothing() -> None:
    for n in range(5):
        flagged(f"m{n}", START + n * 8 * DAY).save()
    assert flags.paused_until("p1", START + 33 * DAY) is None


def test_every_game_has_two_ratings_with_names_of_their_own() -> None:
    names = [keys.rating_title(key) for key in keys.all_ratings()]
    assert len(set(names)) == len(names) == 2 * len(TITLES) + 1
    assert all(keys.is_rating(key) for key in keys.all_ratings())
    assert not keys.is_rating("tennis.days")
    assert max(map(len, keys.all_ratings())) <= 32


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/@Marica?rating={key}", "From {rating} on"),
        ("/me/stats/ratings?game={key}", "From {rating} on"),
        ("/ranking?game={key}", 'title="{rating}.00"'),
        ("/api/v1/ranking?game={key}", '"rating":{rating}.0'),
        ("/api/v1/members/Marica/ratings?game={key}", '"rating":{rating}.0'),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_each_place_shows_the_rating_of_the_way_of_play(plain_files: None, path: str, shown: str) -> None:
    reader, ratings = marica(since=timezone.now(), seen_at=timezone.now()), {"tabla.days": 900, "tabla": 700}
    for key, rating in ratings.items():
        fields: dict[str, Any] = {"member": reader, "game": key, "best": rating, "at": START}
        Standing.objects.create(**fields, rating=rating, played=3)
        Change.objects.create(**fields, player=reader.player, before=500, after=rating, match=key)
    for key in ratings:
        page = Browser(reader).get(path.format(key=key)).text
        shows = {name for name, rating in ratings.items() if shown.format(rating=rating) in page}
        assert shows == {key}


def test_the_ranking_has_a_list_by_the_day(plain_files: None, members: None) -> None:
    add(by_day("a"))
    assert Query.read({"game": "tabla.days"}).game == "tabla.days"
    page = html_of(Client().get("/ranking?game=tabla.days"))
    assert "Tabla, by the day" in page
    assert 'href="/ranking?game=tabla"' in page
    assert '<option value="chess.days">' in page
    assert '<option value="">All games' not in page
    assert 'href="/ranking?game=tabla.days"' in html_of(Client().get("/ranking?game=tabla"))
