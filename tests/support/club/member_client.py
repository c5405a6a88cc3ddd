"""A visitor who registers: fills in forms, and reads their mail."""

import base64
import hashlib
import hmac
import html
import re
import secrets
import struct
import time
from urllib.parse import urlencode

from tests.support.http_client import Page, Visitor

PASSWORD = "Tavla2Nardy"


class Somebody(Visitor):
    """At a browser of their own. `login` and `email` are new ones."""

    def __init__(self, url: str, language: str = "en") -> None:
        super().__init__(url, language)
        self.login = f"M{secrets.token_hex(4)}x"
        self.email = f"{self.login.lower()}@example.org"

    def fill(self, path: str, page: Page | None = None, /, **fields: str) -> Page:
        """Open the form at `path`, or take it as it stands in `page`, and send it."""
        page = page or self.get(path)
        data = {"csrfmiddlewaretoken": page.token, **fields}
        return self.send("POST", path, data=data, headers={"Referer": self.url + path})

    def register(self, form: Page | None = None, /, **changes: str) -> Page:
        """Send the form of registration, or the page `form` of it, with `changes` to the usual fields."""
        fields = {"username": self.login, "email": self.email, "password1": PASSWORD}
        fields["agree"] = "on"
        return self.fill("/account/signup/", form, **{**fields, **changes})

    def confirm(self) -> Page:
        """Follow the link of the last mail, and say yes."""
        return self.fill(self.link())

    def join(self) -> "Somebody":
        """Become a member, be signed in, and see a page, which books the credits of a new member."""
        form = self.get("/account/signup/")
        assert self.register(form).status == 302
        assert self.fill(self.link(), form).status == 302
        assert self.is_in()
        return self

    def sign_in(self, name: str = "", password: str = PASSWORD, then: str = "") -> Page:
        """By login, or another name."""
        more = {"next": then} if then else {}
        return self.fill("/account/login/", login=name or self.login, password=password, **more)

    def prove(self, path: str, password: str = PASSWORD) -> Page:
        """Open a page for which one has to prove who one is."""
        page = self.get(path)
        if page.status == 302:
            location = page.headers["Location"]
            assert location.startswith("/account/reauthenticate/"), location
            assert self.fill(location, password=password, next=path).headers["Location"] == path
            page = self.get(path)
        return page

    def is_in(self) -> bool:
        """True if the site knows them as a member."""
        return f">{self.login}</b>" in self.get("/rules").text

    def mails(self, to: str = "") -> list[str]:
        """Subject and text of the received mails, the last one first."""
        text = self.get(f"/dev/mail?{urlencode({'to': to or self.email})}").text
        letters = re.findall(r"<article.*?<h2>(.*?)</h2>.*?letter-text\">(.*?)</div>", text, re.DOTALL)
        return [
            f"{subject}\n{html.unescape(re.sub('<[^>]+>', '', body.replace('<br>', chr(10))))}"
            for subject, body in letters
        ]

    def link(self, to: str = "") -> str:
        """The path in the last mail's link."""
        link = re.search(r"https?://[^/]+(/account/\S+)", self.mails(to)[0])
        assert link is not None
        return link[1]


def wrong(page: Page) -> list[str]:
    """The complaints of a page's forms."""
    shown = re.sub(r"<noscript>.*?</noscript>|<p[^>]* hidden>.*?</p>", "", page.text)
    messages = re.findall(r'<p class="(?:wrong|alert)"[^>]*>(.*?)</p>', shown)
    return [html.unescape(text) for text in messages]


def broken(page: Page) -> list[str]:
    """The rules that a form marks as broken."""
    items = re.findall(r'<li [^>]*class="broken">(.*?)<', page.text, re.DOTALL)
    return [html.unescape(text).strip() for text in items]


def page_messages(page: Page) -> list[str]:
    """A page's messages about finished actions."""
    return [html.unescape(text) for text in re.findall(r'<p class="page-message[^>]*>(.*?)</p>', page.text)]


def code(secret: str, step: int = 0) -> str:
    """The code of an app on a phone for a secret (RFC 6238), `step` half minutes from now."""
    moment = struct.pack(">Q", int(time.time() // 30) + step)
    digest = hmac.new(base64.b32decode(secret), moment, hashlib.sha1).digest()
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"
