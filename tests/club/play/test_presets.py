"""Saved terms: by a guest in the browser, by a member with the account; applied, renamed, deleted."""

from typing import Any

import pytest

from tests.support.club.member_client import Somebody
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.personal_data import deletion, export
from zaria.club.play import presets
from zaria.club.play.presets import COOKIE, MOST, Preset, PresetRefusedError

CLUB_NIGHT = {"game": "backgammon", "length": "7", "cube": "yes", "clock": "quick", "colour": "dark"}


def _checked(page: Page, name: str) -> str:
    parts = [part for part in page.text.split("<input ") if f'name="{name}"' in part and "checked" in part]
    return parts[0].partition('value="')[2].partition('"')[0]


def _typed(page: Page, name: str) -> str:
    part = next(part for part in page.text.split("<input ") if f'name="{name}"' in part)
    return part.partition('value="')[2].partition('"')[0]


def _save(visitor: Visitor, name: str, **fields: str) -> Page:
    return visitor.post("/presets/save", **{**CLUB_NIGHT, **fields, "name": name})


def _opens_with_club_night(visitor: Visitor) -> None:
    page = visitor.get("/new/backgammon?preset=Club%20night")
    chosen = [_checked(page, name) for name in ("length", "cube", "clock", "colour")]
    assert chosen == ["7", "yes", "quick", "dark"]


def test_a_guest_saves_terms_and_applies_them_with_one_tap(server: Server) -> None:
    guest = Visitor(server.url)
    assert "Saved terms" not in guest.get("/new/tapa").text
    first = guest.post("/presets/save", **CLUB_NIGHT)
    assert first.status == 200
    assert 'value="Backgammon, Match to 7"' in first.text
    saved = _save(guest, "  Club   night ")
    assert (saved.status, saved.headers["Location"]) == (302, "/new/backgammon?preset=Club+night")
    _opens_with_club_night(guest)
    other_game = guest.get("/new/tapa").text
    assert "<b>Club night</b>" in other_game
    assert "Backgammon · Match to 7 · 12 s per move + 2 min reserve · Doubling cube" in other_game
    assert 'href="/new/backgammon?preset=Club+night"' in other_game
    assert "Club night" not in Visitor(server.url).get("/new/tapa").text


@pytest.mark.parametrize(
    ("terms", "summary"),
    [
        ({"length": "0", "jacoby": "yes"}, "Money session · 12 s per move + 2 min reserve · Doubling cube"),
        (
            {"handicap": "3", "head_start": "me"},
            "Match to 7 · 12 s per move + 2 min reserve · Doubling cube · Handicap",
        ),
    ],
)
def test_sessions_and_handicaps_are_saved(server: Server, terms: dict[str, str], summary: str) -> None:
    member = Somebody(server.url).join()
    assert _save(member, "Ours", **terms).status == 302
    assert f"Backgammon · {summary}" in member.get("/new/tapa").text
    form = member.get("/new/backgammon?preset=Ours")
    for name, value in terms.items():
        assert value == (_checked(form, name) if name != "handicap" else _typed(form, name))


@pytest.mark.parametrize(("colour", "head_start"), [("light", "opponent"), ("dark", "me"), ("random", "me")])
def test_a_handicap_is_shown_for_the_side_that_has_it(server: Server, colour: str, head_start: str) -> None:
    fields = {**CLUB_NIGHT, "colour": colour, "handicap": "3", "head_start": head_start}
    facts = Visitor(server.url).post("/presets/save", **fields).text.partition("<dl")[2].partition("</dl>")[0]
    assert "begins with" not in facts
    assert {"opponent": "My opponent", "me": "Myself"}[head_start] in facts


def test_terms_are_renamed_replaced_and_deleted(server: Server) -> None:
    guest = Visitor(server.url)
    _save(guest, "Club night")
    _save(guest, "Evening", length="3")
    assert guest.post("/presets/rename", preset="Evening", name="Club night").status == 422
    assert guest.post("/presets/rename", preset="Evening", name="x" * 41).status == 422
    assert guest.post("/presets/rename", preset="Evening", name="Morning").status == 302
    _save(guest, "Morning", length="5")
    page = guest.get("/presets").text
    assert page.count('class="preset"') == 2
    assert "Evening" not in page
    assert "Match to 5" in page
    assert page.index("Club night") < page.index("Morning")
    for _again in range(2):
        assert guest.post("/presets/delete", preset="Club night").status == 302
    assert "Club night" not in guest.get("/presets").text
    guest.post("/presets/delete", preset="Morning")
    assert "You have saved no terms yet" in guest.get("/presets").text


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 41])
def test_a_name_must_be_one_that_can_be_read(server: Server, name: str) -> None:
    page = _save(Visitor(server.url), name)
    assert page.status == 422
    assert 'role="alert"' in page.text


def test_a_name_is_text_and_never_markup(server: Server) -> None:
    guest = Visitor(server.url)
    _save(guest, '<b>"&?#')
    page = guest.get("/new/backgammon").text
    assert "&lt;b&gt;&quot;&amp;?#" in page
    assert "/new/backgammon?preset=%3Cb%3E%22%26%3F%23" in page
    assert _checked(guest.get("/new/backgammon?preset=%3Cb%3E%22%26%3F%23"), "length") == "7"


def test_terms_that_cannot_be_played_are_not_saved(server: Server) -> None:
    guest = Visitor(server.url)
    page = _save(guest, "Odd", length="other", points="4000")
    assert page.status == 422
    assert "Please check them" in page.text
    assert '<a href="#id_points">Points to win the match</a>' in page.text
    beside = guest.post("/presets/save", **CLUB_NIGHT, handicap="7", level="5", training="yes")
    assert (beside.status, _checked(beside, "level"), _checked(beside, "training")) == (422, "5", "yes")
    assert guest.post("/presets/save", game="poker", name="Odd").status == 404
    assert COOKIE not in guest.cookies


def test_terms_against_the_computer_alone_and_without_stakes_are_saved(server: Server) -> None:
    guest = Visitor(server.url)
    assert guest.post("/presets/save", game="chess", clock="none", stake="5", name="Slow").status == 302
    assert _checked(guest.get("/new/chess?preset=Slow"), "clock") == "none"


def test_a_thirteenth_does_not_fit(server: Server) -> None:
    guest = Visitor(server.url)
    for n in range(MOST):
        assert _save(guest, f"Terms {n}").status == 302
    assert _save(guest, "One more").status == 422
    assert _save(guest, "Terms 3", length="9").status == 302
    assert len(guest.cookies[COOKIE]) <= presets.MOST_BYTES


def test_what_does_not_fit_into_the_cookie_is_refused(server: Server) -> None:
    guest = Visitor(server.url)
    answers = [
        _save(guest, "".join(chr(0x410 + (n * 17 + k * k) % 64) for k in range(40))) for n in range(12)
    ]
    assert len(guest.cookies[COOKIE]) <= presets.MOST_BYTES
    assert {page.status for page in answers} <= {302, 422}
    assert answers[3].status == 302


def test_a_member_has_them_at_every_browser_and_takes_a_guests_along(server: Server) -> None:
    laptop = Somebody(server.url)
    _save(laptop, "Club night")
    laptop.join()
    _opens_with_club_night(laptop)
    assert _save(laptop, "Evening", rated="no").status == 302
    assert COOKIE not in laptop.cookies
    phone = Somebody(server.url)
    phone.sign_in(laptop.login)
    _opens_with_club_night(phone)
    page = phone.get("/new/backgammon?preset=Evening")
    assert _checked(page, "rated") == "no"
    phone.post("/presets/delete", preset="Club night")
    assert "Club night" not in laptop.get("/presets").text


@pytest.mark.parametrize("cookie", ["", "nonsense", "eyJhIjoxfQ:1:x", "é"])
def test_a_cookie_that_cannot_be_is_as_if_there_were_none(server: Server, cookie: str) -> None:
    headers = {"Cookie": f"{COOKIE}={cookie}".encode("latin-1")}
    page = Visitor(server.url).send("GET", "/new/tapa", headers=headers)
    assert page.status == 200
    assert "Saved terms" not in page.text


@pytest.mark.parametrize(
    "stored",
    [
        None,
        "text",
        5,
        {"a": 1},
        [1, [2], None],
        [["a", "poker", {}]],
        [["", "tapa", {}]],
        [["a", "tapa", []]],
    ],
)
def test_what_was_stored_in_another_shape_is_nothing(stored: Any) -> None:
    assert presets._known(stored) == []


def test_two_of_one_name_are_one() -> None:
    stored = [["a", "tapa", {"length": 5}], ["a", "tabla", {}]]
    assert presets._known(stored) == [Preset("a", "tapa", {"length": "5"})]
    with pytest.raises(PresetRefusedError):
        presets.saving(Preset("new", "tapa", {}))([Preset(str(n), "tapa", {}) for n in range(MOST)])


def test_terms_of_another_time_are_read_as_far_as_they_can_be_played() -> None:
    odd = Preset("a", "tapa", {"length": "5", "clock": "sundial", "no": "field"})
    assert odd.summary == "Match to 5"


@pytest.mark.django_db
def test_they_are_exported_and_go_with_the_account() -> None:
    stored = [["Club night", "backgammon", {"length": "7"}]]
    member = Member.objects.create(username="Paul4", email="paul4@example.org", presets=stored)
    assert export.of(member)["account"]["presets"] == stored
    deletion.delete(member, "Amber-Fox 42")
    assert Member.objects.get(pk=member.pk).presets == []
