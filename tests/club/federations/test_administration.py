"""The pages of a federation's administrators, and that nobody else sees or changes anything there."""

import csv
import io
import json
import re
from html import escape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.club.federations.conftest import People, SignIn, add, use_up
from tests.club.profile.test_avatars import drawn
from tests.support.by_day import by_day
from tests.support.club.statistics_client import Browser
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.federations import limits, queries
from zaria.club.federations.account import account_of
from zaria.club.federations.actions import contents, contracts, memberships
from zaria.club.federations.administration import PER_PAGE
from zaria.club.federations.models import Contract, Federation, FederationText, Membership, Title
from zaria.club.ledger.actions import Booking, post
from zaria.club.ledger.kinds import ISSUED, TransferKind, federation_code
from zaria.club.personal_data import deletion

HERE = "/f/sofia/administration"


def picture() -> SimpleUploadedFile:
    """A picture that somebody uploads."""
    return SimpleUploadedFile("arms.png", drawn("PNG"), "image/png")


def state(federation: Federation, member: Member) -> str:
    """The state of a membership; "" without one."""
    membership = queries.membership(federation, member)
    return membership.state if membership else ""


def rows() -> list[Any]:
    """All that is stored of federations."""
    kinds = (Federation, FederationText, Membership, Title, Contract)
    return [list(kind.objects.order_by("pk").values()) for kind in kinds]


@pytest.fixture
def browser(people: People, sofia: Federation, sign_in: SignIn) -> Client:
    """The browser of the administrator."""
    return sign_in(people["Marica"])


def requests(title: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Every page and every act of an administrator, each with an answer that would change something."""
    return [
        ("GET", HERE, {}),
        ("POST", HERE, {"mode": "open", "sponsor": "Evil"}),
        ("POST", f"{HERE}/arms", {"picture": picture()}),
        ("POST", f"{HERE}/arms", {"remove": "1"}),
        ("GET", f"{HERE}/texts/en", {}),
        ("POST", f"{HERE}/texts/en", {"text": "Evil"}),
        ("GET", f"{HERE}/members", {}),
        ("POST", f"{HERE}/members/invite", {"login": "Moder"}),
        ("POST", f"{HERE}/members/accept", {"login": "Ann"}),
        ("POST", f"{HERE}/members/decline", {"login": "Ann"}),
        ("POST", f"{HERE}/members/withdraw", {"login": "Keeper"}),
        ("POST", f"{HERE}/members/remove", {"login": "Bob"}),
        ("GET", f"{HERE}/titles", {}),
        ("POST", f"{HERE}/titles", {"login": "Ann", "name": "Evil"}),
        ("POST", f"{HERE}/titles/{title}/remove", {}),
        ("GET", f"{HERE}/account", {}),
        ("GET", f"{HERE}/account.csv", {}),
        ("GET", "/f/sofia/export.json", {}),
        ("GET", "/f/sofia/export.csv", {}),
    ]


@pytest.fixture
def title(people: People, sofia: Federation) -> int:
    """A title of Bob; Ann has asked to join, Keeper is invited."""
    add(sofia, people["Bob"])
    add(sofia, people["Ann"], "requested")
    add(sofia, people["Keeper"], "invited")
    return contents.give_title(people["Marica"], sofia, people["Bob"], "Master", 2025).pk


@pytest.mark.parametrize("who", by_day(("Boris", "Moder"), ("Boris", "Bob", "Moder")))
def test_nobody_else_sees_or_changes_anything(
    people: People, varna: Federation, title: int, sign_in: SignIn, who: str
) -> None:
    client, before = sign_in(people[who]), rows()
    for method, path, data in requests(title):
        answer = _send(client, method, path, data)
        assert answer.status_code == 403, path
    assert rows() == before
    assert f'href="{HERE}"' not in html_of(client.get("/f/sofia"))


def test_guests_are_sent_to_sign_in(title: int) -> None:
    before = rows()
    for method, path, data in requests(title):
        answer = _send(Client(), method, path, data)
        assert answer.status_code == 302, path
        assert answer["Location"].startswith("/account/login/?next=/f/sofia/")
    assert rows() == before


@pytest.mark.parametrize("who", by_day(("Keeper",), ("Marica", "Keeper")))
def test_administrators_and_staff_with_the_power_reach_all_of_it(
    people: People, title: int, sign_in: SignIn, who: str
) -> None:
    client = sign_in(people[who])
    for method, path, data in requests(title):
        expected = 200 if method == "GET" else 302
        answer = _send(client, method, path, data)
        assert answer.status_code == expected, path
        assert "no-store" in answer["Cache-Control"] or method == "POST", path
    assert f'href="{HERE}"' in html_of(client.get("/f/sofia"))


def test_an_administrator_acts_on_nothing_of_another_federation(
    people: People, browser: Client, varna: Federation, title: int
) -> None:
    add(varna, people["Ann"])
    varna_title = contents.give_title(people["Boris"], varna, people["Ann"], "Master", None)
    assert browser.post(f"{HERE}/titles/{varna_title.pk}/remove").status_code == 302
    assert Title.objects.filter(pk=varna_title.pk).exists()
    browser.post(f"{HERE}/members/remove", {"login": "Ann"})
    assert state(varna, people["Ann"]) == "member"


def test_a_contract_that_has_ended_gives_nothing(people: People, browser: Client, sofia: Federation) -> None:
    contracts.take_back_administration(None, Contract.objects.get(federation=sofia))
    assert browser.get(HERE).status_code == 403
    assert "The staff of the club administers" in html_of(Client().get("/f/sofia"))


def test_details_are_saved_and_wrong_ones_are_not(browser: Client, sofia: Federation) -> None:
    saved = {"mode": "open", "sponsor": "Café Roma", "sponsor_address": "https://roma.example"}
    assert browser.post(HERE, saved).status_code == 302
    for wrong in (
        {"mode": "sometimes"},
        {"mode": "open", "sponsor": "x" * 81},
        {"mode": "open", "sponsor": "x", "sponsor_address": "javascript:alert(1)"},
        {"mode": "open", "sponsor_address": "https://roma.example"},
    ):
        answer = browser.post(HERE, wrong)
        assert answer.status_code == 422, wrong
        assert 'class="wrong"' in html_of(answer)
    sofia.refresh_from_db()
    assert (sofia.mode, sofia.sponsor, sofia.sponsor_address) == tuple(saved.values())


def test_texts_are_saved_by_language(browser: Client, sofia: Federation) -> None:
    assert browser.post(f"{HERE}/texts/bg", {"text": "Играем", "rules": "**Без дим**"}).status_code == 302
    page = html_of(browser.get(f"{HERE}/texts/bg"))
    assert "Играем</textarea>" in page
    assert browser.post(f"{HERE}/texts/bg", {"text": "я" * 8001}).status_code == 422
    assert browser.get(f"{HERE}/texts/de").status_code == 404
    assert sofia.texts.get().rules == "**Без дим**"


def test_a_coat_of_arms_is_encoded_again(browser: Client, sofia: Federation) -> None:
    assert browser.post(f"{HERE}/arms", {"picture": picture()}).status_code == 302
    assert browser.get("/f/sofia/arms").content.startswith(b"RIFF")
    wrong = SimpleUploadedFile("arms.png", b"<svg onload=alert(1)>", "image/png")
    for data in ({"picture": wrong}, {}):
        assert browser.post(f"{HERE}/arms", data).status_code == 422
    assert browser.get("/f/sofia/arms").content.startswith(b"RIFF")
    assert browser.post(f"{HERE}/arms", {"remove": "1"}).status_code == 302
    assert browser.get("/f/sofia/arms")["Content-Type"] == "image/svg+xml"


def test_members_are_accepted_declined_invited_and_removed(
    people: People, browser: Client, sofia: Federation
) -> None:
    ann, bob = people["Ann"], people["Bob"]
    add(sofia, ann, "requested")
    add(sofia, bob, "requested")
    assert 'class="federation-count">2<' in html_of(browser.get(HERE))
    browser.post(f"{HERE}/members/accept", {"login": "Ann"})
    browser.post(f"{HERE}/members/decline", {"login": "Bob"})
    assert (state(sofia, ann), state(sofia, bob)) == ("member", "left")
    browser.post(f"{HERE}/members/accept", {"login": "Bob"})
    assert "has changed in the meantime" in html_of(browser.get(f"{HERE}/members"))
    assert browser.post(f"{HERE}/members/invite", {"login": "bob"}).status_code == 302
    assert state(sofia, bob) == "invited"
    browser.post(f"{HERE}/members/withdraw", {"login": "Bob"})
    assert state(sofia, bob) == ""
    browser.post(f"{HERE}/members/remove", {"login": "Ann"})
    assert state(sofia, ann) == "left"
    assert browser.post(f"{HERE}/members/promote", {"login": "Ann"}).status_code == 404


def test_the_size_follows_the_members(people: People, browser: Client, sofia: Federation) -> None:
    def size() -> int:
        sofia.refresh_from_db()
        assert f"<small>{sofia.size} member" in re.sub(
            r"\s*(<small>)\s*", r"\1", html_of(Client().get("/federations"))
        )
        return sofia.size

    memberships.join(people["Ann"], sofia)
    assert size() == 0
    for login in ("Ann", "Bob"):
        browser.post(f"{HERE}/members/invite", {"login": login})
    assert size() == 1
    memberships.join(people["Bob"], sofia)
    memberships.join(people["Bob"], sofia)
    assert size() == 2
    browser.post(f"{HERE}/members/remove", {"login": "Ann"})
    assert size() == 1
    memberships.leave(people["Bob"], sofia)
    assert size() == 0
    add(sofia, people["Ann"])
    Federation.objects.update(size=1)
    assert size() == 1
    deletion.delete(people["Ann"], "Amber-Fox 42")
    assert size() == 0


def test_invitations_that_lead_to_nobody(people: People, browser: Client, sofia: Federation) -> None:
    Member.objects.filter(pk=people["Ann"].pk).update(settings={"invites": "nobody"})
    Member.objects.filter(pk=people["Bob"].pk).update(robot=True)
    for login, message in (
        ("Nobody", "no member with this login"),
        ("Bob", "no member with this login"),
        ("Ann", escape("doesn't accept invitations")),
        ("", "This field is required"),
        ("x" * 21, "at most 20"),
    ):
        answer = browser.post(f"{HERE}/members/invite", {"login": login})
        assert answer.status_code == 422
        assert message in html_of(answer)
    assert not Membership.objects.exists()


def test_a_long_list_of_members_is_searched(people: People, browser: Client, sofia: Federation) -> None:
    add(sofia, people["Ann"])
    add(sofia, people["Bob"])
    page = html_of(browser.get(f"{HERE}/members?q=an"))
    assert "/@Ann" in page
    assert "/@Bob" not in page


def test_titles_are_given_to_members_once(people: People, browser: Client, sofia: Federation) -> None:
    add(sofia, people["Bob"])
    champion = {"login": "bob", "name": "Champion", "year": "2026"}
    assert browser.post(f"{HERE}/titles", champion).status_code == 302
    for wrong in (
        champion,
        champion | {"login": "Ann"},
        champion | {"login": "Nobody"},
        champion | {"year": "2526"},
        champion | {"year": "-1"},
        champion | {"name": "x" * 61},
    ):
        assert browser.post(f"{HERE}/titles", wrong).status_code == 422, wrong
    title = Title.objects.get()
    assert (title.member, title.name, title.year) == (people["Bob"], "Champion", 2026)
    browser.post(f"{HERE}/titles/{title.pk}/remove")
    assert not Title.objects.exists()


def test_titles_are_listed_page_by_page(people: People, browser: Client, sofia: Federation) -> None:
    titles = [Title(federation=sofia, name="Champion", year=2000 + n) for n in range(PER_PAGE + 1)]
    Title.objects.bulk_create(titles)
    assert html_of(browser.get(f"{HERE}/titles")).count("<b>Champion") == PER_PAGE
    assert "<b>Champion 2000</b>" in html_of(browser.get(f"{HERE}/titles?page=2"))


def test_the_statement_of_the_account(browser: Client, people: People, sofia: Federation) -> None:
    assert account_of(sofia).guarded
    assert "No entries yet" in html_of(browser.get(f"{HERE}/account"))
    post([Booking("f1", TransferKind.FEE, ISSUED, federation_code("sofia"), 12_50, note="Cup of May")])
    page = html_of(browser.get(f"{HERE}/account"))
    assert "12.50 credits" in page
    assert "Cup of May" in page
    assert "fee,12.50,12.50" in Browser(people["Marica"]).get(f"{HERE}/account.csv").text


def test_nothing_of_a_closed_federation_changes_but_it_can_be_exported(
    browser: Client, people: People, sofia: Federation, title: int
) -> None:
    contracts.close_federation(sofia)
    before = rows()
    for method, path, data in requests(title):
        if method == "POST":
            assert _send(browser, method, path, data).status_code in (302, 422), path
    assert rows() == before
    assert browser.get("/f/sofia/export.json").status_code == 200


def test_changes_are_limited(people: People, browser: Client) -> None:
    assert browser.post(f"{HERE}/members/invite").status_code == 422
    use_up(limits.changes(), people["Marica"])
    assert browser.post(f"{HERE}/members/invite").status_code == 429
    assert browser.get(f"{HERE}/members").status_code == 200


def test_the_files_have_all_that_belongs_to_the_federation(
    browser: Client, people: People, sofia: Federation, title: int
) -> None:
    contents.save_text(people["Marica"], sofia, "en", "=1+1", "")
    file = json.loads(browser.get("/f/sofia/export.json").content)
    assert (file["format"], file["slug"]) == ("zaria-federation", "sofia")
    assert file["texts"] == {"en": {"text": "=1+1", "rules": ""}}
    assert [member["login"] for member in file["members"]] == ["Bob"]
    assert [title["name"] for title in file["titles"]] == ["Master"]
    assert [contract["party_name"] for contract in file["contracts"]] == ["Marica Petrova"]
    assert browser.get("/f/sofia/export.csv").streaming
    text = Browser(people["Marica"]).get("/f/sofia/export.csv").text
    table = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["record"] for row in table] == ["federation", "member", "title", "contract", "text", "rules"]
    assert table[4]["text"] == "'=1+1"


def _send(client: Client, method: str, path: str, data: dict[str, Any]) -> Any:
    return client.get(path) if method == "GET" else client.post(path, data)


def test_requests_and_invitations_stand_on_a_page_of_fifty(
    people: People, sofia: Federation, browser: Client
) -> None:
    since = people["Ann"].date_joined
    asking = Member.objects.bulk_create(
        Member(username=f"Asking{number}", email=f"a{number}@example.org", since=since)
        for number in range(120)
    )
    for state_name, members in (("requested", asking[:60]), ("invited", asking[60:])):
        Membership.objects.bulk_create(
            Membership(federation=sofia, member=member, state=state_name) for member in members
        )
    page = html_of(browser.get(f"{HERE}/members"))
    assert page.count(f'formaction="{HERE}/members/decline"') == 50
    assert page.count(f'action="{HERE}/members/withdraw"') == 50
    assert page.count("50 / 60") == 2
    searched = html_of(browser.get(f"{HERE}/members", {"q": "asking59"}))
    assert searched.count(f'formaction="{HERE}/members/decline"') == 1
    assert "Asking59" in searched
