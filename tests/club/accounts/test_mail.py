"""The mails of accounts: each in each language; how they are sent; who may read those that are not."""

from pathlib import Path
from typing import Any

import allauth
import pytest
from django.conf import settings
from django.template.backends.django import Template
from django.template.loader import get_template, render_to_string
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone, translation

from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts import environment, mail
from zaria.club.accounts.models import Member
from zaria.club.site import letters
from zaria.club.site import mail as site_mail
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.process.ops import PRIVATE

__all__ = ["plain_files"]

TEMPLATES = settings.WEB / "templates"
CLUB_MAILS = sorted(
    str(path.relative_to(TEMPLATES))
    for directory in ("account", "mfa", "socialaccount")
    for path in (TEMPLATES / directory / "email").glob("[!b]*.txt")
)
NEVER_SENT = {"login_code", "password_reset_code", "email_confirm"}
"""Mails of allauth that need a setting which is off here, or are sent by nothing."""
SITE = {"name": "club.example", "domain": "club.example"}


def _rendered(name: str, language: str) -> str:
    context = {
        "user": Member(username="Ivan5"), "username": "Ivan5", "email": "a@b.c",
        "activate_url": "https://club.example/a", "password_reset_url": "https://club.example/p",
        "signup_url": "https://club.example/s", "unlock_url": "https://club.example/k",
        "ip": "1.2.3.4", "user_agent": "Firefox", "timestamp": timezone.now(),
        "from_email": "a@b.c", "to_email": "d@e.f", "deleted_email": "a@b.c", "provider": "Google",
        "current_site": SITE,
    }  # fmt: skip
    with translation.override(language):
        return render_to_string(name, context)


def _file(name: str) -> Path:
    """The file of a template."""
    template = get_template(name)
    assert isinstance(template, Template)
    return Path(template.origin.name)


@pytest.mark.parametrize("name", CLUB_MAILS)
def test_every_mail_in_every_language(name: str) -> None:
    texts = {_rendered(name, language).strip() for language, _ in settings.LANGUAGES}
    assert len(texts) == len(settings.LANGUAGES)
    if name.endswith("_message.txt"):
        assert all("club.example" in text for text in texts)
        links = {"https://" in _rendered(name, language) for language, _ in settings.LANGUAGES}
        assert len(links) == 1


def test_every_mail_that_allauth_sends_is_in_our_words() -> None:
    allauth_templates = Path(allauth.__file__).parent / "templates"
    texts = [path for path in allauth_templates.glob("*/email/[!b]*.txt") if "blocktrans" in path.read_text()]
    names = [str(path.relative_to(allauth_templates)) for path in texts]
    sent = [name for name in names if Path(name).stem.rpartition("_")[0] not in NEVER_SENT]
    assert len(sent) > 20
    assert [name for name in sent if TEMPLATES not in _file(name).parents] == []


@pytest.mark.parametrize(
    "text", ["Authenticator App", "Recovery Codes", "Security Keys", "Incorrect code.", "Use a security key"]
)
def test_what_allauth_says_by_itself_is_translated(text: str) -> None:
    for language, _ in settings.LANGUAGES[1:]:
        with translation.override(language):
            assert translation.gettext(text) != text


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("smtp://mail.example", ("mail.example", 587, "", "", True, False)),
        ("smtp://u:p%40ss@mail.example:2525?tls=no", ("mail.example", 2525, "u", "p@ss", False, False)),
        ("smtp://mail.example?tls=ssl", ("mail.example", 465, "", "", False, True)),
    ],
)
def test_a_mail_server(monkeypatch: pytest.MonkeyPatch, url: str, wanted: tuple[Any, ...]) -> None:
    monkeypatch.setenv("ZARIA_SMTP_URL", url)
    monkeypatch.setenv("ZARIA_MAIL_FROM", "Zaria <club@club.example>")
    mail_settings = environment.mail()
    parts = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(mail_settings[f"EMAIL_{part}"] for part in parts) == wanted
    assert mail_settings["EMAIL_TIMEOUT"] == environment.MAIL_PATIENCE_S


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("mail.example", "a@b.c"),
        ("smtp://h:port", "a@b.c"),
        ("smtp://h?tls=maybe", "a@b.c"),
        ("smtp://u:secret@h", ""),
    ],
)
def test_no_mail_server(monkeypatch: pytest.MonkeyPatch, url: str, sender: str) -> None:
    monkeypatch.setenv("ZARIA_SMTP_URL", url)
    monkeypatch.setenv("ZARIA_MAIL_FROM", sender)
    with pytest.raises(ConfigurationError, match="ZARIA_SMTP_URL") as refused:
        environment.mail()
    assert "secret" not in str(refused.value)


def test_links_lead_where_the_operator_says() -> None:
    request = RequestFactory().get("/")
    with override_settings(CSRF_TRUSTED_ORIGINS=["https://club.example", "https://other.example:8443"]):
        assert mail.link(request, "http://club.example:6666/a?b=c") == "https://club.example/a?b=c"
        assert mail.link(request, "https://other.example/a") == "https://other.example:8443/a"


def test_the_port_of_a_link_is_not_the_askers(monkeypatch: pytest.MonkeyPatch) -> None:
    request = RequestFactory().get("/", headers={"host": "localhost:6666"})
    request.META["SERVER_PORT"] = "8000"
    assert mail.link(request, "http://localhost:6666/a") == "http://localhost:8000/a"
    assert mail.link(request, "http://[::1]:6666/a") == "http://[::1]:8000/a"
    assert mail.site(request).domain == "localhost:8000"
    request.META["SERVER_PORT"] = "80"
    assert mail.link(request, "http://localhost:6666/a") == "http://localhost/a"
    monkeypatch.setenv("ZARIA_PROXIES", "127.0.0.1")
    request.META["SERVER_PORT"] = "8000"
    assert mail.link(request, "http://localhost:6666/a") == "http://localhost/a"


@pytest.mark.parametrize("private", [True, False])
def test_who_may_read_mails(monkeypatch: pytest.MonkeyPatch, private: bool) -> None:
    request: Any = RequestFactory().get("/dev/mail")
    request.scope = {PRIVATE: private}
    with override_settings(EMAIL_BACKEND=environment.STORED_MAIL):
        assert mail.shows_mails(request) is private
        monkeypatch.setenv("ZARIA_DEV_MAIL", "1")
        assert mail.shows_mails(request)
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend"):
        assert not mail.shows_mails(request)


def test_providers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.providers() == {}
    monkeypatch.setenv("ZARIA_SOCIAL", "facebook, google")
    for name in ("FACEBOOK", "GOOGLE"):
        monkeypatch.setenv(f"ZARIA_SOCIAL_{name}_ID", "12")
        monkeypatch.setenv(f"ZARIA_SOCIAL_{name}_SECRET", "34")
    assert environment.providers()["google"] == {"APPS": [{"client_id": "12", "secret": "34", "key": ""}]}


@pytest.mark.parametrize("name", ["facebook", "dummy", "nobody", "../x"])
def test_no_provider(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("ZARIA_SOCIAL", name)
    with pytest.raises(ConfigurationError, match="ZARIA_SOCIAL"):
        environment.providers()


def test_attempts_are_counted_by_all_processes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "locmem" in environment.caches()["default"]["BACKEND"]
    monkeypatch.setenv("ZARIA_REDIS_URL", "redis://127.0.0.1")
    cache = environment.caches()["default"]
    assert (cache["BACKEND"], cache["LOCATION"]) == (
        "zaria.club.site.shared_cache.SharedCache",
        "redis://127.0.0.1",
    )


@pytest.mark.usefixtures("db", "plain_files")
def test_a_mail_that_is_not_sent_is_shown_as_html(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_DEV_MAIL", "1")
    with override_settings(EMAIL_BACKEND=environment.STORED_MAIL):
        assert site_mail.send("a@b.c", "Hello", "Hello\n\nText", letters.html("Hello", "Hello\n\nText", ()))
        number = mail.stored_mails[-1].number
        assert f'href="/dev/mail/{number}"' in html_of(client.get("/dev/mail?to=a@b.c"))
        answer = client.get(f"/dev/mail/{number}")
        assert "<h1" in html_of(answer)
        assert answer["Content-Security-Policy"].startswith("default-src 'none'")
        assert client.get(f"/dev/mail/{number + 1}").status_code == 404
    assert client.get(f"/dev/mail/{number}").status_code == 404
