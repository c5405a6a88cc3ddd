"""HTTP clients of tests: single requests, and a browser without a screen.

They follow no redirects: a test asks for the redirect itself.
"""

import json
import re
from http.cookiejar import Cookie, CookieJar
from typing import Any, NamedTuple, Protocol

import httpx
from django.conf import settings

from tests.support.patience import PATIENCE

_BESIDE_TAGS = re.compile(r"(?<=>)[ \t]*\n\s*|[ \t]*\n\s*(?=<)")
_WITHIN = re.compile(r"[ \t]*\n\s*")
_LOCAL: dict[str, Any] = {"timeout": PATIENCE, "trust_env": False, "verify": False}
"""No proxies and no certificates: reading the latter takes longer than most requests."""


def unbroken(html: str) -> str:
    """A page without the breaks of its lines: beside a tag they are layout, elsewhere they are a space.

    A space at which no line may break is a space, too.
    """
    return (
        _WITHIN.sub(" ", _BESIDE_TAGS.sub("", html)).replace(" />", "/>").replace("\N{NO-BREAK SPACE}", " ")
    )


class _HasContent(Protocol):
    """A response of Django, or of its test client."""

    @property
    def content(self) -> bytes:
        """The whole body."""


def html_of(response: _HasContent) -> str:
    """The answer to Django's test client, without the breaks of its lines."""
    return unbroken(response.content.decode())


def fetch(url: str, method: str = "GET", **content: Any) -> httpx.Response:
    """Send one request and keep nothing of it; `content` as for `httpx.request`."""
    return httpx.request(method, url, **content, **_LOCAL)


class Page(NamedTuple):
    """An answer; of a page in HTML `text` is one line."""

    status: int
    headers: httpx.Headers
    text: str

    @property
    def title(self) -> str:
        """Of the page."""
        element = re.search(r"<title>(.*?)</title>", self.text, re.DOTALL)
        assert element is not None
        return element[1]

    @property
    def token(self) -> str:
        """Of the page's forms."""
        field = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.text)
        assert field is not None
        return field[1]

    def json(self, element: str) -> Any:
        """The value of a JSON script of the page."""
        script = re.search(rf'<script[^>]* ?id="{element}"[^>]*>(.*?)</script>', self.text, re.DOTALL)
        assert script is not None
        return json.loads(script[1])


class _HostCookies(CookieJar):
    """The cookies of one host; a cookie that a test sets is replaced by the host's own of that name."""

    def __init__(self, host: str) -> None:
        super().__init__()
        self._host = host

    def set_cookie(self, cookie: Cookie) -> None:
        cookie.domain = cookie.domain or self._host
        super().set_cookie(cookie)


class Visitor:
    """A visitor at a browser of their own; `headers` go with each of their requests.

    Each request has a connection of its own, so that nothing stays open when the test ends.
    """

    def __init__(self, url: str, language: str = "en", **headers: str) -> None:
        self.url = url
        self._client = httpx.Client(
            cookies=_HostCookies(httpx.URL(url).host),
            headers={"Accept-Language": language, "Accept-Encoding": "gzip", **headers},
            limits=httpx.Limits(max_keepalive_connections=0),
            **_LOCAL,
        )
        self.cookies = self._client.cookies

    def get(self, path: str, **headers: str) -> Page:
        """Ask for a page."""
        return self.send("GET", path, headers=headers)

    def post(self, path: str, **fields: str) -> Page:
        """Send a form that stands on the front page; later ones have the token of the browser's cookie."""
        token = self.cookies.get(settings.CSRF_COOKIE_NAME)
        if token is None:
            token = self.get("/", **{"Sec-Fetch-Site": "same-origin"}).token
        return self.send("POST", path, data={"csrfmiddlewaretoken": token, **fields})

    def set_table(self, **fields: str) -> str:
        """Set a table; its address."""
        page = self.post("/new", **{"game": "tabla", "opponent": "friend", **fields})
        assert page.status == 302, page.text
        return page.headers["Location"]

    def send(self, method: str, path: str, **content: Any) -> Page:
        """Send a request; `content` as for `httpx.Client.request`."""
        answer = self._client.request(method, self.url + path, **content)
        text = answer.content.decode(errors="replace")  # pictures are looked at by their status alone
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            text = unbroken(text)
        return Page(answer.status_code, answer.headers, text)
