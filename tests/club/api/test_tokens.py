"""Personal tokens and robot accounts: who gets in by them, as whom, and for how long."""

import asyncio
import base64
import html
import json
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from http.cookies import SimpleCookie
from typing import Any

import pytest
import websockets

from tests.support.club.api_client import Caller, become_robot, robot, token_of
from tests.support.club.member_client import Somebody, page_messages, wrong
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import Registry, token_hash
from zaria.club.api.actions import MOST

pytestmark = pytest.mark.xdist_group("tokens")


@pytest.fixture(scope="module")
def anna(server: Server) -> Somebody:
    """A person."""
    return Somebody(server.url).join()


@pytest.fixture(scope="module")
def engine(server: Server) -> tuple[Somebody, str]:
    """A robot account and its token."""
    return robot(server.url)


class Line:
    """A socket by token."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def do(self, match: str, **command: Any) -> dict[str, Any]:
        """The answer to a command."""
        cid = secrets.token_hex(4)
        await self.say(t="do", m=match, c=cid, k=command)
        return await self.hear(lambda message: message.get("c") == cid)

    async def hear(self, wanted: Any) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while not wanted(message := json.loads(await self.socket.recv())):
                pass
        answer: dict[str, Any] = message
        return answer


@asynccontextmanager
async def line(url: str, token: str) -> AsyncIterator[Line]:
    address, headers = url.replace("http", "ws") + "/ws", {"Authorization": f"Bearer {token}"}
    async with websockets.connect(address, additional_headers=headers, proxy=None) as socket:
        yield Line(socket)


def test_a_token_is_shown_once_and_never_kept(server: Server, anna: Somebody) -> None:
    page = anna.fill("/me/tokens", anna.prove("/me/tokens"), name="My <clock>")
    field = re.search(r'value="(zaria_[\w-]{43})"', page.text)
    assert field is not None
    assert "no-store" in page.headers["Cache-Control"]
    secret, again = field[1], anna.get("/me/tokens").text
    assert "My &lt;clock&gt;" in again
    assert secret[:12] in again
    assert secret not in again
    assert Caller(server.url, secret).ask("v1/account").body["login"] == anna.login
    with closing(sqlite3.connect(f"file:{server.data / 'club.sqlite3'}?mode=ro", uri=True)) as store:
        rows = store.execute("SELECT hash, start FROM members_token").fetchall()
    assert (token_hash(secret), secret[:12]) in rows
    assert secret not in repr(rows)


def test_who_asks_by_token(server: Server, anna: Somebody) -> None:
    caller = Caller(server.url, token_of(anna))
    answer = caller.ask("v1/account")
    assert answer.body["login"] == anna.login
    assert (answer.body["robot"], answer.body["may_play"]) == (False, False)
    assert "email" not in answer.body
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer zaria_wrong", "Basic YTpi", "zaria_wrong", "Bearer \x7f"]
)
def test_a_token_that_is_none_is_refused_everywhere(server: Server, header: str) -> None:
    for path in ("v1/account", "v1/games"):
        answer = Caller(server.url).ask(path, Authorization=header)
        assert (answer.status, answer.code) == (401, "bad_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_is_stronger_than_a_cookie(server: Server, anna: Somebody) -> None:
    cookie_owner = Somebody(server.url).join()
    cookies = "; ".join(f"{name}={value}" for name, value in cookie_owner.cookies.items())
    assert Caller(server.url).ask("v1/account", Cookie=cookies).body["login"] == cookie_owner.login
    cookies = "; ".join(part for part in cookies.split("; ") if not part.startswith("zaria_member="))
    answer = Caller(server.url, token_of(anna)).ask("v1/account", Cookie=cookies)
    assert answer.body["login"] == anna.login
    jar = SimpleCookie("; ".join(answer.headers.get_list("Set-Cookie")))
    assert _who(jar["zaria_member"].value) == cookie_owner.login  # a cookie would let the token's bearer play


def test_cookies_are_not_made_of_a_token(server: Server, anna: Somebody) -> None:
    answer = Caller(server.url, token_of(anna)).ask("v1/account")
    assert "Set-Cookie" not in answer.headers


async def test_a_deleted_token_is_out_at_once(server: Server, engine: tuple[Somebody, str]) -> None:
    owner, token = engine
    secret = token_of(owner, "Another")
    number = token_number(owner, "Another")
    async with line(server.url, secret) as gone, line(server.url, token) as stays:
        await gone.say(t="ping", x=1)
        assert (await gone.hear(lambda message: message["t"] == "pong"))["x"] == 1
        page = await asyncio.to_thread(owner.fill, f"/me/tokens/{number}/delete", owner.get("/me/tokens"))
        assert page.status == 302
        assert page_messages(owner.get("/me/tokens")) == ["Token deleted. It no longer works."]
        assert Caller(server.url, secret).ask("v1/account").code == "bad_token"
        async with asyncio.timeout(PATIENCE):
            await gone.socket.wait_closed()
        assert gone.socket.close_code == 4001
        await stays.say(t="ping", x=2)
        assert (await stays.hear(lambda message: message["t"] == "pong"))["x"] == 2
    for dead in (secret, "zaria_invented"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with line(server.url, dead):
                pass
        assert refused.value.response.status_code == 401
        assert refused.value.response.headers["WWW-Authenticate"] == "Bearer"
        assert refused.value.response.headers["X-Content-Type-Options"] == "nosniff"


def test_nobody_deletes_the_token_of_another(server: Server, anna: Somebody) -> None:
    secret = token_of(anna, "Mine alone")
    thief = Somebody(server.url).join()
    page = thief.prove("/me/tokens")
    assert "Mine alone" not in page.text
    assert thief.fill(f"/me/tokens/{token_number(anna, 'Mine alone')}/delete", page).status == 302
    assert page_messages(thief.get("/me/tokens")) == []
    assert Caller(server.url, secret).ask("v1/account").status == 200


def test_the_page_is_for_members_who_have_just_said_who_they_are(server: Server) -> None:
    stranger = Somebody(server.url)
    assert stranger.get("/me/tokens").headers["Location"].startswith("/account/login/")
    assert stranger.get("/me/robot").headers["Location"].startswith("/account/login/")
    stranger.join()
    assert stranger.get("/me/tokens").headers["Location"].startswith("/account/reauthenticate/")


def test_nobody_has_more_tokens_than_anybody_needs(server: Server) -> None:
    somebody = Somebody(server.url).join()
    page = somebody.prove("/me/tokens")
    for number in range(MOST):
        assert somebody.fill("/me/tokens", page, name=f"Number {number}").status == 200
    refused = somebody.fill("/me/tokens", page, name="One more")
    assert refused.status == 422
    assert wrong(refused) == ["You have the maximum number of tokens. Delete one that you no longer use."]
    assert somebody.fill("/me/tokens", page, name="x" * 41).status == 422
    assert somebody.fill("/me/tokens", page, name="").status == 422


async def test_the_token_of_a_person_may_watch_but_not_play(server: Server, anna: Somebody) -> None:
    secret, path = token_of(anna), anna.set_table(opponent="friend")
    assert Caller(server.url, secret).tell("v1/tables", {"game": "tabla"}).code == "robots_only"
    match = path.rpartition("/")[2]
    async with line(server.url, secret) as program:
        await program.say(t="watch", m=match)
        state = await program.hear(lambda message: message["t"] == "state")
        assert state["seat"] == 0  # the player is recognised
        seal = state["v"]["seal"]
        assert (await program.do(match, t="sit", seed="00" * 16, seal=seal))["code"] == "robots_only"
        for request in ({"t": "seek", "game": "tabla"}, {"t": "again", "m": match}):
            await program.say(**request)
            assert (await program.hear(lambda message: message["t"] == "no"))["code"] == "robots_only"
        await program.say(t="hall", what="people")
        assert (await program.hear(lambda message: message["t"] == "page"))["what"] == "people"
    assert Caller(server.url, secret).ask("v1/account").body["tables"] == [match]


async def test_a_robot_plays_and_everybody_sees_what_it_is(
    server: Server, engine: tuple[Somebody, str]
) -> None:
    owner, secret = engine
    caller = Caller(server.url, secret)
    assert caller.ask("v1/account").body["may_play"] is True
    answer = caller.tell("v1/tables", {"game": "tabla", "opponent": "friend"})
    assert answer.status == 201
    assert "Set-Cookie" not in answer.headers
    match = answer.body["match"]
    async with line(server.url, secret) as program:
        await program.say(t="watch", m=match)
        seal = (await program.hear(lambda message: message["t"] == "state"))["v"]["seal"]
        assert (await program.do(match, t="sit", seed="00" * 16, seal=seal))["t"] == "ack"
    player = Caller(server.url).ask(f"v1/matches/{match}").body["v"]["players"][0]
    assert (player["name"], player["member"], player["robot"]) == (owner.login, True, True)
    assert Caller(server.url).ask(f"v1/members/{owner.login}").body["robot"] is True
    rated = {"game": "tabla", "opponent": "friend", "terms": {"rated": True}}
    refused = caller.tell("v1/tables", rated)
    assert (refused.code, "rated" in refused.body["text"]) == ("bad_field", True)


async def test_a_robot_that_sits_first_keeps_its_public_table(
    server: Server, engine: tuple[Somebody, str]
) -> None:
    secret = engine[1]
    wanted = {"game": "tabla", "opponent": "anyone"}
    match = Caller(server.url, secret).tell("v1/tables", wanted).body["match"]
    async with line(server.url, secret) as program:
        await program.say(t="watch", m=match)
        view = (await program.hear(lambda message: message["t"] == "state"))["v"]
        assert (await program.do(match, t="sit", seed="00" * 16, seal=view["seal"]))["t"] == "ack"
        await program.say(t="watch", m=match)
        seated = (await program.hear(lambda message: message["t"] == "state"))["v"]
        assert seated["players"][0] or seated["players"][1]
        assert seated["until"] == view["until"]


async def test_a_token_that_reads_plays_nothing(server: Server, engine: tuple[Somebody, str]) -> None:
    owner, _ = engine
    page = owner.prove("/me/tokens")
    assert re.findall(r'name="scopes" value="([^"]*)"[^>]* checked', page.text) == ["read play"]
    secret = token_of(owner, "Recorder", scopes="read")
    text = html.unescape(owner.get("/me/tokens").text)
    assert re.search(r"<b>Recorder</b>.*?read only ·.*?not used yet", text, re.DOTALL)
    caller = Caller(server.url, secret)
    account = caller.ask("v1/account").body
    assert (account["may_play"], account["scopes"]) == (False, ["read"])
    refused = caller.tell("v1/tables", {"game": "tabla", "opponent": "friend"})
    assert (refused.status, refused.code) == (403, "read_only")
    match = owner.set_table(opponent="friend").rpartition("/")[2]
    async with line(server.url, secret) as program:
        await program.say(t="watch", m=match)
        assert (await program.hear(lambda message: message["t"] == "state"))["seat"] == 0
        assert (await program.do(match, t="cancel"))["code"] == "read_only"
        for request in ({"t": "seek", "game": "tabla"}, {"t": "again", "m": match}):
            await program.say(**request)
            assert (await program.hear(lambda message: message["t"] == "no"))["code"] == "read_only"


def test_a_scope_that_there_is_not_is_refused(server: Server, anna: Somebody) -> None:
    page = anna.prove("/me/tokens")
    assert anna.fill("/me/tokens", page, name="Root", scopes="admin").status == 422
    assert "Root" not in anna.get("/me/tokens").text


@pytest.mark.django_db
def test_a_socket_is_a_use_of_its_token() -> None:
    paul = Member.objects.create(username="Paul3", email="paul3@example.org")
    token = Token.objects.create(owner=paul, name="One", hash=token_hash("one"), start="one")
    registry = Registry()
    registry.read()
    registry.token_used("one")
    registry.read()
    token.refresh_from_db()
    assert token.used_at is not None
    registry.read()
    assert Token.objects.get(pk=token.pk).used_at == token.used_at


def test_a_guest_may_ask_for_an_unrated_table(server: Server) -> None:
    for no in (False, "no"):
        plain = {"game": "tabla", "opponent": "friend", "terms": {"rated": no}}
        assert Caller(server.url).tell("v1/tables", plain).status == 201
    refused = Caller(server.url).tell(
        "v1/tables", {"game": "tabla", "opponent": "friend", "terms": {"rated": True}}
    )
    assert (refused.status, refused.code) == (422, "bad_field")


def test_a_robot_account_is_for_ever(server: Server) -> None:
    owner = Somebody(server.url).join()
    secret, stolen = token_of(owner), dict(owner.cookies)
    page = owner.prove("/me/robot")
    assert wrong(owner.fill("/me/robot", page, login="Another1")) == [
        "This can't be undone.",
        "This is not your login.",
    ]
    become_robot(owner)
    assert not owner.is_in()
    assert Caller(server.url, secret).ask("v1/account").body["may_play"] is True
    ghost = Somebody(server.url)
    ghost.cookies.update(stolen)
    ghost.login = owner.login
    assert not ghost.is_in()  # what says that a person plays is worth nothing now
    owner.sign_in()
    page = owner.prove("/me/robot")
    assert 'name="login"' not in page.text
    assert owner.fill("/me/robot", page, login=owner.login).status == 422


@pytest.mark.django_db
def test_what_is_read_does_not_bring_back_what_was_deleted_meanwhile() -> None:
    paul = Member.objects.create(username="Paul1", email="paul@example.org")
    Token.objects.create(owner=paul, name="One", hash=token_hash("one"), start="one")
    registry = Registry()
    registry.read()
    assert registry.bearer("one") == paul.as_player()
    registry.token(token_hash("one"), None)
    registry.read()  # as if it had been read before it was deleted
    assert registry.bearer("one") is None
    assert not registry.admits(paul.as_player(), f"token {token_hash('one')}")


def _who(cookie: str) -> str:
    """The name in a member's signed cookie."""
    body = cookie.partition(":")[0].lstrip(".")
    fields: dict[str, str] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return fields["name"]


def token_number(owner: Somebody, name: str) -> str:
    """By which the page deletes it."""
    text = html.unescape(owner.get("/me/tokens").text)
    link = re.search(rf"<b>{name}</b>.*?/me/tokens/(\d+)/delete", text, re.DOTALL)
    assert link is not None
    return link[1]
