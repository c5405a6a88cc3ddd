"""A registration before its address is confirmed, and the operator's choice of lengths for logins."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from tests.support.club.member_client import PASSWORD, Somebody, broken, page_messages, wrong
from tests.support.servers import Server
from zaria.club.accounts import environment
from zaria.club.site.data_directory import ConfigurationError

WAITING = "/account/confirm-email/"
EARLY = "You can request another e-mail three minutes after the last one."


def test_another_mail_is_sent_no_sooner_than_three_minutes_after_the_last(server: Server) -> None:
    newcomer, member = Somebody(server.url), Somebody(server.url).join()
    newcomer.register()
    second = Somebody(server.url)
    second.register(email=member.email)
    second.email = member.email
    for somebody in (newcomer, second):  # nobody learns which of the two addresses had an account
        before = len(somebody.mails())
        page = somebody.get(WAITING)
        assert f"<b>{somebody.email}</b>" in page.text
        assert somebody.fill(WAITING + "again", page).headers["Location"] == WAITING
        assert EARLY in page_messages(somebody.get(WAITING))
        assert len(somebody.mails()) == before


@pytest.mark.django_db
def test_another_mail_is_sent_later(client: Client, mailoutbox: list[EmailMessage]) -> None:
    passwords = {"password1": PASSWORD, "agree": "on"}
    fields = {"username": "Newcomer", "email": "new@example.org", **passwords}
    client.post("/account/signup/", fields)
    cache.clear()  # where the three minutes are counted
    client.post(WAITING + "again")
    first, second = mailoutbox
    assert first.to == second.to == ["new@example.org"]
    assert WAITING in second.body
    cache.clear()


def test_a_member_who_mistyped_the_address_takes_another(server: Server) -> None:
    somebody, member = Somebody(server.url), Somebody(server.url).join()
    right = somebody.email
    for mistyped in ("mistyped@example.org", member.email):  # one that is free, and one that has an account
        assert somebody.register(email=mistyped).status == 302
        form = somebody.fill("/account/signup/change", somebody.get(WAITING)).headers["Location"]
        page = somebody.get(form).text
        assert f'value="{somebody.login}"' in page
        assert f'value="{mistyped}"' in page
    assert somebody.register(email=right).status == 302
    somebody.confirm()
    assert somebody.is_in()


def test_a_member_cannot_be_given_up(server: Server) -> None:
    somebody = Somebody(server.url)
    answer = somebody.register()
    assert answer.status == 302, wrong(answer)
    page = somebody.get(WAITING)
    assert somebody.confirm().status == 302
    somebody.fill("/account/signup/change", page)
    again = Somebody(server.url)
    assert again.sign_in(somebody.login).headers["Location"] == "/"
    for path in ("/account/signup/change", WAITING + "again"):  # and strangers change nothing
        assert Somebody(server.url).fill(path, Somebody(server.url).get("/")).status in (302, 403)
        assert Somebody(server.url).get(path).status == 405


@pytest.mark.parametrize(
    ("language", "subject"),
    [("bg", "Потвърдете имейла си"), ("el", "Επιβεβαιώστε το e-mail σας"), ("tr", "E-postanızı doğrulayın")],
)
def test_the_mail_of_a_registration_is_in_the_language_of_the_page(
    server: Server, language: str, subject: str
) -> None:
    somebody = Somebody(server.url, language)
    assert somebody.register().status == 302
    assert somebody.mails()[0].startswith(subject)


def test_the_operator_sets_how_long_a_login_may_be(tmp_path: Path) -> None:
    server = Server(tmp_path, ZARIA_LOGIN_LENGTH="3-20")
    try:
        for login in ("Ian", "Bartholomew12345678"):
            somebody = Somebody(server.url)
            somebody.login = login
            assert somebody.join().is_in()
        assert broken(Somebody(server.url).register(username="Al")) == ["3 to 20 characters"]
    finally:
        server.stop()


@pytest.mark.parametrize("length", ["2-10", "5-21", "10-5", "5", "-", "five-ten", "5-10-20"])
def test_lengths_that_make_no_sense_are_refused(monkeypatch: pytest.MonkeyPatch, length: str) -> None:
    monkeypatch.setenv("ZARIA_LOGIN_LENGTH", length)
    with pytest.raises(ConfigurationError, match="ZARIA_LOGIN_LENGTH"):
        environment.login_length()
