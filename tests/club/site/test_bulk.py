"""Rows stored at once are what the ORM stores, in both engines."""

from decimal import Decimal
from operator import attrgetter

import pytest
from django.db import IntegrityError, transaction
from msgspec.structs import replace

from tests.support import finished_matches
from tests.support.club.rating_records import START, member, played
from zaria.club.matches.results import actions
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import Change, Season
from zaria.club.site.database import bulk
from zaria.match import events as ev

pytestmark = pytest.mark.usefixtures("club")

PLAYED = tuple(field.attname for field in Played._meta.concrete_fields)
SEASON = ("member_id", "game", "period", "rating", "played", "won", "lost", "winnings", "at")


def test_a_row_reads_as_one_that_the_orm_has_stored() -> None:
    match = played("m1", dice0=[1, 2, 3], stake=2**40, most_points=None, opening='A "quoted" 100 %')
    match.name0, match.games = "Ада", [[0, 1, "mars", "played"]]
    bulk.insert(Played, PLAYED, [attrgetter(*PLAYED)(match)])
    stored = Played.objects.values_list(*PLAYED).get()
    Played.objects.all().delete()
    match.save(force_insert=True)
    assert Played.objects.values_list(*PLAYED).get() == stored
    assert stored == attrgetter(*PLAYED)(match)


def test_the_database_gives_ids_in_the_order_of_the_rows() -> None:
    fields = ("player", "game", "match", "at", "before", "after", "best", "result")
    rating = Decimal("499.50")
    rows = [(f"p{number}", "", "m", START, rating, rating, rating, None) for number in range(30)]
    rows_with_defaults = [(*row, 0, False, 0, 0, 0, 0) for row in rows]
    bulk.insert(
        Change, (*fields, "points", "reached", "played", "won", "lost", "winnings"), rows_with_defaults
    )
    assert list(Change.objects.order_by("id").values_list(*fields)) == rows


def test_a_row_with_the_same_key_is_replaced() -> None:
    key = (member(0).pk, "tabla", "2026-11")
    bulk.put(Season, SEASON, SEASON[:3], [(*key, Decimal("510.00"), 1, 1, 0, 3, START)])
    first = Season.objects.get()
    rows = [
        (*key, Decimal("499.99"), 2, 1, 1, -2, START + 1),
        (key[0], "", *key[2:], Decimal(1), 1, 0, 1, 0, 1),
    ]
    bulk.put(Season, SEASON, SEASON[:3], rows)
    assert Season.objects.order_by("-game").first() == first
    assert list(Season.objects.order_by("-game").values_list(*SEASON)) == rows


def test_nothing_is_stored_of_rows_with_the_id_of_another() -> None:
    rows = [attrgetter(*PLAYED)(played(match_id)) for match_id in ("m1", "m2")]
    bulk.insert(Played, PLAYED, rows[:1])
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.insert(Played, PLAYED, rows[::-1])
    assert Played.objects.count() == 1
    bulk.insert(Played, PLAYED, [])


def test_a_row_that_no_table_takes_keeps_no_other_from_being_stored() -> None:
    """Nor does it leave the connection unusable: the driver has sent the later rows already."""
    events = finished_matches.played("tabla-single")
    records = {name: [ev.encode(event) for event in events] for name in "abcdefg"}
    assert isinstance(events[0], ev.Opened)
    opened = replace(events[0], terms=replace(events[0].terms, length=-1))
    records["c"] = records["f"] = [ev.encode(event) for event in (opened, *events[1:])]
    assert actions.write(records, (1, "g")) == 5
    assert sorted(Played.objects.values_list("match_id", flat=True)) == list("abdeg")
    assert actions.mark() == (1, "g")
