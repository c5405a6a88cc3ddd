"""The pages on which tournaments are set up: what is announced, what is refused, and what stays unstored."""

import html
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone, translation

from tests.support.club.tournament_terms import members
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.tournaments import history, roles
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.roles import Rights
from zaria.club.tournaments.setup.forms import TournamentForm
from zaria.games.registry import DICE_GAMES
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.terms import TournamentTerms

__all__ = ["plain_files"]

PAGE = "/tournaments/new"
FIELD = re.compile(
    r"<input([^>]*)>|<select([^>]*)>(.*?)</select>|<textarea([^>]*)>(.*?)</textarea>", re.DOTALL
)
SELECTED = re.compile(r'<option value="([^"]*)" selected')


def local(days: float) -> str:
    """A time in UTC as a field has it."""
    return (timezone.now() + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


WRONG: list[tuple[dict[str, str], str]] = [
    ({"title": " "}, "title"),
    ({"title": "x" * 121}, "title"),
    ({"starts_at": local(-1), "zone": "UTC"}, "starts_at"),
    ({"starts_at": local(500)}, "starts_at"),
    ({"starts_at": "soon"}, "starts_at"),
    ({"starts_at": "0001-01-01T00:00", "zone": "Europe/Sofia"}, "starts_at"),
    ({"zone": "Middle/Earth"}, "zone"),
    ({"zone": "../../etc/passwd"}, "zone"),
    ({"least": "9", "most": "8"}, "most"),
    ({"most": "10001"}, "most"),
    ({"least": "1"}, "least"),
    ({"when_full": "yes", "most": "9"}, "most"),
    ({"when_full": "yes", "most": "8", "check_in": "600000"}, "check_in"),
    ({"format": "swiss", "rounds": ""}, "rounds"),
    ({"format": "swiss", "rounds": "0"}, "rounds"),
    ({"format": "ladder"}, "format"),
    ({"game": "go"}, "game"),
    ({"access": "code", "code": ""}, "code"),
    ({"lowest_rating": "900", "highest_rating": "800"}, "highest_rating"),
    ({"country": "XX"}, "country"),
    ({"robots": "yes"}, "robots"),
    ({"fee": "-1"}, "fee"),
    ({"fee": "a lot"}, "fee"),
    ({"bonus": "5", "sponsor": ""}, "sponsor"),
    ({"shares": "own", "own_shares": "30 70"}, "own_shares"),
    ({"shares": "own", "own_shares": "60 50"}, "own_shares"),
    ({"shares": "own", "own_shares": ""}, "own_shares"),
    ({"length": "4"}, "length"),
    ({"clock": "none"}, "clock"),
    ({"clock": "own", "delay": "", "bank": ""}, "clock"),
]
"""Fields, and the one that complains of them."""
WRONG_TOGETHER: list[dict[str, str]] = [
    {
        "title": " ",
        "game": "go",
        "starts_at": "soon",
        "zone": "Middle/Earth",
        "least": "1",
        "most": "10001",
        "country": "XX",
        "fee": "-1",
        "bonus": "a lot",
    },
    {"format": "ladder", "length": "4", "clock": "none"},  # several buttons each
]
"""All of these fields complain."""


@pytest.fixture(autouse=True)
def _pages(db: None, plain_files: None) -> Iterator[None]:
    """Pages in English, over an empty database."""
    with translation.override("en"):
        yield


@pytest.fixture
def staff() -> Client:
    """The browser of an owner."""
    (member,) = members(1)
    member.is_staff = member.is_superuser = True
    member.save()
    return browser(member)


@pytest.fixture
def plain() -> Client:
    """The browser of a member without further rights."""
    return browser(*members(1, since=1))


def browser(member: Member) -> Client:
    client = Client(HTTP_ACCEPT="text/html")
    client.force_login(member)
    return client


def attribute(tag: str, name: str) -> str:
    value = re.search(rf'\b{name}="([^"]*)"', tag)
    return html.unescape(value[1]) if value else ""


def filled(text: str) -> dict[str, str]:
    """The form of a page as a browser would send it."""
    fields = {}
    for tag, select, options, area, content in FIELD.findall(text.partition('id="tournament"')[2]):
        kind = attribute(tag, "type")
        if tag and (kind not in ("radio", "checkbox") or "checked" in tag):
            fields[attribute(tag, "name")] = attribute(tag, "value")
        elif select:
            chosen = SELECTED.search(options)
            fields[attribute(select, "name")] = chosen[1] if chosen else ""
        elif area:
            fields[attribute(area, "name")] = html.unescape(content).strip()
    return fields


def send(client: Client, fields: Mapping[str, str], act: str = "announce") -> Any:
    return client.post(PAGE, {**fields, "act": act})


def announce(client: Client, preset: str, **more: str) -> TournamentTerms:
    """Fill in the form of a template, read its summary until it is the right one, and announce."""
    answer = send(client, {**form(client, preset), **more})
    if answer.status_code == 200:
        answer = send(client, filled(answer.content.decode()))
    assert answer.status_code == 302, wrong(answer)
    row = Tournament.objects.get(pk=answer.url.split("/")[2])
    assert answer.url == f"/tournaments/{row.pk}/director"
    return history.state(row).terms


def form(client: Client, preset: str = "own") -> dict[str, str]:
    """The form of a template as the browser shows it."""
    return filled(client.get(f"{PAGE}?as={preset}").content.decode())


def wrong(answer: Any) -> list[str]:
    """The names of the fields with complaints, or the heading."""
    text = answer.content.decode()
    return re.findall(r'<p class="wrong" id="id_(\w+)_error"', text) or re.findall(
        r'id="id_(\w+)-said">.{0,300}?<p class="wrong"', text, re.DOTALL
    )


def test_only_members_set_up_tournaments() -> None:
    assert Client().get(PAGE).url == f"/account/login/?next={PAGE}"  # type: ignore[attr-defined]


def test_templates_lead_to_forms_that_can_be_sent_as_they_are(staff: Client) -> None:
    page = staff.get(PAGE).content.decode()
    for preset in ("friday", "sunday", "league", "own"):
        assert f"?as={preset}" in page
        terms = announce(staff, preset, title=f"A {preset}")
        assert terms.title == f"A {preset}"
        assert (terms.match.rated, terms.match.clock is None, terms.match.stakes) == (True, False, None)


def data(fields: Mapping[str, str]) -> QueryDict:
    """Fields as they arrive."""
    query = QueryDict(mutable=True)
    query.update(fields)
    return query


def test_every_format_can_be_set_up(staff: Client) -> None:
    usual = {**form(staff), "title": "Mine", "rounds": "7", "seeded": "yes", "round_length": "86400000"}
    for name in FORMATS:
        sent = TournamentForm(Rights(), data({**usual, "format": name}))
        assert sent.is_valid(), sent.errors
        terms = sent.terms()
        assert terms.format == name
        assert terms.seeded == (name in ("knockout", "double"))
        assert terms.round_ms == (7_200_000 if name == "arena" else 86_400_000)
        assert terms.rounds == 7


def test_every_game_can_be_set_up(staff: Client) -> None:
    usual = {**form(staff), "title": "Mine"}
    for game in TITLES:
        clock = "calm" if game in DICE_GAMES else "usual"
        sent = TournamentForm(Rights(), data({**usual, "game": game, "clock": clock}))
        assert sent.is_valid(), (sent.errors, sent.match.errors)
        match = sent.terms().match
        assert (match.game, match.clock is None) == (game, False)
        assert match.length == (5 if game in DICE_GAMES else 1)


def test_another_game_brings_its_fields_and_what_was_typed_stays(plain: Client) -> None:
    fields = {**form(plain), "title": "Mine", "most": "7"}
    for game, field in (("chess", "minutes"), ("long-nardy", "length"), ("backgammon", "cube")):
        answer = send(plain, {**fields, "game": game}, "change")
        assert answer.status_code == 200
        again = filled(answer.content.decode())
        assert (again["title"], again["most"], again["game"], field in again) == ("Mine", "7", game, True)
        assert wrong(answer) == []
        assert again["clock"] in ("usual", "calm")
    assert not Tournament.objects.exists()


def test_everything_of_the_staff(staff: Client) -> None:
    more = {
        "title": "Easter",
        "text": "**Lamb**",
        "length": "9",
        "cube": "yes",
        "starts_at": local(3),
        "zone": "UTC",
        "least": "8",
        "most": "16",
        "when_full": "yes",
        "access": "code",
        "code": "rakia",
        "lowest_rating": "400",
        "highest_rating": "900",
        "country": "BG",
        "absent": "600000",
        "rated": "no",
        "robots": "yes",
        "private": "yes",
        "fee": "10,50",
        "bonus": "100",
        "sponsor": "Bakery",
        "shares": "own",
        "own_shares": "60, 25 15%",
    }
    terms = announce(staff, "own", **more)
    assert (terms.fee, terms.bonus, terms.sponsor, terms.shares) == (1050, 10000, "Bakery", (60, 25, 15))
    assert (terms.house_rate, terms.unit) == (LedgerConfig().tournament_rate, "")
    assert (terms.access, terms.country, terms.lowest_rating, terms.highest_rating) == (
        "code",
        "BG",
        400,
        900,
    )
    assert (terms.when_full, terms.absent_ms, terms.robots, terms.private) == (True, 600_000, True, True)
    assert (terms.match.length, terms.match.cube, terms.match.rated) == (9, True, False)
    assert Tournament.objects.get().code.startswith("argon2")


def test_a_member_sets_up_a_private_one_without_money(plain: Client) -> None:
    forged = {"private": "no", "fee": "5", "bonus": "5", "sponsor": "Me", "federation": "sofia"}
    terms = announce(plain, "friday", **forged)
    assert (terms.private, terms.fee, terms.bonus, terms.sponsor, terms.federation) == (True, 0, 0, "", "")


def test_a_members_tournament_deceives_nobody(plain: Client) -> None:
    usual = {**form(plain), "title": "Mine"}
    for more in ({"title": "evil.shop"}, {"text": "See [the prizes](https://evil.example/)"}):
        answer = send(plain, {**usual, **more})
        assert (answer.status_code, sorted(wrong(answer))) == (422, sorted(more))
    assert not Tournament.objects.exists()
    assert announce(plain, "friday", title="Cup\u202e\r\nAccount locked").title == "Cup Account locked"


def test_the_staffs_tournament_leads_to_its_sponsor(staff: Client) -> None:
    text = "See [the sponsor](https://tea.example/)"
    assert announce(staff, "friday", private="no", text=text).text == text


def test_a_club_without_stakes_has_no_money_here(staff: Client, settings: Any) -> None:
    settings.LEDGER = LedgerConfig(stakes=False)
    assert "fee" not in form(staff)
    assert announce(staff, "friday", fee="5").fee == 0


def test_a_wrong_field_is_refused(staff: Client) -> None:
    usual = {**form(staff), "title": "Mine"}
    rights = roles.rights(Member.objects.get())
    for more, field in WRONG:
        sent = TournamentForm(rights, data({**usual, **more}))
        assert not sent.is_valid(), more
        assert field in {**sent.errors, **sent.match.errors}, more


def test_wrong_fields_say_so_and_nothing_is_stored(staff: Client) -> None:
    usual = {**form(staff), "title": "Mine"}
    for more in WRONG_TOGETHER:
        answer = send(staff, {**usual, **more})
        assert (answer.status_code, sorted(wrong(answer))) == (422, sorted(more))
    assert not Tournament.objects.exists()


def test_a_start_is_in_the_time_of_the_zone(plain: Client) -> None:
    year = timezone.now().year + 1
    for day, hour in ((f"{year}-07-01", 16), (f"{year}-01-15", 17)):
        more = {"starts_at": f"{day}T19:00", "zone": "Europe/Sofia"}
        terms = announce(plain, "friday", **more)
        assert datetime.fromtimestamp(terms.starts_at / 1000, UTC).hour == hour


def next_change() -> str:
    """A time on the last Sunday of next March that the clocks of Sofia skip."""
    last = date(timezone.now().year + 1, 3, 31)
    return f"{last - timedelta(days=(last.weekday() + 1) % 7)}T03:30"


def test_a_time_that_the_clocks_skip_is_refused(plain: Client) -> None:
    more = {"starts_at": next_change(), "zone": "Europe/Sofia"}
    assert wrong(send(plain, {**form(plain, "friday"), **more})) == ["starts_at"]


def test_nobody_announces_what_they_have_not_read(plain: Client) -> None:
    fields = form(plain, "friday")
    assert "match to 5" in fields["read"] or "to 5" in fields["read"]
    answer = send(plain, {**fields, "length": "9"})
    assert answer.status_code == 200
    assert b"Check the summary" in answer.content
    assert not Tournament.objects.exists()
    assert send(plain, filled(answer.content.decode())).status_code == 302


def test_a_form_that_is_sent_twice_announces_once(plain: Client) -> None:
    fields = form(plain, "friday")
    assert send(plain, fields)["Location"] == send(plain, fields)["Location"]
    assert Tournament.objects.count() == 1


def test_the_summary_follows_the_form(plain: Client) -> None:
    fields = {**form(plain, "friday"), "access": "invited"}
    summary = filled('id="tournament"' + send(plain, fields, "summary").content.decode())["read"]
    for part in ("Knock-out: Tabla", "From 4 to 8 players.", "No entry fee.", "By invitation."):
        assert part in summary
    summary = filled('id="tournament"' + send(plain, {**fields, "least": "8"}, "summary").content.decode())[
        "read"
    ]
    assert "8 players." in summary
    assert "From 8" not in summary
    summary = filled('id="tournament"' + send(plain, {**fields, "most": "0"}, "summary").content.decode())[
        "read"
    ]
    assert summary == ""
