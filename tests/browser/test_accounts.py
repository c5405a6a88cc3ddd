"""Registration as it is typed, and a passkey from making it to signing in with it."""

import pytest
from playwright.sync_api import expect

from tests.support.chromium import NOWHERE, PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_rules_are_checked_while_somebody_types(visit: Visits) -> None:
    page = visit("/account/signup/", size=PHONE)
    login, password = page.locator("#id_username"), page.locator("#id_password1")
    length, signs = page.locator("#id_username-said li").all()
    login.fill("Ив")
    expect(length).to_have_class("broken")
    expect(signs).to_have_class("broken")
    login.fill("Adm1n")
    expect(length).to_have_class("kept")
    expect(signs).to_have_class("kept")
    expect(page.locator(".wrong[role=status]")).to_have_text("This login is not allowed.")
    login.fill("Ivan77")
    expect(page.locator(".wrong[role=status]")).to_have_text("")
    password.fill("tavla2")
    broken = page.locator("#id_password1-said .broken")
    expect(broken).to_have_count(2)
    password.fill("Tavla2Nardy")
    expect(broken).to_have_count(0)


def test_a_passkey_is_made_and_opens_the_door(visit: Visits, server: Server) -> None:
    origin = server.url.replace("127.0.0.1", "localhost")  # an address is no name for which keys are made
    somebody = Somebody(origin).join()
    somebody.prove("/account/2fa/webauthn/add/")
    page = visit(NOWHERE, size=PHONE, new=True)
    page.context.add_cookies(
        [{"name": "zaria_session", "value": somebody.cookies["zaria_session"], "url": origin}]
    )
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    line.send("WebAuthn.addVirtualAuthenticator", {"options": {**key, "isUserVerified": True}})
    page.goto(f"{origin}/account/2fa/webauthn/add/")
    page.locator("#id_passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")
    page.goto(f"{origin}/account/2fa/webauthn/")
    expect(page.locator(".sessions small")).to_contain_text("signs you in without a password")
    page.context.clear_cookies()
    page.goto(f"{origin}/account/login/")
    page.locator("#passkey_login").click()
    expect(page.locator("#me-menu b")).to_have_text(somebody.login)


def test_errors_go_when_their_fields_are_corrected(visit: Visits) -> None:
    page = visit("/account/signup/", size=PHONE)
    page.locator("#id_username").fill("Ivan77")
    page.locator("#id_email").fill("ivan@example")
    page.locator("#id_password1").fill("Password1")
    page.locator("#id_agree").check()
    page.evaluate("() => { document.getElementById('signup').noValidate = true; }")
    page.get_by_role("button", name="Register").click()
    errors = page.locator(".wrong:not([role])")
    expect(page.locator("#id_email")).to_be_focused()
    expect(page.locator("#id_email")).to_have_css("border-top-color", "rgb(166, 58, 40)")
    expect(errors).to_have_count(1)
    page.locator("#id_email").fill("ivan@example.org")
    expect(errors).to_have_count(0)
    common = page.locator("#id_password1 ~ .password-rules [data-words]")
    expect(common).to_have_class("broken")
    page.locator("#id_password1").fill("Tavla2Nardy")
    expect(common).to_have_class("kept")
    page.locator("#id_password1").fill("password")
    expect(common).to_have_class("")
    page.locator("#id_password1").fill("qWerty123")
    expect(common).to_have_class("broken")
    show = page.locator("#id_password1 ~ .reveal")
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#id_password1")).to_have_attribute("type", "text")
    show.click()
    expect(page.locator("#id_password1")).to_have_attribute("type", "password")
