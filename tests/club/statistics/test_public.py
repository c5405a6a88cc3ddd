"""Others' view of a member's games, and the games between them."""

from decimal import Decimal

import pytest

from tests.support.club.random_matches import ME, match, some
from tests.support.club.statistics_client import marica
from zaria.club.games.catalogue import TITLES
from zaria.club.ratings.models import Change, Standing
from zaria.club.statistics.match_list import PAGE
from zaria.club.statistics.public import FORM, public
from zaria.club.statistics.ratings import DRAWN, STEPS
from zaria.club.statistics.templatetags.statistics import way

pytestmark = pytest.mark.django_db


def test_form_and_games_are_the_last_ones() -> None:
    member, rows = marica(), some(PAGE + 15)
    counted = [row for row in reversed(rows) if not (row.void or row.voided)]
    first = public(member, address="?page={}".format)
    assert [match.id for match in first.form] == [row.match_id for row in counted[:FORM]]
    assert "void" not in {match.result for match in first.form}
    assert (first.recent.pages, first.recent.further, first.between) == (2, "?page=2", None)
    second = public(member, page=2)
    shown = [match.id for match in (*first.recent.entries, *second.recent.entries)]
    assert shown == [row.match_id for row in reversed(rows)]


def test_head_to_head_from_the_members_side() -> None:
    member = marica()
    match(1, won=0).save()
    match(2, side=1, won=1).save()
    match(3, side=1, won=0).save()
    match(4, won=None, game="chess").save()
    match(5, won=1, voided=True).save()
    match(6, kind="guest", won=1).save()
    between = public(member, "m1").between
    assert between is not None
    assert (between.won, between.drawn, between.lost) == (2, 1, 1)
    last = public(member, "m1").last_meeting
    assert last is not None
    assert public(member, "stranger").between is None
    assert (last.id, last.result, last.score) == ("m00004", "drawn", (0, 1))
    assert public(member, "stranger").last_meeting is None
    assert public(member, ME).between is None, "nobody meets himself"


def test_a_rating_is_drawn_that_the_member_has() -> None:
    member = marica()
    for game in ("", "tabla"):
        Standing.objects.create(member=member, game=game, played=1, rating=520, best=520, at=1)
        Change.objects.create(
            member=member, player=member.player, game=game, at=1, before=500, after=520, best=520
        )
    for rating, drawn in (("", ""), ("tabla", "tabla"), ("chess", "")):
        chart = public(member, rating=rating).chart
        assert chart is not None
        assert chart.game == drawn
        assert "<svg" in chart.history.drawing


def test_a_new_member_has_nothing() -> None:
    profile = public(marica(), "reader")
    assert profile.chart is None
    assert (profile.ratings, profile.form, profile.recent.entries, profile.dice.thrown) == ([], [], [], 0)


def test_ratings_say_how_the_latest_matches_moved_them() -> None:
    member = marica()
    Standing.objects.create(member=member, game="tabla", played=40, rating=540, best=540, at=1)
    Standing.objects.create(member=member, game="chess", played=1, rating=500, best=500, at=1)
    Change.objects.bulk_create(
        Change(
            member=member, player=member.player, game="tabla", at=number,
            before=500 + number, after=501 + number, best=540,
        )
        for number in range(40)
    )  # fmt: skip
    tabla, chess = public(member).ratings
    assert (tabla.summary.game, tabla.steps) == ("tabla", STEPS)
    assert tabla.change == STEPS
    assert 'aria-label="Tabla: 540, +30.0 in the last 30 matches."' in tabla.plot
    assert (chess.summary.game, chess.plot, chess.steps) == ("chess", "", 0)


def test_a_change_below_a_tenth_has_no_direction() -> None:
    member = marica()
    Standing.objects.create(member=member, game="chess", played=1, rating=500, best=500, at=1)
    Change.objects.create(
        member=member, player=member.player, game="chess", at=1,
        before=500, after=Decimal("499.97"), best=500,
    )  # fmt: skip
    (chess,) = public(member).ratings
    assert (chess.change, way(chess.change)) == (Decimal(0), "unchanged")


def test_only_the_first_ratings_are_drawn() -> None:
    member, games = marica(), list(TITLES)[: DRAWN + 2]
    for number, game in enumerate(games):
        Standing.objects.create(member=member, game=game, played=99 - number, rating=1, best=1, at=1)
        Change.objects.create(member=member, player=member.player, game=game, at=1, before=1, after=1, best=1)
    trends = public(member).ratings
    assert [trend.summary.game for trend in trends] == games
    assert [bool(trend.plot) for trend in trends] == [True] * DRAWN + [False] * 2
