"""Tournaments over the API: lists, players, rounds, and entering by bot accounts."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.test import AsyncClient, Client
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker

from tests.support.club.api_client import Caller
from tests.support.club.site_database import instead
from tests.support.club.tournament_terms import TABLA, entered, members, terms
from tests.support.servers import Server, furnish
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import token_hash
from zaria.club.site.clock import now_ms
from zaria.club.site.database import databases
from zaria.club.tournaments import actions, history, queries
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import DRAW, LOSS, WIN, Result

EXAMPLE = Path(__file__).parents[3] / "examples/tournament.py"
T = TypeVar("T")

PATIENCE_S = 120
"""It takes some seconds, and longer on a machine that is busy."""
SOON_MS = 1_000
"""A new start lies in the future."""

FRIENDLY = replace(TABLA, length=1, rated=False)

database = pytest.mark.django_db(transaction=True)


def bearer(of: Member, scopes: str = f"{Token.READ} {Token.PLAY}") -> str:
    """A token of a member."""
    secret = f"zaria_{of.username}_{scopes}"
    Token.objects.get_or_create(
        hash=token_hash(secret), defaults={"owner": of, "name": "One", "start": "zaria_", "scopes": scopes}
    )
    return secret


def robots(number: int, since: int = 0) -> list[Member]:
    """Bot accounts."""
    rows = members(number, since)
    Member.objects.filter(pk__in=[row.pk for row in rows]).update(robot=True)
    for row in rows:
        row.robot = True
    return rows


class Asked:
    """Asks the API, as the bearer of a token or as nobody."""

    def __init__(self, token: str = "") -> None:
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def get(self, path: str) -> tuple[int, Any]:
        answer = await AsyncClient().get(f"/api/v1/{path}", headers=self._headers)
        return answer.status_code, answer.json()

    async def post(self, path: str, wish: Any) -> tuple[int, Any]:
        answer = await AsyncClient().post(
            f"/api/v1/{path}", json.dumps(wish), content_type="application/json", headers=self._headers
        )
        return answer.status_code, answer.json()


@pytest.fixture
def swiss(transactional_db: None) -> Tournament:
    """A Swiss of five after its first round: one has rested, and the second match was a draw."""
    row, _ = entered(5, "swiss", fee=10_00, pause_ms=45_000)
    actions.begin(row.pk)
    for pairing in Pairing.objects.filter(tournament=row, how="").order_by("place"):
        progress.report(pairing, Result((DRAW, DRAW) if pairing.place else (WIN, LOSS)))
    return Tournament.objects.get(pk=row.pk)


@pytest.fixture
def friendly(transactional_db: None) -> Tournament:
    """A tournament that takes bots."""
    return actions.create(terms(match=FRIENDLY, robots=True), "director")


async def test_a_tournament(swiss: Tournament) -> None:
    status, body = await Asked().get(f"tournaments/{swiss.pk}")
    assert status == 200
    assert (body["title"], body["phase"], body["fee"], body["round"]) == (
        "Friday eight",
        "playing",
        "10.00",
        2,
    )
    assert (body["total"], body["events"], body["entered"]) == (5, swiss.events, False)
    assert [line["points"] for line in body["entrants"]] == [1.5, 1, 1, 0.5, 0]
    assert [line["place"] for line in body["entrants"]] == [1, 2, 3, 4, 5]
    assert body["terms"]["format"] == "swiss"
    assert (body["pause_ms"], body["terms"]["pause_ms"]) == (45_000, 45_000)
    assert body["secret"] == ""
    assert swiss.secret not in repr(body)


async def test_no_id_of_a_player_is_shown(swiss: Tournament) -> None:
    shown = ""
    for path in (f"tournaments/{swiss.pk}", f"tournaments/{swiss.pk}/rounds/1", "tournaments?list=ongoing"):
        shown += repr(await Asked().get(path))
    assert "Ann0" in shown
    async for player in Entry.objects.values_list("player", flat=True):
        assert player not in shown


async def test_a_round(swiss: Tournament) -> None:
    status, body = await Asked().get(f"tournaments/{swiss.pk}/rounds/1")
    assert (status, body["number"], body["total"]) == (200, 1, 3)
    assert [meeting["points"] for meeting in body["meetings"]] == [[1, 0], [0.5, 0.5], [1, 0]]
    assert [meeting["how"] for meeting in body["meetings"]] == ["played", "played", "bye"]
    assert body["meetings"][2]["players"][1] is None
    assert body["meetings"][2]["match"] is None
    for number in (0, 3):
        status, body = await Asked().get(f"tournaments/{swiss.pk}/rounds/{number}")
        assert (status, body["code"]) == (404, "unknown_round")


@database
@pytest.mark.parametrize("unusual", ["%00", "a%0Ab", "х"])
async def test_no_such_tournament(unusual: str) -> None:
    status, body = await Asked().get(f"tournaments/{unusual}")
    assert (status, body["code"]) == (404, "unknown_tournament")


@pytest.fixture
def counted_anew() -> None:
    """The lists count no tournaments of other tests."""
    queries.forget_counts()


@pytest.mark.usefixtures("counted_anew")
async def test_the_lists(swiss: Tournament, friendly: Tournament) -> None:
    for name, ids in (("nearest", [friendly.pk]), ("ongoing", [swiss.pk]), ("completed", [])):
        status, body = await Asked().get(f"tournaments?list={name}&page=3")
        assert (status, body["what"], body["page"], body["total"]) == (200, name, 1, len(ids))
        assert [tournament["id"] for tournament in body["tournaments"]] == ids


@database
def test_private_tournaments_are_listed_for_their_players() -> None:
    row, (member,) = entered(1, private=True)
    stranger = members(1, 1)[0]
    for reader, ids in ((member, [row.pk]), (stranger, [])):
        headers = {"Authorization": f"Bearer {bearer(reader)}"}
        body = Client().get("/api/v1/tournaments", headers=headers).json()
        assert [tournament["id"] for tournament in body["tournaments"]] == ids


@pytest.fixture
def robot(transactional_db: None) -> Asked:
    """A bot account."""
    return Asked(bearer(robots(1)[0]))


async def test_a_robot_enters_and_withdraws(friendly: Tournament, robot: Asked) -> None:
    status, body = await robot.post(f"tournaments/{friendly.pk}/enter", {})
    assert (status, body["entered"]) == (200, True)
    assert (await robot.get(f"tournaments/{friendly.pk}"))[1]["entered"]
    status, body = await robot.post(f"tournaments/{friendly.pk}/enter", {})
    assert (status, body["code"], body["text"]) == (422, "entered", "You have already entered.")
    status, body = await robot.post(f"tournaments/{friendly.pk}/withdraw", {})
    assert (status, body["entered"]) == (200, False)
    status, body = await robot.post(f"tournaments/{friendly.pk}/withdraw", {})
    assert (status, body["code"]) == (422, "not_entered")


@database
def test_a_robot_checks_in_and_is_ready() -> None:
    league = terms("league", match=FRIENDLY, robots=True, check_in_ms=600_000, round_ms=3_600_000)
    row = actions.create(replace(league, starts_at=league.starts_at + 60_000), "director")
    players = robots(2)
    for robot in players:
        actions.enter(row.pk, robot)

    def post(robot: Member, action: str) -> Any:
        headers = {"Authorization": f"Bearer {bearer(robot)}"}
        path = f"/api/v1/tournaments/{row.pk}/{action}"
        return Client().post(path, {}, content_type="application/json", headers=headers).json()

    assert post(players[0], "ready")["code"] == "not_now"
    for robot in players:
        assert post(robot, "check-in")["entered"]
    assert post(players[0], "check-in")["code"] == "checked_in"
    actions.begin(row.pk, league.starts_at + 60_000)
    assert post(players[0], "ready")["entered"]
    pairing = Pairing.objects.get(how="")
    assert (pairing.ready0, pairing.ready1) == (
        pairing.player0 == players[0].player,
        pairing.player1 == players[0].player,
    )


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, "robots"),
        ({"robots": True, "match": FRIENDLY, "fee": 1_00}, "no_credits"),
        ({"robots": True, "match": FRIENDLY, "access": "code"}, "wrong_code"),
    ],
)
def test_a_robot_is_refused(transactional_db: None, more: dict[str, Any], code: str) -> None:
    row = actions.create(terms(**more), "director", "sesame")
    headers = {"Authorization": f"Bearer {bearer(robots(1)[0])}"}
    answer = Client().post(
        f"/api/v1/tournaments/{row.pk}/enter", {}, content_type="application/json", headers=headers
    )
    assert answer.json()["code"] == code
    assert not Entry.objects.exists()


@database
def test_people_enter_in_the_browser_and_readers_not_at_all() -> None:
    row = actions.create(terms(match=FRIENDLY, robots=True), "director")
    (person,), (robot,) = members(1), robots(1, 1)
    path = f"/api/v1/tournaments/{row.pk}/enter"
    for token, code in ((bearer(person), "robots_only"), (bearer(robot, Token.READ), "read_only")):
        headers = {"Authorization": f"Bearer {token}"}
        answer = Client().post(path, {}, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, code)
    answer = Client().post(path, {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "token_needed")
    browser = Client()
    browser.force_login(person)
    refused = browser.post(path, {"nonce": "tavla"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_nonce")
    assert browser.post(path, {"nonce": "ab" * 8}, content_type="application/json").json()["entered"]
    row.refresh_from_db()
    assert history.state(row).nonces == {person.player: "ab" * 8}


class Competition:
    """A server with a tournament that takes bots, and the tokens of two bot accounts."""

    def __init__(self, home: Path, blocker: DjangoDbBlocker) -> None:
        self.home = furnish(home)
        self._blocker = blocker
        self.id, self.tokens = self._ask_now(self._announce)
        self.server = Server(self.home, ZARIA_SECRET_KEY=settings.SECRET_KEY)

    def _announce(self) -> tuple[str, list[str]]:
        later = now_ms() + 3_600_000
        row = actions.create(terms(match=FRIENDLY, robots=True, starts_at=later), "director")
        return row.pk, [bearer(robot) for robot in robots(2)]

    def _ask_now(self, work: Callable[..., T], *args: Any) -> T:
        with self._blocker.unblock(), instead(databases.default(None, self.home)):
            return work(*args)

    def start(self, players: int) -> None:
        """Begin once so many have entered; nothing announces it here."""
        end = time.monotonic() + PATIENCE_S
        while self._ask_now(Entry.objects.count) < players:
            assert time.monotonic() < end
            time.sleep(0.1)
        self._ask_now(self._begin)

    def _begin(self) -> None:
        row = Tournament.objects.get()
        now = replace(history.state(row).terms, starts_at=now_ms() + SOON_MS)
        actions.execute(row.pk, cmd.Edit(now, "director", "All are here"))


@pytest.fixture
def competition(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Competition]:
    """A tournament for two bot accounts."""
    competition = Competition(tmp_path, django_db_blocker)
    yield competition
    competition.server.stop()


async def play(*words: str) -> list[str]:
    """Run the example to its end; the words of its last line."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, EXAMPLE, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        shown, wrong = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, wrong.decode()
    return shown.decode().splitlines()[-1].split()


@pytest.mark.slow
async def test_the_example_plays_a_tournament(competition: Competition) -> None:
    url = competition.server.url
    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        playing = [group.create_task(play(url, token, competition.id)) for token in competition.tokens]
        await asyncio.to_thread(competition.start, len(playing))
    tournament = Caller(url).ask(f"v1/tournaments/{competition.id}").body
    assert [task.result() for task in playing] == [["over", tournament["winner"]]] * 2
    (final,) = Caller(url).ask(f"v1/tournaments/{competition.id}/rounds/1").body["meetings"]
    assert (final["how"], tournament["winner"] in final["players"]) == ("played", True)
