"""Requests to the API, and its answers as they are compared."""

from collections.abc import Iterator
from typing import Any

from tests.corpus import adapter, facts
from tests.corpus.club import TOKENS
from tests.support.club.api_client import Caller

MOVING = ("now", "online")
"""Fields that say what is so at this moment."""
SENTENCES = ("title", "about", "rules_of")
"""Fields for people, in their language: what they say is not promised."""


def questions(ids: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The token's owner ("" nobody's), and the path; `ids` are those of the matches by name."""
    for token in ("", *TOKENS, "nobody"):
        yield token, "v1/account"
    yield "", "v1/games"
    for game in adapter.every_game():
        yield "", f"v1/games/{game}"
        yield "", f"v1/games/{game}/turns"
        yield "", f"v1/games/{game}/turns?roll=31&side=1"
    yield "", "v1/games/whist"
    yield "", "v1/games/short-nardy/turns?roll=66&set=hit_then_off_ban=false"
    yield "", "v1/games/short-nardy/turns?roll=66&set=nothing=false"
    for name in sorted(ids):
        for token in ("", "ann"):
            yield token, f"v1/matches/{ids[name]}"
        for form in adapter.FORMATS:
            yield "", f"v1/matches/{ids[name]}/record?format={form}"
    yield "", "v1/matches/nothing"
    yield "", "v1/matches/nothing/record"
    for login in ("ann", "DAN", "robot", "rudest", "nobody"):
        yield "", f"v1/members/{login}"
        yield "", f"v1/members/{login}/matches?limit=3"
        yield "", f"v1/members/{login}/ratings"
    yield "", "v1/members/ann/matches?game=tabla"
    yield "", "v1/members/ann/matches?game=whist"
    yield "", "v1/members/ann/ratings?game=tabla"
    for by in ("rating", "won", "winnings"):
        yield "", f"v1/ranking?by={by}"
        yield "", f"v1/ranking?by={by}&game=tabla"
    yield "", "v1/ranking?country=bg"
    for list_name in ("open", "playing"):
        yield "", f"v1/tables?what={list_name}"
        yield "", f"v1/tables?what={list_name}&game=tabla"


def answer(url: str, token: str, path: str) -> dict[str, Any]:
    """The status of an answer and what it says, without what is not promised."""
    response = Caller(url, TOKENS.get(token, token)).ask(path)
    record = facts.without_later_tags(response.text.decode())
    body = record if response.body is None else promised(response.body)
    return {"token": token, "path": path, "status": response.status, "body": body}


def promised(value: Any) -> Any:
    """JSON without what changes by itself and what is said to people."""
    if isinstance(value, list):
        return [promised(item) for item in value]
    if not isinstance(value, dict):
        return value
    hidden = (*MOVING, *SENTENCES, "text") if set(value) == {"code", "text"} else (*MOVING, *SENTENCES)
    return {name: "…" if name in hidden else promised(item) for name, item in value.items()}


LATER = ("race", "takeback")
"""Fields of a view that it has got since."""


def without_added_fields(response: dict[str, Any]) -> dict[str, Any]:
    """An answer without the fields that it has got since: clients ignore what they do not know."""
    body = response["body"]
    if isinstance(body, dict) and isinstance(body.get("matches"), list):
        return {**response, "body": {**body, "matches": [_without_by_day(row) for row in body["matches"]]}}
    if not isinstance(body, dict) or "v" not in body:
        return response
    view = {name: value for name, value in body["v"].items() if name not in LATER}
    return {**response, "body": {**body, "v": view}}


def without_added_games(response: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """The list of games without those that it has got since `then`; any other answer as it is."""
    if response["path"] != "v1/games":
        return response
    games = {entry["id"] for entry in then["body"]}
    return {**response, "body": [entry for entry in response["body"] if entry["id"] in games]}


def _without_by_day(row: Any) -> Any:
    """A row of a list of matches without the field that it has got since."""
    return {name: value for name, value in row.items() if name != "by_day"} if isinstance(row, dict) else row


def without_terms(response: dict[str, Any]) -> tuple[dict[str, Any], set[tuple[str, str]]]:
    """An answer, and apart from it what can be agreed on in a game: choices are added, but none goes."""
    body = response["body"]
    if not isinstance(body, dict) or "terms" not in body:
        return response, set()
    fields = {name: value for name, value in body.items() if name != "terms"}
    choices = {(term["name"], str(choice["value"])) for term in body["terms"] for choice in term["values"]}
    return {**response, "body": fields}, choices | {(term["name"], "") for term in body["terms"]}
