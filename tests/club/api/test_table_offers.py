"""Offers of other terms through the API: of members in their browsers, and of bots with a token."""

import json
from typing import Any

import pytest

from tests.support.club.api_client import Caller, robot, token_of
from tests.support.club.member_client import Somebody
from tests.support.club.table_offers import open_table, press
from tests.support.http_client import Visitor
from tests.support.servers import Server

BOT_TABLE = {"game": "tabla", "opponent": "anyone", "terms": {"length": "3", "clock": "quick"}}


def send(member: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send JSON with the cookies of a browser; return the answer with its status."""
    token = member.get("/", **{"Sec-Fetch-Site": "same-origin"}).token
    headers = {"Content-Type": "application/json", "X-CSRFToken": token, "Referer": member.url + "/"}
    page = member.send("POST", f"/api/v1/{path}", content=json.dumps(body).encode(), headers=headers)
    return {"status": page.status, **json.loads(page.text)}


def offers(member: Visitor, match_id: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(member.get(f"/api/v1/tables/{match_id}/offers").text)["offers"]
    return rows


def test_members_negotiate_and_agree(server: Server) -> None:
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    match_id = open_table(owner, clock="calm")
    path = f"tables/{match_id}/offers"

    first = send(reader, path, {"terms": {"stake": "5", "most": "15", "clock": "quick"}})
    assert first["status"] == 201, first
    assert (first["round"], first["state"], first["by_owner"]) == (1, "open", False)
    assert first["terms"]["stakes"]["stake"] == 5_00
    assert [row["id"] for row in offers(owner, match_id)] == [first["id"]]
    again = send(reader, path, {"terms": {"stake": "6", "most": "15"}, "round": 1})
    assert (again["status"], again["code"]) == (422, "offer_waits")

    second = send(owner, path, {"terms": {"stake": "8"}, "offer": first["id"], "round": 1})
    assert (second["status"], second["round"], second["by_owner"]) == (201, 2, True), second
    answer = f"{path}/{first['id']}"
    stale = send(reader, f"{answer}/accept", {"round": 1})
    assert (stale["status"], stale["code"]) == (422, "offer_changed")
    refusal = send(owner, f"{answer}/decline", {"round": 2})
    assert (refusal["status"], refusal["code"]) == (422, "offer_changed")
    accepted = send(reader, f"{answer}/accept", {"round": 2})
    assert (accepted["status"], accepted["state"]) == (200, "accepted"), accepted
    assert reader.get(f"/t/{accepted['match']}").status == 200
    gone = send(reader, path, {"terms": {"stake": "1"}})
    assert (gone["status"], gone["code"]) == (404, "no_open_table")


def test_an_offer_is_declined_or_taken_back(server: Server) -> None:
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    match_id = open_table(owner)
    path = f"tables/{match_id}/offers"
    row = send(reader, path, {"terms": {"stake": "3", "most": "3"}})
    assert send(owner, f"{path}/{row['id']}/decline", {"round": 1})["state"] == "declined"
    row = send(reader, path, {"terms": {"stake": "4", "most": "4"}, "round": 1})
    assert row["round"] == 2
    assert send(reader, f"{path}/{row['id']}/withdraw", {"round": 2})["state"] == "withdrawn"
    assert offers(owner, match_id) == []
    assert offers(reader, match_id)[0]["state"] == "withdrawn"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"terms": {"colour": "dark"}}, "bad_field"),
        ({"terms": {"stake": "none"}}, "bad_terms"),
        ({"terms": {"stake": "5000", "most": "5000"}}, "bad_terms"),
        ({"terms": {}, "round": -1}, "bad_field"),
        ({"terms": {}, "more": 1}, "bad_field"),
        ({"terms": {}}, "same_terms"),
        ({"terms": {"stake": "3"}, "round": 2}, "offer_changed"),
    ],
)
def test_a_refusal_says_why(
    server: Server, open_match: tuple[Somebody, str], body: dict[str, Any], code: str
) -> None:
    reader, match_id = open_match
    refused = send(reader, f"tables/{match_id}/offers", body)
    assert (refused["status"], refused["code"]) == (422, code)
    assert refused["text"]


@pytest.fixture(scope="module")
def open_match(server: Server) -> tuple[Somebody, str]:
    """A reader, and the id of a table that is open for them."""
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    return reader, open_table(owner, opponent="friend")


def test_strangers_and_readers_with_a_token_change_nothing(
    server: Server, open_match: tuple[Somebody, str]
) -> None:
    reader, match_id = open_match
    path = f"v1/tables/{match_id}/offers"
    assert Caller(server.url).ask(path).code == "token_needed"
    assert Caller(server.url).tell(path, {"terms": {"stake": "3"}}).code == "token_needed"
    caller = Caller(server.url, token_of(reader, scope="play"))
    assert caller.ask(path).status == 200
    assert caller.tell(path, {"terms": {"stake": "3"}}).code in ("robots_only", "read_only")


def test_a_bot_agrees_on_unrated_terms_once(server: Server) -> None:
    bot = Caller(server.url, robot(server.url)[1])
    reader = Somebody(server.url).join()
    match_id = bot.tell("v1/tables", BOT_TABLE).body["match"]
    sent = press(reader, match_id, "offer", length="5")
    assert sent.status == 302, sent.text
    assert "stake" not in reader.get(f"/t/{match_id}/offers").text.partition('id="terms"')[2]
    (row,) = bot.ask(f"v1/tables/{match_id}/offers").body["offers"]
    assert row["terms"]["length"] == 5
    path = f"v1/tables/{match_id}/offers/{row['id']}/accept"
    first, repeat = (bot.tell(path, {"round": 1}, Idempotency_Key="agreed") for _ in range(2))
    assert first.status == repeat.status == 200, first.text
    assert first.body == repeat.body
    view = json.loads(reader.get(f"/api/v1/matches/{first.body['match']}").text)["v"]
    assert (view["length"], view["rated"]) == (5, False)
