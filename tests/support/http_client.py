"""A browser without a screen: keeps cookies, follows redirects on request, sends forms with their token."""

import gzip
import json
import re
from email.message import Message
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.http import HttpResponse

_BESIDE_TAGS = re.compile(r"(?<=>)[ \t]*\n\s*|[ \t]*\n\s*(?=<)")
_WITHIN = re.compile(r"[ \t]*\n\s*")


def unbroken(html: str) -> str:
    """A page without the breaks of its lines: beside a tag they are layout, elsewhere they are a space."""
    return _WITHIN.sub(" ", _BESIDE_TAGS.sub("", html)).replace(" />", "/>")


def html_of(response: HttpResponse) -> str:
    """What Django's test client was answered, without the breaks of its lines."""
    return unbroken(response.content.decode())


class Page(NamedTuple):
    """An answer; of a page in HTML `text` is one line."""

    status: int
    headers: Message
    text: str

    @property
    def title(self) -> str:
        """Of the page."""
        found = re.search(r"<title>(.*?)</title>", self.text, re.DOTALL)
        assert found is not None
        return found[1]

    @property
    def token(self) -> str:
        """Of the page's forms."""
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.text)
        assert found is not None
        return found[1]

    def json(self, element: str) -> Any:
        """What a JSON script of the page holds."""
        found = re.search(rf'<script[^>]* ?id="{element}"[^>]*>(.*?)</script>', self.text, re.DOTALL)
        assert found is not None
        return json.loads(found[1])


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Visitor:
    """A visitor at a browser of their own."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.url = url
        self.language = language
        self.cookies: dict[str, str] = {}
        self._opener = build_opener(_Stay)

    def get(self, path: str, **headers: str) -> Page:
        """Ask for a page."""
        return self._open(Request(self.url + path, headers=headers))

    def post(self, path: str, **fields: str) -> Page:
        """Send a form that stands on the front page."""
        fields = {"csrfmiddlewaretoken": self.get("/", **{"Sec-Fetch-Site": "same-origin"}).token, **fields}
        return self._open(Request(self.url + path, data=urlencode(fields).encode()))

    def set_table(self, **fields: str) -> str:
        """Set a table; its address."""
        page = self.post("/new", **{"game": "tabla", "opponent": "friend", **fields})
        assert page.status == 302, page.text
        return str(page.headers["Location"])

    def _open(self, request: Request) -> Page:
        request.add_header("Accept-Language", self.language)
        request.add_header("Accept-Encoding", "gzip")
        request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        try:
            answer = self._opener.open(request, timeout=10)
        except HTTPError as error:
            answer = error
        with answer:
            body = answer.read()
        if answer.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        for line in answer.headers.get_all("Set-Cookie", ()):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        text = body.decode()
        if answer.headers.get_content_type() == "text/html":
            text = unbroken(text)
        return Page(answer.status, answer.headers, text)
