"""A program that asks the API of a running club."""

import json
import re
from typing import Any, NamedTuple

import httpx

from tests.support.club.member_client import Somebody
from tests.support.http_client import fetch


class Answer(NamedTuple):
    """An answer; `body` is None where it is not JSON."""

    status: int
    headers: httpx.Headers
    body: Any
    text: bytes

    @property
    def code(self) -> str:
        """Of a problem."""
        assert set(self.body) == {"code", "text"}, self.body
        return str(self.body["code"])


class Caller:
    """A client with this token or none."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.token = token

    def ask(
        self, path: str, data: bytes | None = None, /, method: str | None = None, **headers: str
    ) -> Answer:
        """Ask for a path below /api/; headers with _ for -."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        method = method or ("GET" if data is None else "POST")
        answer = fetch(f"{self.url}/api/{path}", method, content=data, headers=sent)
        text = answer.content
        kind = answer.headers.get("Content-Type", "")
        body = json.loads(text) if text and kind.startswith("application/json") else None
        return Answer(answer.status_code, answer.headers, body, text)

    def tell(self, path: str, wish: Any, **headers: str) -> Answer:
        """Send JSON."""
        return self.ask(path, json.dumps(wish).encode(), Content_Type="application/json", **headers)


def token_of(somebody: Somebody, name: str = "A clock", **more: str) -> str:
    """Make a token on the page of tokens; its secret. `more` fields than its name."""
    page = somebody.fill("/me/tokens", somebody.prove("/me/tokens"), name=name, **more)
    field = re.search(r'value="(zaria_[\w-]{43})"', page.text)
    assert field is not None, page.text
    return field[1]


def become_robot(owner: Somebody) -> None:
    """Turn an account into a robot's; its owner is signed out."""
    answer = owner.fill("/me/robot", owner.prove("/me/robot"), login=owner.login)
    assert answer.headers["Location"] == "/account/login/", answer.text


def robot(url: str) -> tuple[Somebody, str]:
    """A robot account, signed in, and its token."""
    owner = Somebody(url).join()
    become_robot(owner)
    owner.sign_in()
    return owner, token_of(owner, "Engine")
