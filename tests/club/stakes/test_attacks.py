"""Attacks on credits through real requests and sockets: each gets a clear refusal, and moves nothing."""

import asyncio
import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.by_day import by_day
from tests.support.club.api_client import Caller, become_robot, robot
from tests.support.club.member_client import Somebody, wrong
from tests.support.club.staff_client import boss_of
from tests.support.club.staked_club import CHESS, TABLA, Club, draw, line, play
from tests.support.club.staked_matches import StakedMatch, member, staked
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now_ms
from zaria.match.stakes import Stakes

pytestmark = pytest.mark.xdist_group("attacks")

JADE = re.compile(r"\bjade\b", re.IGNORECASE)
"""A word: the letters alone are in a random token now and then."""
AMOUNTS = [
    *("-5", "+5", "0.001", "5.005", "1" + "0" * 30, "1e2", "NaN", "Infinity", "1_000", "0x10"),
    *("٢٥", "２５", "5\0", "null", "[5]"),
]
"""So few that nobody sets too many tables in a minute."""
FEW = ("-5", "0.001", "1" + "0" * 30, "NaN", "5\0")
"""For other fields of the same kind, of which `tests/club/ledger/test_amounts.py` refuses the others."""


@pytest.fixture
def club(server: Server) -> Club:
    return Club([server.url], server.data)


@pytest.fixture(scope="module")
def attackers(server: Server) -> list[Somebody]:
    """Members with 1000.00, which nothing here changes."""
    return [Somebody(server.url).join() for _ in range(3)]


@pytest.fixture
def ann(attackers: list[Somebody]) -> Somebody:
    """One of them."""
    return attackers[0]


@pytest.fixture
def _nothing_moves(club: Club, attackers: list[Somebody]) -> Iterator[None]:
    """No transfer is made in the whole club."""
    before = club.transfers()
    yield
    assert club.transfers() == before
    assert {club.account(attacker) for attacker in attackers} == {(1000_00, 0)}
    club.check()


nothing_moves = pytest.mark.usefixtures("_nothing_moves")


def complaints(page: Page) -> list[str]:
    """The sentences that the form of a table shows beside its fields, or above them."""
    alerts = re.findall(
        r'<span class="wrong">(.*?)</span>|<div class="alert" role="alert">(.*?)</div>', page.text
    )
    return [html.unescape("".join(texts)) for texts in alerts]


@nothing_moves
@pytest.mark.parametrize("field", ["stake", "most"])
def test_amounts_in_the_form_of_a_table(attackers: list[Somebody], field: str) -> None:
    attacker = attackers[field == "stake"]
    fields = {**TABLA, "stake": "5"}
    token = attacker.get("/").token
    for amount in (*AMOUNTS, "0", "0.99", "10000000.01") if field == "stake" else (*FEW, "4.99"):
        data = {"csrfmiddlewaretoken": token, **fields, field: amount}
        page = attacker.send("POST", "/new", data=data, headers={"Referer": attacker.url + "/new"})
        assert (page.status, bool(complaints(page))) == (422, True), amount
    twice = [("csrfmiddlewaretoken", token), *fields.items(), (field, "-5")]
    body = "&".join(f"{name}={value}" for name, value in twice)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Referer": attacker.url + "/new"}
    assert attacker.send("POST", "/new", content=body, headers=kind).status == 422


class Session(Caller):
    """A program that uses the cookies of a member's browser."""

    def __init__(self, browser: Somebody) -> None:
        super().__init__(browser.url)
        self._cookies = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items()),
            "X-CSRFToken": browser.get("/").token,
            "Referer": browser.url + "/",
        }

    def open(self, stake: Any, **terms: Any) -> Any:
        """Ask for a table with this stake."""
        wish = {"game": "tabla", "opponent": "friend", "terms": {"clock": "calm", "stake": stake, **terms}}
        return self.tell("v1/tables", wish, **self._cookies)


@nothing_moves
def test_amounts_in_the_api(attackers: list[Somebody]) -> None:
    session = Session(attackers[2])
    for amount in (*AMOUNTS, -5, 0, 10**30, True):
        answer = session.open(amount)
        assert (answer.status, answer.code) == (422, "bad_terms"), (amount, answer.body)
    for value in (None, [], [5], {"stake": 5}, 5.5, 1e30, float("nan"), float("inf")):
        answer = session.open(value)
        assert 400 <= answer.status < 500, (value, answer.body)
        assert answer.body["text"]
    assert session.open("5", most="4.99").code == "bad_terms"
    assert session.open("5", unit="EUR").code == "bad_field"
    assert session.open("1000.01").code == "not_enough_credits"


def test_amounts_in_the_other_forms(server: Server, club: Club, ann: Somebody) -> None:
    """A member's limits, and acts of the staff; `tests/club/top_up` has those of payments."""
    boss = boss_of(server)
    boss.get("/shop")  # their account is open
    link = re.search(r"/member/(\d+)/change/", boss.get(f"/staff/members/member/?q={ann.login}").text)
    assert link is not None
    settings = "SELECT COUNT(*) FROM player_limits_limitsetting"
    before = club.transfers(), club.rows(settings)
    limits, acts = ann.get("/me/limits"), boss.get(f"/staff/members/member/do/grant/?id={link[1]}")
    for amount in FEW:
        assert ann.fill("/me/limits", limits, stake=amount).status == 422, amount
        for act in ("grant", "take", "payout") if amount in ("-5", "NaN") else ("grant",):
            fields = {"id": link[1], "reason": "Attack", "reference": "bank 7", "nonce": "nonce-0001"}
            page = boss.fill(f"/staff/members/member/do/{act}/", acts, amount=amount, **fields)
            assert page.status == 422, (act, amount)
    assert (club.transfers(), club.rows(settings)) == before


@nothing_moves
async def test_forged_frames(club: Club, ann: Somebody) -> None:
    """A client cannot say that its stake is held, and finds nothing under ids that it makes up."""
    path = await asyncio.to_thread(lambda: ann.set_table(**{**CHESS, "rated": "no"}))
    free = path.rpartition("/")[2]
    async with line(club, ann) as anns:
        view = await anns.watch(free)
        for more in ({"held": 2**60}, {"held": None}, {"stake": "5"}, {"amount": -5}):
            await anns.tell(t="do", m=free, c="forged", k={**play(view), **more})
            refused = await anns.heard(lambda message: message["t"] == "no", 0)
            assert refused["code"] == "bad_message", refused
            anns.got.clear()
        for match_id in ("nothere000", "../../etc", "' OR 1=1", "é" * 40, "\0", "check"):
            for action in (play(view), {"t": "cancel"}, {"t": "resign", "points": 3}):
                assert (await anns.act(match_id, **action))["code"] == "unknown_match"
            await anns.tell(t="again", m=match_id, no=False)
            assert (await anns.heard(lambda message: message["t"] == "no"))["code"] == "unknown_match"
            anns.got.clear()


async def test_a_seat_needs_a_hold_of_the_server(club: Club, ann: Somebody) -> None:
    """Of the table of another member nobody takes, cancels or prolongs the stake."""
    owner, stranger = await asyncio.to_thread(club.members, 2)
    path = await asyncio.to_thread(lambda: owner.set_table(**{**CHESS, "stake": "30"}))
    match_id = path.rpartition("/")[2]
    before = club.rows("SELECT id, state, until FROM ledger_transfer ORDER BY id")
    async with line(club, stranger) as strangers:
        view = await strangers.watch(match_id)
        for more in ({"held": 2**60}, {"held": 0}):
            await strangers.tell(t="do", m=match_id, c="forged", k={**play(view), **more})
            assert (await strangers.heard(lambda message: message["t"] == "no"))["code"] == "bad_message"
            strangers.got.clear()
        assert (await strangers.act(match_id, t="cancel"))["t"] == "no"
        await strangers.tell(t="decline", m=match_id)
        await strangers.heard(lambda message: message["t"] == "no")
        await strangers.tell(t="again", m=match_id, no=False)
        await strangers.heard(lambda message: message["t"] == "no" and message["code"] == "not_a_player")
        wrong_seal = {**play(view), "seal": "0" * 64}
        assert (await strangers.act(match_id, **wrong_seal))["code"] == "seal_mismatch"
    assert club.rows("SELECT id, state, until FROM ledger_transfer ORDER BY id") == before
    assert club.account(owner) == (970_00, 30_00)
    club.check()


def test_a_statement_is_its_owners(club: Club, ann: Somebody) -> None:
    owner, spy = club.members(2)
    for path in ("/shop/men-jade", "/shop/gift"):
        assert owner.fill(path, owner.get("/shop")).status == 302
    assert club.account(owner) == (700_00, 0)
    player, before = club.player(owner), club.transfers()
    month = f"{datetime.now(UTC):%Y-%m}"
    for path in ("/me/stats/credits", "/me/stats/credits.csv", f"/me/stats/credits/{month}"):
        for name in ("player", "member", "account"):
            for whom in (player, f"member:{player}"):
                answer = spy.get(f"{path}?{name}={whom}")
                assert answer.status == 200
                assert not JADE.search(answer.text.replace("men-jade.", ""))
                assert "400.00" not in answer.text
        assert "400.00" in owner.get(path).text
        assert "400.00" not in Visitor(club.url).get(path).text
    for path in (f"/me/stats/credits/{player}", f"/user/{owner.login}/credits", "/top-up/" + "0" * 32):
        assert spy.get(path).status == 404
    guest = Caller(club.url)
    for path in ("v1/account/balance", "v1/account/transfers"):
        assert guest.ask(path).status == 401
    assert club.transfers() == before


@nothing_moves
def test_who_is_no_member_has_no_credits(club: Club, ann: Somebody) -> None:
    guest = Visitor(club.url)
    guest.get("/")
    for path in ("/shop/gift", "/shop/men-jade", "/treats"):
        token = guest.get("/shop").token if path == "/shop/gift" else guest.get("/", **SAME).token
        answer = guest.send(
            "POST", path, data={"csrfmiddlewaretoken": token}, headers={"Referer": club.url + "/shop"}
        )
        assert answer.status == 403, path
        assert "Only members can do this" in answer.text
    free = guest.post("/new", **CHESS, stake="5", most="5")
    assert free.status == 302  # a guest's form has no stakes
    state = Caller(club.url).ask(f"v1/matches/{free.headers['Location'].rpartition('/')[2]}").body
    assert not state["v"].get("stakes")
    api = Caller(club.url).tell("v1/tables", {"game": "chess", "opponent": "friend", "terms": {"stake": "5"}})
    assert (api.status, api.code) == (422, "bad_field")
    for path in ("/shop/gift", "/shop/men-jade"):  # a form of another site
        assert ann.send("POST", path, data={}, headers={"Origin": "https://evil.example"}).status == 403


SAME = {"Sec-Fetch-Site": "same-origin"}


def test_bots_have_no_credits(club: Club, ann: Somebody) -> None:
    owner, token = robot(club.url)
    before = club.transfers()
    wish = {"game": "chess", "opponent": "friend", "terms": {"clock": "game", "stake": "5"}}
    refused = Caller(club.url, token).tell("v1/tables", wish)
    assert 400 <= refused.status < 500, refused.body
    assert refused.code in ("bad_field", "read_only", "robots_only")
    for path in ("/shop/gift", "/shop/men-jade"):
        assert owner.fill(path, owner.get("/shop")).status == 403
    assert owner.get("/me/limits").status == 404
    assert club.transfers() == before


async def test_a_member_who_has_become_a_bot_sits_down_nowhere(club: Club) -> None:
    host, opponent = await asyncio.to_thread(club.members, 2)
    path = await asyncio.to_thread(lambda: host.set_table(**{**CHESS, "stake": "30"}))
    match_id = path.rpartition("/")[2]
    await asyncio.to_thread(become_robot, opponent)
    await asyncio.to_thread(opponent.sign_in)
    before = club.transfers()
    async with line(club, opponent) as opponents:
        assert (await opponents.sit(match_id))["code"] == "members_only"
    assert club.transfers() == before
    club.check()


@nothing_moves
def test_the_computer_and_training_have_no_stakes(ann: Somebody) -> None:
    for more in (
        {},
        {"training": "yes"},
        {"level": "5", "training": "yes"},
        {"position": "4HPwATDgc/ABMA:cAkAAAAAAAAE", "starter": "1"},
    ):
        page = ann.post("/new", **{**TABLA, "opponent": "computer", "stake": "5", **more})
        assert page.status == 422, more
        assert complaints(page)
    page = ann.post("/new", **{**TABLA, "stake": "5", "rated": "no", "clock": "none"})
    assert page.status == 422


@nothing_moves
async def test_a_guest_is_not_invited_to_a_staked_table(club: Club, ann: Somebody) -> None:
    guest = Visitor(club.url)
    await asyncio.to_thread(lambda: guest.set_table(**CHESS))
    async with line(club, guest):
        people = await asyncio.to_thread(lambda: Caller(club.url).ask("v1/tables?what=people").body["people"])
        (handle,) = [person["handle"] for person in people if not person.get("member")]
        for to, message in ((handle, "Only members"), ("nobody-here", "")):
            fields = {**CHESS, "opponent": "person", "to": to, "stake": "5"}
            page = await asyncio.to_thread(lambda: ann.post("/new", **fields))  # noqa: B023
            assert page.status == 422
            assert message in "".join(complaints(page))


@pytest.mark.parametrize("kind", by_day(("exclusion",), ("pause", "exclusion")))
async def test_a_pause_is_met_everywhere(club: Club, kind: str) -> None:
    """By form, API, seat, invitation and rematch; the opponent does not learn why."""
    code = {"pause": "paused", "exclusion": "excluded"}[kind]
    ann, bob = await asyncio.to_thread(club.members, 2)
    path = await asyncio.to_thread(lambda: ann.set_table(**{**CHESS, "stake": "30"}))
    match_id = path.rpartition("/")[2]
    async with line(club, ann) as anns, line(club, bob) as bobs:
        for page in (anns, bobs):
            assert (await page.sit(match_id))["t"] == "ack"
        await draw(match_id, anns, bobs)
        for page in (anns, bobs):
            await page.shows("1000.00", "0.00")
        fields = {"pause": {"days": "1"}, "exclusion": {"length": "183", "sure": "on"}}[kind]
        done = await asyncio.to_thread(
            lambda: bob.fill(f"/me/limits/{kind}", bob.get("/me/limits"), **fields)
        )
        assert done.status == 302, wrong(done)
        before = club.transfers()
        refused = await asyncio.to_thread(lambda: bob.post("/new", **CHESS, stake="5"))
        assert refused.status == 422
        assert any("stakes and top-ups" in text for text in complaints(refused))
        assert (await asyncio.to_thread(lambda: Session(bob).open("5"))).code == code
        await bobs.tell(t="again", m=match_id, no=False)
        assert (await bobs.heard(lambda message: message["t"] == "no"))["code"] == code
        bobs.got.clear()
        await anns.tell(t="again", m=match_id, no=False)
        await bobs.heard(lambda message: message["t"] == "again" and "offer" in message)
        await bobs.tell(t="again", m=match_id, no=False)
        assert (await bobs.heard(lambda message: message["t"] == "no"))["code"] == code
        assert club.transfers() == before
        people = await asyncio.to_thread(lambda: Caller(club.url).ask("v1/tables?what=people").body)
        (handle,) = [person["handle"] for person in people["people"] if person["name"] == bob.login]
        fields = {**CHESS, "opponent": "person", "to": handle, "stake": "5"}
        invited = (await asyncio.to_thread(lambda: ann.set_table(**fields))).rpartition("/")[2]
        assert (await bobs.sit(invited))["code"] == code
        assert club.account(bob) == (1000_00, 0)
        await anns.do(invited, t="cancel")
        await anns.shows("1000.00", "0.00")
    club.check()


@pytest.mark.django_db
@pytest.mark.parametrize("stakes", [Stakes(2_00, 5_00, "pot"), Stakes(2_00, 5_00, "pot", unit="credits")])
def test_a_stored_match_without_holds_pays_nothing(stakes: Stakes) -> None:
    """Stakes of a match from before they were paid were counted; a forged one was never held."""
    terms = replace(staked("tabla", 2_00), stakes=stakes)
    match = StakedMatch("yesterday", terms, (member("ann"), member("bob")), 0, now_ms())
    for player in ("ann", "bob"):
        match.append(len(match.rows), match.sit(player, now_ms() + 20_000, now_ms()))
    match.resign(now_ms(), 3)
    assert match.phase == "over"
    assert results.write({match.id: match.record}) == 1
    assert Played.objects.filter(match_id=match.id).exists()
    assert not Transfer.objects.exists()
