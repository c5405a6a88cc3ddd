"""Members' journeys through their accounts, from the first form to the last, at the real server."""

import json
import re

from tests.support.club.member_client import PASSWORD, Somebody, broken, code, page_messages, wrong
from tests.support.http_client import Visitor
from tests.support.servers import Server


def test_register_confirm_and_sign_in_by_both_names(server: Server) -> None:
    somebody = Somebody(server.url)
    answer = somebody.register()
    assert (answer.status, answer.headers["Location"]) == (302, "/account/confirm-email/")
    waiting = somebody.get("/account/confirm-email/")
    assert "/dev/mail" in waiting.text
    assert not any("link" in message for message in page_messages(waiting))  # the page itself says it
    assert not somebody.is_in()
    visitor = Somebody(server.url)
    assert visitor.sign_in(somebody.login).headers["Location"] == "/account/confirm-email/"
    assert not visitor.is_in()
    assert f"Welcome, {somebody.login}!" in somebody.mails()[0]
    assert somebody.confirm().headers["Location"] == "/"
    assert page_messages(somebody.get("/")) == [f"{somebody.email} is confirmed. Welcome!"]
    assert somebody.is_in()
    for name in (somebody.login.upper(), somebody.email):
        again = Somebody(server.url)
        again.login = somebody.login
        assert again.sign_in(name).headers["Location"] == "/"
        assert again.is_in()


def test_a_followed_link_says_that_the_address_is_confirmed(server: Server) -> None:
    somebody = Somebody(server.url)
    somebody.register()
    link = somebody.link()
    assert "has expired or is incomplete" in somebody.get("/account/confirm-email/none/").text
    assert somebody.confirm().status == 302
    again, elsewhere = somebody.get(link), Visitor(server.url).get(link)
    for page, step in ((again, '<a class="btn pri" href="/">Play</a>'), (elsewhere, "Sign in</a>")):
        assert "This address is confirmed." in page.text
        assert "expired" not in page.text
        assert step in page.text


def test_a_guest_who_registers_keeps_all_games(server: Server) -> None:
    somebody = Somebody(server.url)
    table = somebody.set_table(opponent="computer")
    somebody.register()
    assert somebody.get(table).json("boot")["seat"] == 0  # until they confirm they play on as before
    stolen = Visitor(server.url)
    stolen.cookies.update(somebody.cookies)
    del stolen.cookies["zaria_session"]
    somebody.confirm()
    assert somebody.get(table).json("boot")["seat"] == 0
    assert "zaria_guest" not in somebody.cookies
    assert stolen.get(table).json("boot")["seat"] is None  # it is a member's: a guest's cookie is too little


def test_a_forgotten_password(server: Server) -> None:
    somebody = Somebody(server.url).join()
    elsewhere = Somebody(server.url)
    elsewhere.sign_in(somebody.login)
    elsewhere.login = somebody.login
    lost = Somebody(server.url)
    assert lost.fill("/account/password/reset/", email=somebody.email).status == 302
    lost.email = somebody.email
    link = lost.link()
    form = lost.get(link).headers["Location"]
    refused = lost.fill(form, password1="short", password2="short")
    assert broken(refused) == ["at least 8 characters", "an uppercase letter of any alphabet", "a digit"]
    assert lost.fill(form, password1="Gulbara3Tapa", password2="Gulbara3Tapa").status == 302
    assert not lost.is_in()
    assert not somebody.is_in()  # who had the old password is outside
    assert not elsewhere.is_in()
    assert wrong(lost.sign_in(somebody.login)) == ["Wrong login or password."]
    assert lost.sign_in(somebody.login, "Gulbara3Tapa").status == 302
    assert "Your password has been changed" in lost.mails()[0]
    assert "already been used" in lost.get(link).text


def test_an_address_that_somebody_else_has_registered(server: Server) -> None:
    stranger, owner = Somebody(server.url), Somebody(server.url)
    owner.login = stranger.login  # it was the other's choice
    stranger.register(email=owner.email)
    owner.fill("/account/password/reset/", email=owner.email)
    path = owner.get(owner.link()).headers["Location"]
    owner.fill(path, password1="Tavla3Nardy", password2="Tavla3Nardy")
    assert owner.sign_in(owner.email, "Tavla3Nardy").headers["Location"] == "/"
    assert owner.is_in()
    assert stranger.sign_in().status == 200


def test_another_password(server: Server) -> None:
    somebody = Somebody(server.url).join()
    elsewhere = Somebody(server.url)
    elsewhere.login = somebody.login
    elsewhere.sign_in()
    key = somebody.cookies["zaria_session"]
    new = {"password1": "Gulbara3Tapa", "password2": "Gulbara3Tapa"}
    assert wrong(somebody.fill("/account/password/change/", oldpassword="Wrong1Wrong", **new)) == [
        "This is not your password."
    ]
    assert somebody.fill("/account/password/change/", oldpassword=PASSWORD, **new).status == 302
    assert somebody.is_in()
    assert somebody.cookies["zaria_session"] != key
    assert not elsewhere.is_in()


def test_another_address_counts_once_it_is_confirmed(server: Server) -> None:
    somebody = Somebody(server.url).join()
    somebody.prove("/me/account/data")
    new = f"new-{somebody.email}"
    assert somebody.fill("/account/email/", email=new, action_add="").status == 302
    assert somebody.email in somebody.get("/me/account").text
    link = somebody.link(new)
    assert somebody.fill(link).status == 302
    page = somebody.get("/me/account").text
    pairs = re.sub(r"<(dt|dd).*?</\1>", "", re.findall(r"<dl.*?</dl>", page, re.DOTALL)[0], flags=re.DOTALL)
    assert set(re.findall(r"<(\w+)", pairs)) == {"dl", "div"}
    assert new in page
    assert f"is now {new}" in somebody.mails()[0]  # the old address hears of it
    assert Somebody(server.url).sign_in(new).headers["Location"] == "/"
    assert wrong(Somebody(server.url).sign_in(somebody.email)) == ["Wrong e-mail or password."]


def test_everything_that_is_kept(server: Server) -> None:
    somebody = Somebody(server.url).join()
    answer = somebody.prove("/me/account/data")
    assert f"zaria-{somebody.login}.json" in answer.headers["Content-Disposition"]
    data = json.loads(answer.text)
    assert data["account"]["username"] == somebody.login
    assert data["addresses"] == [{"email": somebody.email, "verified": True, "primary": True}]
    assert len(data["sessions"]) == 1
    assert "password" not in data["account"]
    assert "argon2" not in answer.text


def test_the_end_of_an_account(server: Server) -> None:
    somebody = Somebody(server.url).join()
    assert wrong(somebody.fill("/me/account/delete", password="Wrong1Wrong")) == [
        "Your balance is 1,000.00 credits. You lose it with the account: the staff books it to the club.",
        "This is not your password.",
    ]
    assert somebody.fill("/me/account/delete", password=PASSWORD).headers["Location"] == "/"
    assert page_messages(somebody.get("/")) == ["Your account has been deleted."]
    assert not somebody.is_in()
    assert wrong(somebody.sign_in()) == ["Wrong login or password."]
    Somebody(server.url).register(username=somebody.login, email=somebody.email)
    assert f"Welcome, {somebody.login}!" in somebody.mails()[0]  # name and address are free again


def test_sessions_are_ended_one_by_one(server: Server) -> None:
    somebody = Somebody(server.url).join()
    elsewhere = Somebody(server.url)
    elsewhere.login = somebody.login
    elsewhere.sign_in()
    page = somebody.get("/account/sessions/")
    (end,) = re.findall(r'action="(/me/account/sessions/\d+/end)"', page.text)
    stranger = Somebody(server.url).join()
    assert stranger.fill(end, stranger.get("/me/account")).status == 404
    assert elsewhere.is_in()
    assert somebody.fill(end, page).status == 302
    assert not elsewhere.is_in()
    assert somebody.is_in()


def test_a_second_step(server: Server) -> None:
    somebody = Somebody(server.url).join()
    page = somebody.prove("/account/2fa/totp/activate/")
    assert 'src="data:image/svg+xml' in page.text
    secret = re.search(r'value="([A-Z2-7]{32})"', page.text)
    assert secret is not None
    assert wrong(somebody.fill("/account/2fa/totp/activate/", page, code="000000")) != []
    used = code(secret[1])
    done = somebody.fill("/account/2fa/totp/activate/", page, code=used)
    assert done.status == 302
    codes = somebody.get("/account/2fa/recovery-codes/").text
    recovery = re.findall(r"\b\d{8}\b", codes)
    assert len(recovery) == 10
    thief = Somebody(server.url)
    second = thief.sign_in(somebody.login).headers["Location"]
    assert wrong(thief.fill(second, code=used)) != []  # it has activated the app
    for answer in (code(secret[1], 1), recovery[0]):
        elsewhere = Somebody(server.url)
        elsewhere.login = somebody.login
        second = elsewhere.sign_in().headers["Location"]
        assert second.startswith("/account/2fa/authenticate/")
        assert not elsewhere.is_in()
        assert wrong(elsewhere.fill(second, code="123456")) != []
        assert elsewhere.fill(second, code=answer).status == 302
        assert elsewhere.is_in()
    third = Somebody(server.url)
    second = third.sign_in(somebody.login).headers["Location"]
    assert wrong(third.fill(second, code=recovery[0])) != []  # each of them once


def test_passkeys_are_offered(server: Server) -> None:
    somebody = Somebody(server.url).join()
    page = somebody.prove("/account/2fa/webauthn/add/")
    creation_options = page.json("js_data")["creation_options"]["publicKey"]
    assert creation_options["rp"]["id"] == "127.0.0.1"
    assert creation_options["user"]["displayName"] == somebody.login
    options = json.loads(
        Visitor(server.url).get("/account/2fa/webauthn/login/", Accept="application/json").text
    )
    assert "publicKey" in options["request_options"]
