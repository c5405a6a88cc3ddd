"""Series of tournaments: their starts, what is announced and when, and who may hold them."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrule
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone, translation

from tests.club.tournaments.test_director_setup import browser, filled, form, send, wrong
from tests.support.club.tournament_terms import members, terms
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.federations.actions import contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.site.clock import now_ms
from zaria.club.staff.models import Act
from zaria.club.tournaments import actions, conditions, history
from zaria.club.tournaments.models import SeriesTournament, Tournament, TournamentSeries
from zaria.club.tournaments.series import actions as series
from zaria.club.tournaments.setup.local_time import to_local, to_ms
from zaria.club.tournaments.setup.recurrence import BadRuleError, Recurrence, monthly
from zaria.match.terms import DAY_MS
from zaria.tournaments.decide import TournamentRefusedError

__all__ = ["plain_files"]

HOUR, DAY = 3_600_000, 86_400_000
SOFIA = "Europe/Sofia"
WEEKLY = "FREQ=WEEKLY"


@pytest.fixture(autouse=True)
def _pages(db: None, plain_files: None) -> Iterator[None]:
    """Pages in English, over an empty database."""
    with translation.override("en"):
        yield


@pytest.fixture
def owner() -> Member:
    """An owner of the club."""
    (member,) = members(1)
    member.is_staff = member.is_superuser = True
    member.save()
    return member


def local(*moment: int) -> datetime:
    return datetime(*moment)  # type: ignore[arg-type]  # noqa: DTZ001


def soon() -> int:
    """The next full minute: rules know no parts of a second."""
    return now_ms() // 60_000 * 60_000 + 60_000


def days(rule: str, first: datetime, most: int = 4) -> list[str]:
    """The first starts by a rule in the time of Sofia."""
    start = to_ms(first, SOFIA)
    moments = Recurrence(rule, start, SOFIA).next_ones(start - 1, most)
    return [to_local(moment, SOFIA).strftime("%m-%d %H:%M") for moment in moments]


def test_a_start_keeps_its_time_of_day_through_the_year() -> None:
    assert days(WEEKLY, local(2026, 3, 20, 19)) == [
        "03-20 19:00",
        "03-27 19:00",
        "04-03 19:00",
        "04-10 19:00",
    ]
    utc = [ZoneInfo(SOFIA).utcoffset(local(2026, month, 1)) for month in (3, 4)]
    assert utc == [timedelta(hours=2), timedelta(hours=3)]


def test_a_time_that_the_clocks_skip_is_later_that_day() -> None:
    assert days("FREQ=DAILY", local(2026, 3, 28, 3, 30), 3) == ["03-28 03:30", "03-29 04:30", "03-30 03:30"]


def test_rules_of_months() -> None:
    assert monthly(local(2026, 11, 13)) == "FREQ=MONTHLY;BYDAY=2FR"
    assert monthly(local(2026, 10, 30)) == "FREQ=MONTHLY;BYDAY=-1FR"
    dates = days(monthly(local(2026, 10, 30)), local(2026, 10, 30, 18))
    assert dates == ["10-30 18:00", "11-27 18:00", "12-25 18:00", "01-29 18:00"]
    assert days("RRULE:freq=weekly;byday=tu,fr;until=20261105T000000Z", local(2026, 10, 30, 18)) == [
        "10-30 18:00",
        "11-03 18:00",
    ]


@pytest.mark.parametrize(
    ("until", "count"),
    [
        ("20261120T170000Z", 3),  # in UTC, and included: 19:00 in Sofia
        ("20261120T165959Z", 2),
        ("20261120T190000", 3),  # by the clocks of Sofia
        ("20261120T185959", 2),
        ("20261120", 3),  # the whole day
        ("20261119", 2),
        ("20261119T235959Z", 2),
        ("20261106", 1),
        ("20261105", 0),
    ],
)
def test_a_rule_ends_with_the_start_that_its_until_includes(until: str, count: int) -> None:
    """RFC 5545, 3.3.10; node-ical 212, ical.js 107."""
    expected = ["11-06 19:00", "11-13 19:00", "11-20 19:00"][:count]
    assert days(f"FREQ=WEEKLY;UNTIL={until}", local(2026, 11, 6, 19), 9) == expected


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Europe/Sofia", "Pacific/Kiritimati"])
@pytest.mark.parametrize("hour", [0, 2, 12, 23])
def test_an_until_in_utc_is_the_same_moment_in_all_zones(zone: str, hour: int) -> None:
    first = to_ms(local(2026, 10, 20, hour, 30), zone)
    starts = Recurrence("FREQ=DAILY", first, zone).next_ones(first - 1, 20)
    for last, start in enumerate(starts):
        for shift, count in ((-1, last), (0, last + 1), (1, last + 1)):
            until = datetime.fromtimestamp(start / 1000 + shift, UTC).strftime("%Y%m%dT%H%M%SZ")
            rule = Recurrence(f"FREQ=DAILY;UNTIL={until}", first, zone)
            assert rule.next_ones(first - 1, 99) == starts[:count]


def test_what_is_no_rule_is_refused_soon() -> None:
    for rule in (
        "",
        "weekly",
        "FREQ=HOURLY",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;BYHOUR=1,2",
        "FREQ=DAILY;COUNT=5",
        "FREQ=DAILY;FREQ=WEEKLY",
        "FREQ=WEEKLY;UNTIL=20261399",
        "FREQ=WEEKLY;UNTIL=20260230",
        "FREQ=WEEKLY;UNTIL=20261120T250000Z",
        "FREQ=WEEKLY\nRRULE:FREQ=SECONDLY",
        "FREQ=WEEKLY;BYDAY=" + ",".join(["MO"] * 80),
    ):
        with pytest.raises(BadRuleError):
            Recurrence(rule, now_ms(), "UTC")


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31",
        "FREQ=DAILY;BYMONTH=4,6;BYMONTHDAY=-31",
        "FREQ=DAILY;BYMONTH=13",
        "FREQ=DAILY;BYSETPOS=99",
        "FREQ=DAILY;BYSETPOS=-2;BYDAY=MO,TU",
        "FREQ=WEEKLY;BYSETPOS=5;BYDAY=MO,FR",
        "FREQ=MONTHLY;BYSETPOS=6;BYDAY=MO",
    ],
)
def test_no_year_is_searched_for_starts_that_no_period_has(
    monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    # what dateutil would be looking for
    monkeypatch.setattr(rrule, "_iter", lambda self: pytest.fail("it is searched"))
    assert Recurrence(rule, now_ms(), "UTC").after(now_ms()) is None


def test_a_leap_day_is_found() -> None:
    assert days("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29,31", local(2026, 3, 1), 1) == ["02-29 00:00"]


@pytest.mark.parametrize(
    ("rule", "dates"),
    [
        ("FREQ=DAILY;BYSETPOS=1,99;BYDAY=MO", ["03-02", "03-09"]),
        ("FREQ=WEEKLY;BYSETPOS=-1;BYDAY=MO,FR", ["03-06", "03-13"]),
        ("FREQ=WEEKLY;BYSETPOS=2;BYMONTHDAY=2,5", ["03-05", "04-05"]),
        ("FREQ=MONTHLY;BYSETPOS=5;BYDAY=MO", ["03-30", "06-29"]),
        ("FREQ=MONTHLY;BYSETPOS=2;BYMONTHDAY=10,20", ["03-20", "04-20"]),
    ],
)
def test_a_position_that_a_period_has_is_found(rule: str, dates: list[str]) -> None:
    assert days(rule, local(2026, 3, 1), 2) == [f"{day} 00:00" for day in dates]


def test_each_start_is_announced_once(owner: Member) -> None:
    first = soon() + 10 * DAY
    row = series.set_up(owner, terms(starts_at=first), WEEKLY, SOFIA)
    assert not Tournament.objects.exists()
    assert series.announce_next(first - 8 * DAY) == 0
    for _ in range(3):
        series.announce_next(first - 6 * DAY)
    tournament = Tournament.objects.get()
    assert (tournament.starts_at, tournament.title, tournament.director) == (first, row.title, owner.player)
    assert history.state(tournament).terms.match.tournament == tournament.pk
    assert series.announce_next(first + HOUR) == 1
    assert SeriesTournament.objects.count() == 2


def test_starts_that_passed_while_nobody_announced_are_left_out(owner: Member) -> None:
    first = soon() + DAY
    row = series.set_up(owner, terms(starts_at=first), "FREQ=DAILY", "UTC", days=2)
    assert SeriesTournament.objects.count() == 1
    series.announce_next(first + 10 * DAY + HOUR)
    row.refresh_from_db()
    starts = SeriesTournament.objects.order_by("starts_at").values_list("starts_at", flat=True)
    assert list(starts) == [first, first + 11 * DAY, first + 12 * DAY]
    assert row.next == first + 13 * DAY


def test_a_series_ends(owner: Member) -> None:
    first = now_ms() + DAY
    row = series.set_up(owner, terms(starts_at=first), WEEKLY, "UTC")
    answer = browser(owner).post("/tournaments/series", {"series": row.pk})
    assert answer.status_code == 302
    assert series.announce_next(first + 30 * DAY) == 0
    assert Tournament.objects.get().phase == "open"
    assert b"This series has ended." in browser(owner).get("/tournaments/series").content


def test_its_tournaments_need_the_same_code(owner: Member) -> None:
    (ann,) = members(1, since=1)
    series.set_up(owner, terms(starts_at=now_ms() + DAY, access="code"), WEEKLY, "UTC", code="rakia")
    tournament = Tournament.objects.get()
    with pytest.raises(TournamentRefusedError, match="wrong_code"):
        actions.enter(tournament.pk, ann, "beer")
    assert conditions.entry_objection(tournament, history.state(tournament).terms, ann, "rakia") is None


def test_federations_hold_series_of_their_own(owner: Member) -> None:
    marica, plain = members(2, since=1)
    sofia = contracts.create_federation("sofia", "Tabla of Sofia")
    contracts.give_administration(None, sofia, marica, Agreement("natural", "", "1/2026"))
    federation_terms = terms(starts_at=now_ms() + 20 * DAY, federation="sofia")
    row = series.set_up(marica, federation_terms, WEEKLY, "UTC")
    club = series.set_up(owner, terms(starts_at=now_ms() + 20 * DAY), WEEKLY, "UTC", nonce="2")
    for member, more in ((marica, {}), (plain, {"private": True}), (plain, {"federation": "sofia"})):
        with pytest.raises(PermissionDenied):
            series.set_up(member, terms(starts_at=now_ms() + DAY, **more), WEEKLY, "UTC", nonce="3")
    assert list(series.series_of(marica)) == [row]
    assert browser(marica).post("/tournaments/series", {"series": club.pk}).status_code == 404
    assert browser(plain).get("/tournaments/series").status_code == 403
    address = f"/tournaments/series/{row.pk}"
    fields = filled(browser(marica).get(address).content.decode())
    assert browser(marica).post(address, {**fields, "fee": "5", "federation_rate": "40"}).status_code == 302
    changed = json.loads(TournamentSeries.objects.get(pk=row.pk).terms)
    assert (changed["federation"], changed["fee"], changed["federation_rate"]) == ("sofia", 500, 4000)
    contracts.close_federation(sofia)
    series.announce_next(now_ms() + 19 * DAY)
    row.refresh_from_db()
    assert row.next is None
    assert [tournament.federation for tournament in Tournament.objects.all()] == [""]


def later(number: int) -> str:
    return (timezone.now() + timedelta(days=number)).strftime("%Y-%m-%d")


def sent(client: Client, **more: str) -> Any:
    """Announce the Friday eight with these fields, once its summary is the right one."""
    answer = send(client, {**form(client, "friday"), "zone": SOFIA, **more})
    return send(client, filled(answer.content.decode())) if answer.status_code == 200 else answer


def test_the_form_sets_up_a_series(owner: Member) -> None:
    client = browser(owner)
    answer = sent(client, repeat="week", days_ahead="3", last_day=later(60), nonce="n")
    assert (answer.status_code, answer.url) == (302, "/tournaments/series")
    assert sent(client, repeat="week", days_ahead="3", last_day=later(60), nonce="n").status_code == 302
    row = TournamentSeries.objects.get()
    assert (row.days, row.zone) == (3, SOFIA)
    assert row.rule.startswith("FREQ=WEEKLY;UNTIL=")
    page = client.get("/tournaments/series").content.decode()
    assert "It is announced 3 days before." in page
    assert "Friday eight" in page


def test_a_series_by_the_day_keeps_days_a_turn_and_days_ahead_apart(owner: Member) -> None:
    clock = {"clock": "days", "days": "3", "pool": "", "round_length": str(14 * DAY_MS)}
    answer = sent(browser(owner), repeat="week", days_ahead="30", nonce="n", **clock)
    assert answer.status_code == 302, wrong(answer)
    row = TournamentSeries.objects.get()
    assert (row.days, json.loads(row.terms)["match"]["clock"]["days"]) == (30, 3)


def test_no_two_fields_of_the_form_have_one_name(owner: Member) -> None:
    page = browser(owner).get("/tournaments/new").content.decode()
    kinds: dict[str, set[str]] = {}
    for tag in re.findall(r"<(?:input|select|textarea)[^>]*>", page):
        name, kind = re.search(r'name="([^"]+)"', tag), re.search(r'type="([^"]+)"', tag)
        if name:
            kinds.setdefault(name[1], set()).add(kind[1] if kind else tag[1:7])
    assert {name for name, types in kinds.items() if len(types) > 1} == set()


def test_the_summary_names_the_next_starts(owner: Member) -> None:
    client = browser(owner)
    fields = {**form(client, "friday"), "repeat": "own", "own_rule": "FREQ=WEEKLY;BYDAY=FR"}
    text = filled('id="tournament"' + send(client, fields, "summary").content.decode())["read"]
    assert text.count(str(timezone.now().year)) + text.count(str(timezone.now().year + 1)) >= 4
    assert "Each one is announced 7 days before." in text


def test_a_rule_that_cannot_be_is_refused(owner: Member) -> None:
    client = browser(owner)
    usual = {**form(client, "friday"), "zone": SOFIA}
    for more, field in (
        ({"repeat": "own", "own_rule": "FREQ=HOURLY"}, "own_rule"),
        ({"repeat": "own", "own_rule": "FREQ=DAILY;UNTIL=20200101"}, "own_rule"),
        ({"repeat": "week", "last_day": later(0)}, "last_day"),
        ({"repeat": "week", "days_ahead": "61"}, "days_ahead"),
        ({"repeat": "often"}, "repeat"),
    ):
        answer = send(client, {**usual, **more})
        assert answer.status_code == 422, more
        assert field in wrong(answer), more
    assert not TournamentSeries.objects.exists()
    assert not Tournament.objects.exists()


def test_a_member_without_rights_repeats_nothing() -> None:
    (plain,) = members(1)
    answer = sent(browser(plain), repeat="week")
    assert answer.status_code == 302
    assert not TournamentSeries.objects.exists()


def test_the_future_tournaments_of_a_series_are_changed(owner: Member) -> None:
    first = soon() + 2 * DAY
    row = series.set_up(
        owner, terms(starts_at=first, access="code"), "FREQ=DAILY", "UTC", days=3, code="rakia"
    )
    announced = list(Tournament.objects.values_list("starts_at", flat=True))
    client, path = browser(owner), f"/tournaments/series/{row.pk}"
    fields = filled(client.get(path).content.decode())
    assert (fields["title"], fields["own_rule"], fields["repeat"]) == ("Friday eight", "FREQ=DAILY", "own")
    later_start = to_local(first + 4 * DAY + HOUR, "UTC").strftime("%Y-%m-%dT%H:%M")
    more = {"title": "Cup", "repeat": "week", "starts_at": later_start, "most": "16", "fee": "2.50"}
    assert client.post(path, {**fields, "title": ""}).status_code == 422
    assert client.post(path, {**fields, **more}).status_code == 302
    older = {**fields, **more, "once": "another-form-123"}
    assert client.post(path, older).status_code == 409, "the next start is another one now"
    row.refresh_from_db()
    assert (row.title, row.rule, row.next) == ("Cup", "FREQ=WEEKLY", first + 4 * DAY + HOUR)
    assert filled(client.get(path).content.decode())["fee"] == "2.50"
    assert set(Tournament.objects.values_list("title", flat=True)) == {"Friday eight"}
    series.announce_next(first + 2 * DAY)
    tournament = Tournament.objects.get(title="Cup")
    assert tournament.starts_at not in announced
    state = history.state(tournament)
    assert (state.terms.most, state.terms.fee, state.terms.match.length) == (16, 250, 3)
    (ann,) = members(1, since=1)
    assert conditions.entry_objection(tournament, state.terms, ann, "rakia") is None
    acts = [act.details["after"]["act"] for act in Act.objects.order_by("pk")]
    assert acts == ["SetUpSeries", "ChangeSeries"]
    audit_log = client.get("/staff/staff/act/").content.decode()
    assert audit_log.count(f'<a href="/tournaments/series/{row.pk}">') == 2
    assert "operator of the club" not in audit_log


def test_a_start_of_a_series_is_left_out(owner: Member) -> None:
    first = soon() + 10 * DAY
    row = series.set_up(owner, terms(starts_at=first), "FREQ=DAILY", "UTC", days=1)
    client = browser(owner)
    for start in (first + DAY, first, first):
        answer = client.post("/tournaments/series", {"series": row.pk, "start": str(start)})
        assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.next, row.skipped) == (first + 2 * DAY, [])
    client.post("/tournaments/series", {"series": row.pk, "start": str(first + 3 * DAY)})
    series.announce_next(first + 4 * DAY - HOUR)
    starts = SeriesTournament.objects.order_by("starts_at").values_list("starts_at", flat=True)
    assert list(starts) == [first + 4 * DAY]
    assert [act.details["after"]["act"] for act in Act.objects.all()].count("SkipStart") == 3


def test_a_series_is_changed_only_by_those_who_hold_it(owner: Member) -> None:
    first = soon() + 10 * DAY
    row = series.set_up(owner, terms(starts_at=first), WEEKLY, "UTC")
    (plain,) = members(1, since=1)
    assert browser(plain).get(f"/tournaments/series/{row.pk}").status_code == 404
    with pytest.raises(PermissionDenied):
        series.skip(row.pk, plain, first)
    with pytest.raises(PermissionDenied):
        series.change(row.pk, plain, first, terms(starts_at=first), WEEKLY, "UTC", 7)
    series.end(row.pk, owner)
    assert browser(owner).get(f"/tournaments/series/{row.pk}").status_code == 404
