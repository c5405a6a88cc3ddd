"""Settings of accounts: mail, social accounts, where attempts are counted.

All from the environment.
"""

import importlib.util
import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from zaria.club.site import variables
from zaria.club.site.data_directory import ConfigurationError

PORTS = {"starttls": 587, "ssl": 465, "no": 25}
"""Values of `tls` in ZARIA_SMTP_URL, with the usual port of each."""

MAIL_PATIENCE_S = 10
"""Seconds for which a mail server may keep a visitor waiting."""
LONGEST_OWNER = 120
"""Characters of the name of the club's owner."""

STORED_MAIL = "zaria.club.accounts.mail.StoredMailBackend"
"""The backend that sends nothing and keeps all."""

_NOT_FOR_VISITORS = {"dummy", "openid", "saml", "openid_connect"}
"""Providers that need more than an id and a secret, or that let anybody in."""


def mail() -> dict[str, Any]:
    """Return Django's settings of mail; without ZARIA_SMTP_URL mails stay in this process.

    Raises `ConfigurationError`.
    """
    sender = variables.value("ZARIA_MAIL_FROM")
    url = variables.value("ZARIA_SMTP_URL")
    if not url:
        return {"EMAIL_BACKEND": STORED_MAIL, "DEFAULT_FROM_EMAIL": sender or "Zaria <zaria@localhost>"}
    try:
        parts = urlsplit(url)
        tls = parse_qs(parts.query, strict_parsing=bool(parts.query)).get("tls", ["starttls"])[0]
        port = parts.port or PORTS[tls]
        usable = parts.scheme == "smtp" and bool(parts.hostname)
    except (ValueError, KeyError):
        usable = False
    if not usable:  # it may hold a password: not a word of it is shown
        raise ConfigurationError(
            "ZARIA_SMTP_URL must have the form smtp://user:password@host:port?tls=starttls|ssl|no"
        )
    if not sender:
        raise ConfigurationError("ZARIA_SMTP_URL needs ZARIA_MAIL_FROM: who writes the mails")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": tls == "starttls",
        "EMAIL_USE_SSL": tls == "ssl",
        "EMAIL_TIMEOUT": MAIL_PATIENCE_S,
        "DEFAULT_FROM_EMAIL": sender,
        "SERVER_EMAIL": sender,
    }


def contact() -> str:
    """Return the operator's mail address, https address or ""; raises `ConfigurationError`."""
    text = variables.value("ZARIA_CONTACT")
    if text and not re.fullmatch(r"[^\s@:/?<>]+@[^\s@:/?<>]+|https://[^\s<>\"]+", text):
        raise ConfigurationError(
            "ZARIA_CONTACT is neither a mail address nor an address that begins with https://"
        )
    return text


def owner() -> str:
    """Return the name of the operator, ""; raises `ConfigurationError`."""
    text = variables.value("ZARIA_OWNER")
    if len(text) > LONGEST_OWNER or not text.isprintable():
        raise ConfigurationError(f"ZARIA_OWNER must be one line of at most {LONGEST_OWNER} characters")
    return text


def has_proxies() -> bool:
    """True if the operator has named proxies in front of the pages."""
    return bool(variables.value("ZARIA_PROXIES"))


def shows_mails() -> bool:
    """True if /dev/mail may answer to other machines too."""
    return variables.value("ZARIA_DEV_MAIL") == "1"


def providers() -> dict[str, Any]:
    """The providers that ZARIA_SOCIAL names, as allauth wants them; raises `ConfigurationError`."""
    names = [name for name in re.split(r"[\s,]+", variables.value("ZARIA_SOCIAL").lower()) if name]
    return {name: {"APPS": [_app(name)]} for name in names}


def _app(name: str) -> dict[str, str]:
    is_allowed = re.fullmatch(r"\w+", name) and name not in _NOT_FOR_VISITORS
    if not is_allowed or importlib.util.find_spec(f"allauth.socialaccount.providers.{name}") is None:
        raise ConfigurationError(
            f"ZARIA_SOCIAL: {name[:40]!r} is no provider that needs only an id and a secret"
        )
    credentials = [variables.value(f"ZARIA_SOCIAL_{name.upper()}_{part}") for part in ("ID", "SECRET")]
    if not all(credentials):
        raise ConfigurationError(
            f"ZARIA_SOCIAL names {name}: set ZARIA_SOCIAL_{name.upper()}_ID and …_SECRET"
        )
    return {"client_id": credentials[0], "secret": credentials[1], "key": ""}


def login_length() -> tuple[int, int]:
    """Return the fewest and the most characters of a new login; raises `ConfigurationError`."""
    text = variables.value("ZARIA_LOGIN_LENGTH") or "5-10"
    bounds = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text, re.ASCII)
    if not bounds or not 3 <= int(bounds[1]) <= int(bounds[2]) <= 20:
        raise ConfigurationError("ZARIA_LOGIN_LENGTH must have the form 5-10, with numbers from 3 to 20")
    return int(bounds[1]), int(bounds[2])


def caches() -> dict[str, Any]:
    """Caches of Django: several processes count attempts together in Redis, or by themselves in memory."""
    url = variables.value("ZARIA_REDIS_URL")
    # By itself memory forgets some entries beyond 300: who asks under many names would be counted anew.
    options = {"MAX_ENTRIES": 100_000}
    if not url:
        return {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": options}}
    return {
        "default": {
            "BACKEND": "zaria.club.site.shared_cache.SharedCache",
            "LOCATION": url,
            "KEY_PREFIX": "zaria:cache",
            "OPTIONS": options,
        }
    }
