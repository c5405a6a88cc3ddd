"""Refusals by the accounts: rules, doors, throttles."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import allauth
import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.core.cache import cache
from django.test import RequestFactory

from tests.support.club.member_client import PASSWORD, Somebody, broken, page_messages, wrong
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.adapter import _LIMITED_MAILS, AccountAdapter
from zaria.club.accounts.passwords import Rules

LONG = f"{'i' * 64}@{'e' * 63}.{'e' * 63}.{'e' * 63}.org"


@pytest.mark.parametrize(
    ("field", "value", "messages"),
    [
        ("username", "Adm1n7", ["This login is not allowed."]),
        ("username", "r00t99", ["This login is not allowed."]),
        ("email", "ivan", ["Enter a valid email address."]),
        ("email", LONG, ["Ensure this value has at most 254 characters (it has 260)."]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_field_is_named(
    server: Server, field: str, value: str, messages: list[str]
) -> None:
    assert wrong(Somebody(server.url).register(**{field: value})) == messages


@pytest.mark.parametrize(
    ("field", "value", "rules"),
    [
        ("username", "Ivan", ["5 to 10 characters"]),
        ("username", "IvanIvanIva", ["5 to 10 characters"]),
        ("username", "иван", ["5 to 10 characters", "only Latin letters and digits"]),
        ("username", "Ivan_5", ["only Latin letters and digits"]),
        ("password1", "tavla2nardy", ["an uppercase letter of any alphabet"]),
        ("password1", "TAVLA2NARDY", ["a lowercase letter of any alphabet"]),
        ("password1", "TavlaNardy", ["a digit"]),
        ("password1", "Tavla2N", ["at least 8 characters"]),
        ("password1", "Password1", ["not a common password such as Password1"]),
    ],
)
def test_broken_rules_are_marked_in_their_list_and_nowhere_else(
    server: Server, field: str, value: str, rules: list[str]
) -> None:
    page = Somebody(server.url).register(**{field: value})
    assert broken(page) == rules
    assert wrong(page) == []
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page.text) == [field]


def test_every_form_of_a_new_password_says_which_letters_count(server: Server) -> None:
    """Letters of any alphabet keep the rules, and each form says so beside the field."""
    member = Somebody(server.url).join()
    for visitor, path in ((Visitor(server.url), "/account/signup/"), (member, "/account/password/change/")):
        page = visitor.get(path).text
        for case in ("a lowercase", "an uppercase"):
            assert f"{case} letter of any alphabet" in page, path
    for password in ("Пароль123й", "Κωδικος12", "Tavla2nardy"):
        Rules().validate(password)


def test_rules_stand_in_the_page_for_scripts(server: Server) -> None:
    page = Visitor(server.url).get("/account/signup/").text
    patterns = re.findall(r'<li data-pattern="([^"]*)">', page)
    assert patterns == ["^[^]{5,10}$", "^[A-Za-z0-9]*$", "^[^]{8,}$", r"\p{Ll}", r"\p{Lu}", r"\p{Nd}"]
    assert re.search(r"<script(?![^>]*(src|type=.application/json|nonce))", page) is None


def test_common_passwords_can_be_read_before_one_is_sent(server: Server) -> None:
    page = Visitor(server.url).get("/account/signup/").text
    assert re.findall(r'<li data-words="([^"]*)"', page) == ["/account/common-passwords"]
    answer = Visitor(server.url).get("/account/common-passwords")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert "public" in answer.headers["Cache-Control"]
    words = set(answer.text.split())
    assert {"password1", "qwerty123", "1qaz2wsx"} <= words
    assert not words & {"password", "12345678", PASSWORD.lower()}


def test_whether_a_login_is_free(server: Server) -> None:
    somebody = Somebody(server.url)

    def ask(login: str) -> Any:
        return json.loads(somebody.get(f"/account/free?{urlencode({'login': login})}").text)

    assert ask(somebody.login) == {"wrong": []}
    somebody.register()
    assert ask(somebody.login.lower()) == {"wrong": ["This login is taken."]}
    assert ask("moderat0r") == {"wrong": ["This login is not allowed."]}


def test_it_is_not_revealed_who_has_an_account(server: Server) -> None:
    somebody = Somebody(server.url).join()
    stranger = Somebody(server.url)
    answers = [stranger.register(), Somebody(server.url).register(email=somebody.email.upper())]
    assert {(answer.status, answer.headers["Location"]) for answer in answers} == {
        (302, "/account/confirm-email/")
    }
    assert len(somebody.mails()) == 1  # within three minutes nobody gets two of them
    resets = [
        Somebody(server.url).fill("/account/password/reset/", email=email)
        for email in (somebody.email, "no@example.org")
    ]
    assert {(answer.status, answer.headers["Location"]) for answer in resets} == {
        (302, "/account/password/reset/done/")
    }
    assert "There is no account" in somebody.mails("no@example.org")[0]


def test_of_two_at_the_same_moment_one_is_late(server: Server) -> None:
    several = [Somebody(server.url) for _ in range(3)]
    login = several[0].login
    with ThreadPoolExecutor(3) as threads:
        pages = list(threads.map(lambda visitor: visitor.register(username=login), several))
    assert sorted(page.status for page in pages) == [200, 200, 302]
    assert [wrong(page) for page in pages if page.status == 200] == [["This login is taken."]] * 2


def test_what_follows_does_not_tell_whether_an_address_was_free(server: Server) -> None:
    member = Somebody(server.url).join()
    answers = []
    for email in (member.email, "free@example.org"):
        stranger = Somebody(server.url)
        stranger.register(email=email, password1="Other1Pass")
        free = stranger.get(f"/account/free?login={stranger.login}").text
        by_login = stranger.sign_in(password="Other1Pass").headers["Location"]
        assert stranger.get(by_login).status == 200
        by_email = wrong(stranger.sign_in(email, "Other1Pass"))
        answers.append((free, by_login, by_email))
    assert answers[0] == answers[1]
    assert "is taken" in answers[0][0]
    assert not member.mails("free@example.org")[1:]


def test_who_tries_passwords_has_to_wait(server: Server) -> None:
    somebody = Somebody(server.url).join()
    thief = Somebody(server.url)
    page = thief.get("/account/login/")
    for _ in range(5):
        answer = thief.fill("/account/login/", page, login=somebody.login, password="Guess1Guess")
        assert wrong(answer) == ["Wrong login or password."]
    answer = thief.fill("/account/login/", page, login=somebody.login, password=PASSWORD)
    assert wrong(answer) == ["Too many attempts. Please wait five minutes."]
    assert not thief.is_in()


def _written(somebody: Somebody, wanted: int, subject: str = "Somebody is guessing") -> list[str]:
    """Their mails about guessed passwords, once there are so many: they are sent beside the request."""
    for _ in range(200):
        letters = [text for text in somebody.mails() if text.startswith(subject)]
        if len(letters) >= wanted:
            return letters
    raise AssertionError(f"{wanted} mails were awaited")


def test_a_lock_is_the_accounts_whatever_its_owner_is_called(server: Server) -> None:
    somebody = Somebody(server.url).join()
    elsewhere, thief = Somebody(server.url), Somebody(server.url)
    names = [somebody.login, somebody.login.upper(), somebody.email, somebody.email.upper(), somebody.login]
    page = thief.get("/account/login/")
    for name in names:
        answer = thief.fill("/account/login/", page, login=name, password="Guess1Guess")
        assert wrong(answer)[0].startswith("Wrong ")
    for name in (
        somebody.login,
        somebody.email,
    ):  # and nobody learns that both belong to one member, or the password
        answer = thief.fill("/account/login/", page, login=name, password=PASSWORD)
        assert wrong(answer)[0].startswith("Wrong ")
    assert not thief.is_in()

    letters = _written(somebody, 1)
    somebody.fill("/account/logout/")
    assert somebody.sign_in().status == 302  # a browser that has signed in before
    assert somebody.is_in()
    elsewhere.login = somebody.login
    assert wrong(elsewhere.sign_in())[0] == "Wrong login or password."
    link = re.search(r"https?://[^/]+(/account/known/\S+)", letters[0])
    assert link is not None
    assert elsewhere.get(link[1]).headers["Location"] == "/account/login/"
    assert page_messages(elsewhere.get("/account/login/")) == [
        "This browser is now trusted. Sign in with your password."
    ]
    assert not elsewhere.is_in()
    assert elsewhere.sign_in().status == 302
    assert elsewhere.is_in()
    assert len(_written(somebody, 1)) == 1
    assert thief.get(link[1][:-1] + "x").status == 404


def test_a_member_without_a_language_is_warned_in_the_language_of_the_page(server: Server) -> None:
    somebody, guesser = Somebody(server.url, "bg").join(), Somebody(server.url, "bg")
    page = guesser.get("/account/login/")
    for _ in range(6):
        guesser.fill("/account/login/", page, login=somebody.login, password="Guess1Guess")
    assert _written(somebody, 1, "Някой налучква паролата ви")


def test_a_known_browser_guesses_no_more_than_others(server: Server) -> None:
    somebody = Somebody(server.url).join()
    somebody.fill("/account/logout/")
    page = somebody.get("/account/login/")
    for _ in range(5):
        somebody.fill("/account/login/", page, login=somebody.login, password="Guess1Guess")
    answer = somebody.fill("/account/login/", page, login=somebody.email, password=PASSWORD)
    assert wrong(answer) == ["Too many attempts. Please wait five minutes."]
    assert Somebody(server.url).sign_in(somebody.login).status == 302  # elsewhere nobody has tried


def test_a_password_typed_just_now_proves_who_one_is(server: Server) -> None:
    somebody = Somebody(server.url).join()
    location = somebody.get("/me/tokens").headers["Location"]
    assert location.startswith("/account/reauthenticate/")  # they came by a mailed link
    somebody.fill("/account/logout/")
    somebody.sign_in()
    for path in ("/me/tokens", "/me/robot", "/me/account/data", "/account/2fa/totp/activate/"):
        assert somebody.get(path).status == 200


@pytest.mark.parametrize(
    "then", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_nobody_is_led_to_another_site(server: Server, then: str) -> None:
    somebody = _member(server)
    assert Somebody(server.url).sign_in(somebody.login, then=then).headers["Location"] == "/"


def test_one_is_led_where_one_wanted_to_go(server: Server) -> None:
    somebody = _member(server)
    location = Somebody(server.url).get("/me/account").headers["Location"]
    assert location == "/account/login/?next=/me/account"
    assert (
        Somebody(server.url).sign_in(somebody.login, then="/me/account").headers["Location"] == "/me/account"
    )


_known: dict[str, Somebody] = {}


def _member(server: Server) -> Somebody:
    """One member for all tests of this file that change nothing about them."""
    if server.url not in _known:
        _known[server.url] = Somebody(server.url).join()
    return _known[server.url]


def test_a_session_gets_a_new_key_when_somebody_signs_in_or_out(server: Server) -> None:
    somebody = _member(server)
    visitor = Somebody(server.url)
    visitor.login = somebody.login
    assert visitor.sign_in(password="Wrong1Wrong").status == 200
    before = visitor.cookies.get("zaria_session")
    visitor.sign_in()
    key = visitor.cookies["zaria_session"]
    assert key != before
    cookies = dict(visitor.cookies)
    assert visitor.fill("/account/logout/").headers["Location"] == "/"
    assert not visitor.is_in()
    visitor.cookies.update(cookies)
    assert not visitor.is_in()  # the old key is worth nothing


def test_signing_out_takes_a_form(server: Server) -> None:
    somebody = _member(server)
    assert somebody.get("/account/logout/").status == 200
    assert somebody.is_in()


def test_cookies_are_out_of_reach_of_scripts(server: Server) -> None:
    visitor = Somebody(server.url)
    answer = visitor.sign_in(_member(server).login)
    for line in answer.headers.get_list("Set-Cookie"):
        assert "HttpOnly" in line
        assert "SameSite=Lax" in line


@pytest.mark.parametrize(
    ("language", "welcome"),
    [
        ("en", "Welcome"),
        ("bg", "Добре дошли"),
        ("ru", "Добро пожаловать"),
        ("ro", "Bine ai venit"),
        ("el", "Καλώς ήρθατε"),
        ("tr", "Hoş geldiniz"),
    ],
)
def test_mails_are_in_the_language_of_who_asks(server: Server, language: str, welcome: str) -> None:
    somebody = Somebody(server.url, language)
    somebody.register()
    assert f"{welcome}, {somebody.login}!" in somebody.mails()[0]


def test_mails_are_for_who_sits_at_this_machine(server: Server) -> None:
    assert Visitor(server.url).get("/dev/mail").status == 200
    assert Visitor(server.url).get("/dev/mail", **{"X-Forwarded-For": "1.2.3.4"}).status == 404


def test_a_link_is_mailed_to_where_the_pages_are(server: Server) -> None:
    somebody = Somebody(server.url)
    page = somebody.get("/account/signup/")
    data = {
        "username": somebody.login,
        "email": somebody.email,
        "password1": PASSWORD,
        "agree": "on",
    }
    answer = somebody.send(
        "POST",
        "/account/signup/",
        data={"csrfmiddlewaretoken": page.token, **data},
        headers={"Host": "localhost:6666", "Referer": "http://localhost:6666/"},
    )
    assert answer.status == 302
    assert f"http://localhost:{server.port}/account/confirm-email/" in somebody.mails()[0]
    assert "6666" not in somebody.mails()[0]


LETTER = "The part before the @ can have only Latin letters without accents. Please check “%s”."


@pytest.mark.parametrize("letter", ["ı", "İ", "ſ"])
def test_an_address_that_mail_does_not_reach_is_refused_by_every_form(server: Server, letter: str) -> None:
    address, sentence = f"{letter}test@example.org", [LETTER % letter]
    visitor = Somebody(server.url)
    assert wrong(visitor.register(email=address)) == sentence
    assert wrong(visitor.fill("/account/password/reset/", email=address)) == sentence
    request = {"kind": "question", "text": "How do I register?"}
    assert wrong(visitor.fill("/support", **request, email=address)) == sentence
    member = Somebody(server.url).join()
    page = member.prove("/account/email/")
    assert wrong(member.fill("/account/email/", page, email=address, action_add="")) == sentence
    assert visitor.mails(to=address) == []


def test_a_domain_may_have_letters_of_its_language(server: Server) -> None:
    assert Somebody(server.url).register(email="ilker@ışık.example").status == 302


def test_a_turkish_keyboard_signs_in(server: Server) -> None:
    member = Somebody(server.url)
    member.login, member.email = "Ilker5i", "ilker5i@example.org"
    member.join()
    spellings = (
        "İLKER5İ",
        "ılker5ı",
        "İLKER5I",
        "I\u0307lker5i",
        "İLKER5İ@EXAMPLE.ORG",
        "ılker5i@example.org",
    )
    for spelling in spellings:
        visitor = Somebody(server.url)
        visitor.login = member.login
        assert visitor.sign_in(spelling).status == 302, spelling
        assert visitor.is_in()


def test_a_password_is_the_same_composed_and_decomposed(server: Server) -> None:
    composed, decomposed = "Café2nardy", "Cafe\u03012nardy"
    member = Somebody(server.url)
    assert member.register(password1=composed).status == 302
    assert member.confirm().status == 302
    assert Somebody(server.url).sign_in(member.login, decomposed).status == 302


def test_strangers_do_not_fill_a_mailbox(server: Server) -> None:
    def asked(address: str, times: int) -> list[int]:
        visitors = [Somebody(server.url) for _ in range(times)]
        return [visitor.fill("/account/password/reset/", email=address).status for visitor in visitors]

    member = Somebody(server.url).join()
    assert asked(member.email, 5) == [302, 302, 302, 429, 429]
    assert [mail.partition("\n")[0] for mail in member.mails()] == ["New password"] * 3 + [
        "Confirm your e-mail"
    ]
    unknown = Somebody(server.url)
    assert asked(unknown.email, 5) == [302, 302, 302, 429, 429]
    assert len(unknown.mails()) == 1


@pytest.mark.parametrize("prefix", sorted(_LIMITED_MAILS))
def test_each_mail_that_strangers_cause_is_limited(
    prefix: str, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(
        DefaultAccountAdapter, "send_mail", lambda _self, _prefix, email, _context: sent.append(email)
    )
    cache.clear()
    request = rf.get("/")
    with context.request_context(request):
        for address in ["one@example.org", "ONE@example.org"] * 4 + ["two@example.org"]:
            AccountAdapter(request).send_mail(prefix, address, {})
    most = 1 if prefix.endswith("unknown_account") else 3
    assert len(sent) == most + 1


AFTER_SIGN_IN = {"email_changed", "email_confirm", "email_deleted", "password_changed", "password_set"}
NOT_SENT = {"base", "login_code", "password_reset", "password_reset_code"}
"""Of sign-in and resets by code, which the club does not offer, and parts of others."""


def test_every_mail_that_a_stranger_causes_has_a_limit() -> None:
    folder = Path(allauth.__file__).parent / "templates" / "account" / "email"
    mails = {path.name.removesuffix("_message.txt") for path in folder.glob("*_message.txt")}
    limited = {prefix.rpartition("/")[2] for prefix in _LIMITED_MAILS}
    assert mails - limited == AFTER_SIGN_IN | NOT_SENT
