"""Members agree to the texts: at registration, kindly, or before they go on when a version asks again."""

import sqlite3
from contextlib import closing
from html import escape
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from tests.support.club.member_client import PASSWORD, Somebody
from tests.support.http_client import html_of
from tests.support.servers import Server
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import token_hash
from zaria.club.personal_data import export
from zaria.club.site.database import databases
from zaria.club.texts import actions, consent, queries
from zaria.club.texts.kinds import AGREED, TextKind
from zaria.club.texts.models import Consent

ASKED = "The club has rules of conduct and terms."


def ask_again() -> None:
    actions.publish(TextKind.TERMS, queries.all_markdown(TextKind.TERMS, 1), "Keeper", asks_again=True)
    consent.forget()  # nothing is committed in a test


def agreed_to(member: Member) -> set[tuple[str, int]]:
    return set(Consent.objects.filter(member=member).values_list("kind", "number"))


@pytest.mark.django_db
def test_nobody_registers_without_agreeing(client: Client, mailoutbox: list[EmailMessage]) -> None:
    fields = {
        "username": "Newcomer",
        "email": "agrees@example.org",
        "password1": PASSWORD,
    }
    page = html_of(client.get("/account/signup/"))
    for kind in AGREED:
        assert f'<a href="/{kind}" target="_blank">' in page
    refused = html_of(client.post("/account/signup/", fields))
    assert escape("Please read and accept the club's rules and terms.") in refused
    assert not Member.objects.exists()
    assert client.post("/account/signup/", {**fields, "agree": "on"}).status_code == 302
    member = Member.objects.get()
    assert agreed_to(member) == {(kind, 1) for kind in AGREED}
    assert member.agreed == 0
    assert len(export.of(member)["consents"]) == len(AGREED)


def test_members_from_before_are_asked_kindly(browser: Client, ann: Member) -> None:
    assert ASKED in html_of(browser.get("/rules"))
    assert browser.get("/rules").status_code == browser.get("/contact").status_code == 200
    assert browser.post("/consent/later", {"next": "/rules"}).headers["Location"] == "/rules"
    assert ASKED not in html_of(browser.get("/rules"))
    page = html_of(browser.get("/consent"))
    assert 'name="seen" value="1.1.1"' in page
    assert browser.post("/consent", {"seen": "1.1.1", "next": "//evil.example"}).headers["Location"] == "/"
    assert agreed_to(ann) == {(kind, 1) for kind in AGREED}
    assert "You have agreed to these texts." in html_of(browser.get("/consent"))
    assert ASKED not in html_of(browser.get("/rules"))


def test_a_version_that_asks_again_comes_before_play(browser: Client, ann: Member) -> None:
    actions.agree(ann)
    ask_again()
    for path in ("/", "/new/tabla", "/new", "/t/abcdefgh"):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/consent"), path
    for path in ("/new", "/me", "/shop/gift"):
        answer = browser.post(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/consent"), path
    assert browser.post("/messages/block", {"name": ann.username, "on": "1"}).status_code == 404, "oneself"
    for path in ("/rules/tabla", "/terms", "/ranking", "/contact", "/account/logout/", "/me/account/delete"):
        assert browser.get(path).status_code == 200, path
    Member.objects.create(username="Rude1", email="rude@example.org", player="p-rude", since=timezone.now())
    assert browser.get("/support").status_code == 200
    assert browser.get("/report?about=player:Rude1").status_code == 200, "whom others insult asks for help"
    page = html_of(browser.get("/consent?next=/new/tabla"))
    assert "accept them to go on playing" in page
    assert "Later" not in page
    early = browser.post("/consent", {"seen": "1.1.1"})
    assert early.status_code == 409
    assert "has just changed" in html_of(early)
    done = browser.post("/consent", {"seen": "1.2.1", "next": "/new/tabla"})
    assert done.headers["Location"] == "/new/tabla"
    assert (TextKind.TERMS, 2) in agreed_to(ann)
    assert browser.get("/rules").status_code == 200


def test_a_change_that_does_not_ask_asks_nobody(browser: Client, ann: Member) -> None:
    actions.agree(ann)
    actions.publish(TextKind.TERMS, queries.all_markdown(TextKind.TERMS, 1), "Keeper", asks_again=False)
    assert ASKED not in html_of(browser.get("/rules"))


def test_a_token_goes_on_until_a_version_asks_again(ann: Member) -> None:
    Member.objects.filter(pk=ann.pk).update(robot=True)
    Token.objects.create(owner=ann, name="bot", hash=token_hash("secret"), start="se")
    client = Client(headers={"Authorization": "Bearer secret"})
    assert client.post("/api/v1/tables", "{}", content_type="application/json").json()["code"] == "bad_field"
    ask_again()
    answer = client.post("/api/v1/tables", "{}", content_type="application/json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "consent_needed"
    assert client.get("/api/v1/games").status_code == 200


@pytest.mark.slow
def test_a_match_that_runs_is_played_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        with closing(sqlite3.connect(server.data / databases.FILE, isolation_level=None)) as store:
            store.execute(
                "INSERT INTO texts_textversion (kind, number, at, by_name, asks_again)"
                " VALUES ('terms', 2, '2026-11-24', 'Keeper', 1)"
            )
            store.execute(
                "INSERT INTO texts_sitetext (version_id, language, markdown) VALUES (1, 'en', 'New')"
            )
            ann = Somebody(server.url).join()
            table = ann.set_table(opponent="computer")
            store.execute("UPDATE members_member SET agreed = NULL")
        assert ann.get(table).status == 200
        assert ann.get("/").headers["Location"].startswith("/consent")
        assert ann.get("/t/elsewhere").headers["Location"].startswith("/consent")
    finally:
        server.stop()
