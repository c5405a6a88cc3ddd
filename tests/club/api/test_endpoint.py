"""Common ground of all addresses of the API: errors, caches, other sites, bounds."""

import json
from http.cookies import SimpleCookie

import pytest
from django.http import HttpRequest
from django.test import override_settings

from tests.support.club.api_client import Caller
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.registry import registry, token_hash
from zaria.club.api import endpoint
from zaria.club.api.documents import described
from zaria.club.api.problems import TEXTS, ProblemError
from zaria.match.events import Player


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("v1/nothing", 404, "not_found"),
        ("", 404, "not_found"),
        ("v1/games/tabla/", 404, "not_found"),
        ("v1/games/none", 404, "unknown_game"),
        ("v1/members/nobody", 404, "unknown_member"),
        ("v1/members/nobody/matches", 404, "unknown_member"),
        ("v1/matches/none", 404, "unknown_match"),
        ("v1/matches/none/record", 404, "unknown_match"),
        ("v1/matches/none/record?format=doc", 422, "bad_field"),
        ("v1/ranking?page=0", 422, "bad_field"),
        ("v1/ranking?game=none", 404, "unknown_game"),
        ("v1/ranking?country=xx", 422, "bad_field"),
        ("v1/tables?what=all", 422, "bad_field"),
        ("v1/tournaments?list=all", 422, "bad_field"),
        ("v1/tournaments/none", 404, "unknown_tournament"),
        ("v1/tournaments/none/rounds/1", 404, "unknown_tournament"),
        ("v1/account", 401, "token_needed"),
    ],
)
def test_problems_have_one_shape(server: Server, path: str, status: int, code: str) -> None:
    answer = Caller(server.url).ask(path)
    assert (answer.status, answer.code) == (status, code)
    assert TEXTS[code][0] == status


def test_problems_are_explained_in_the_callers_language(server: Server) -> None:
    answers = {
        lang: Caller(server.url).ask("v1/nothing", Accept_Language=lang) for lang in ("en", "bg", "tr")
    }
    assert answers["en"].body["text"] == "There is nothing at this address."
    assert answers["bg"].body["text"] == "На този адрес няма нищо."
    assert len({answer.body["text"] for answer in answers.values()}) == 3


def test_an_answer_is_not_sent_twice(server: Server) -> None:
    caller = Caller(server.url)
    first = caller.ask("v1/games/tabla")
    assert first.headers["Cache-Control"] == "public, max-age=60"
    assert {"Accept-Language", "Authorization", "Cookie"} <= set(first.headers["Vary"].split(", "))
    again = caller.ask("v1/games/tabla", If_None_Match=first.headers["ETag"])
    assert (again.status, again.text) == (304, b"")
    translation = caller.ask("v1/games/tabla", If_None_Match=first.headers["ETag"], Accept_Language="bg")
    assert translation.status == 200


def test_head_is_get_without_a_body(server: Server) -> None:
    caller = Caller(server.url)
    answer = caller.ask("v1/games/tabla", method="HEAD")
    assert (answer.status, answer.text) == (200, b"")
    assert answer.headers["ETag"] == caller.ask("v1/games/tabla").headers["ETag"]


def test_pages_from_anywhere_may_read_but_not_as_somebody(server: Server) -> None:
    caller = Caller(server.url)
    answer = caller.ask("v1/games", Origin="https://elsewhere.example")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    preflight = caller.ask("v1/tables", method="OPTIONS", Origin="https://elsewhere.example")
    assert "Access-Control-Allow-Methods" not in preflight.headers  # so a browser sends no POST, no token
    assert "Access-Control-Allow-Headers" not in preflight.headers
    refusal = caller.tell("v1/tables", {"game": "none"}, Origin="https://elsewhere.example")
    assert "Access-Control-Allow-Origin" not in refusal.headers


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "v1/tables"), ("DELETE", "v1/games"), ("POST", "v1/games")]
)
def test_what_cannot_be_done(server: Server, method: str, path: str) -> None:
    answer = Caller(server.url).ask(path, b"{}", method=method, Content_Type="application/json")
    assert (answer.status, answer.code) == (405, "wrong_method")


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"game=tabla", "application/x-www-form-urlencoded", 415, "wrong_type"),
        (b'{"game":"tabla"}', "text/plain", 415, "wrong_type"),
        (b'{"game":"tabla"', "application/json", 400, "bad_json"),
        (b"\xff\xfe", "application/json", 400, "bad_json"),
        (b"[" * 30_000, "application/json", 400, "bad_json"),
        (b"[]", "application/json", 422, "bad_field"),
        (b"", "application/json", 422, "bad_field"),
        (b'{"opponent":"computer"}', "application/json", 422, "bad_field"),
        (b'{"game":["tabla"]}', "application/json", 422, "bad_field"),
        (b'{"game":"tabla","secret":1}', "application/json", 422, "bad_field"),
        (b'{"game":"tabla","terms":{"secret":1}}', "application/json", 422, "bad_field"),
        (b'{"game":"tabla","terms":{"length":65}}', "application/json", 422, "bad_terms"),
        (b'{"game":"tabla","terms":{"length":"other"}}', "application/json", 422, "bad_terms"),
        (b'{"game":"tabla","terms":{"length":3.5}}', "application/json", 422, "bad_field"),
        (b'{"game":"chess","terms":{"level":1.2}}', "application/json", 422, "bad_terms"),
        (b'{"game":"chess","terms":{"level":"1,5"}}', "application/json", 422, "bad_terms"),
        (b'{"game":"chess","terms":{"level":NaN}}', "application/json", 422, "bad_terms"),
        (b'{"game":"tabla-bg","terms":{"cube":true}}', "application/json", 422, "bad_field"),
        (b'{"game":"tabla","terms":{"length":{}}}', "application/json", 422, "bad_field"),
        (b'{"game":"tabla","terms":{"opponent":"anyone"}}', "application/json", 422, "bad_field"),
        (b'{"game":"tabla","terms":{"jacoby":true}}', "application/json", 422, "bad_terms"),
        (b'{"game":"tabla","opponent":"person","to":"x"}', "application/json", 422, "not_here"),
        (b'{"game":"none"}', "application/json", 404, "unknown_game"),
        (b'{"game":"' + b"x" * 80_000 + b'"}', "application/json", 413, "too_large"),
    ],
)
def test_bodies_that_make_no_sense(server: Server, body: bytes, kind: str, status: int, code: str) -> None:
    answer = Caller(server.url).ask("v1/tables", body, Content_Type=kind)
    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize(
    ("body", "field"),
    [(b'{"game":"tabla","level":1}', "level"), (b'{"game":"tabla","terms":{"levle":1}}', "terms.levle")],
)
def test_an_unknown_field_is_called_unknown(server: Server, body: bytes, field: str) -> None:
    answer = Caller(server.url).ask("v1/tables", body, Content_Type="application/json")
    assert (answer.code, answer.body["text"]) == ("bad_field", f"There is no field “{field}”.")


def test_a_misspelt_filter_is_refused_with_the_names_of_all_fields(server: Server) -> None:
    answer = Caller(server.url).ask("v1/tournaments?lst=ongoing")
    assert (answer.status, answer.code) == (422, "bad_field")
    assert answer.body["text"] == "There is no field “lst”. The fields are: list, page."
    assert Caller(server.url).ask("v1/tournaments?lst=ongoing", method="HEAD").status == 422


def test_every_address_refuses_unknown_query_fields_but_those_of_release_1_0(server: Server) -> None:
    values = {
        "game": "tabla",
        "login": "nobody",
        "key": "none",
        "match_id": "none",
        "tournament_id": "none",
        "number": "1",
    }
    values |= {"puzzle_id": "none", "sheet_id": "none", "study_id": "none", "chapter_id": "1"}
    answers = {
        path: Caller(server.url).ask(f"{path.removeprefix('/api/').format_map(values)}?unknown=1")
        for path, operations in described()["paths"].items()
        if "get" in operations
    }
    lenient = {path for path, answer in answers.items() if "“unknown”" not in answer.text.decode()}
    assert lenient == {
        f"/api/v1/{path}"
        for path in (
            "account",
            "games",
            "games/{game}",
            "games/{game}/turns",
            "matches/{match_id}",
            "matches/{match_id}/record",
            "members/{login}",
            "members/{login}/matches",
            "members/{login}/ratings",
            "ranking",
            "tables",
        )
    }
    assert {answers[path].code for path in answers.keys() - lenient} == {"bad_field"}


@pytest.mark.parametrize("path", ["matches", "tournaments"])
def test_fields_of_a_list_are_all_accepted(server: Server, path: str) -> None:
    parameters = described()["paths"][f"/api/v1/{path}"]["get"]["parameters"]
    for parameter in parameters:
        answer = Caller(server.url).ask(f"v1/{path}?{parameter['name']}=1")
        assert b"There is no field" not in answer.text, parameter


def test_a_body_beyond_all_bounds(server: Server) -> None:
    answer = Caller(server.url).ask("v1/tables", b" " * 300_000, Content_Type="application/json")
    assert answer.status == 413


def test_a_table_for_a_guest_and_its_record(server: Server) -> None:
    caller = Caller(server.url)
    wish = {"game": "tabla", "terms": {"length": 3, "cube": True, "colour": "dark"}}
    answer = caller.tell("v1/tables", wish)
    assert answer.status == 201
    assert answer.headers["Cache-Control"] == "no-store"
    match, guest = answer.body["match"], SimpleCookie(answer.headers["Set-Cookie"])["zaria_guest"].value
    record = caller.ask(f"v1/matches/{match}", Cookie=f"zaria_guest={guest}")
    assert (record.body["seat"], record.body["v"]["length"], record.body["v"]["cube_on"]) == (1, 3, True)
    assert record.headers["Cache-Control"] == "private, no-cache"
    assert caller.ask(f"v1/matches/{match}").body["seat"] is None
    assert caller.ask(f"v1/matches/{match}/record").code == "still_playing"


@pytest.mark.parametrize("terms", [{"level": 2.0, "length": 3.0}, {"level": 2.5, "length": 3}])
def test_a_number_is_the_same_in_every_notation(server: Server, terms: dict[str, float]) -> None:
    caller = Caller(server.url)
    answer = caller.tell("v1/tables", {"game": "tabla", "terms": terms})
    assert answer.status == 201, answer.body
    assert caller.ask(f"v1/matches/{answer.body['match']}").body["v"]["length"] == 3


def test_a_browser_proves_that_one_of_our_pages_asks(server: Server) -> None:
    guest = Visitor(server.url)
    token = guest.get("/").token
    cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    caller, wish = Caller(server.url), {"game": "tabla"}
    assert caller.tell("v1/tables", wish, Cookie=cookies).code == "csrf"
    elsewhere = {"Cookie": cookies, "X_CSRFToken": token, "Origin": "https://elsewhere.example"}
    assert caller.tell("v1/tables", wish, **elsewhere).code == "csrf"
    answer = caller.tell("v1/tables", wish, Cookie=cookies, X_CSRFToken=token)
    assert answer.status == 201
    assert guest.get(answer.body["page"]).json("boot")["seat"] == 0


def test_the_lists_of_the_lobby(server: Server) -> None:
    guest = Visitor(server.url)
    guest.set_table(game="chelebi", opponent="anyone")
    listing = Caller(server.url).ask("v1/tables?game=chelebi").body
    assert [card["game"] for card in listing["cards"]] == ["chelebi"]
    assert listing["total"] == 1


async def test_a_caller_who_asks_too_often_waits() -> None:
    player = Player("p-often", "Often", "#777777")
    registry.token(token_hash("often"), player)
    requests = {"token": HttpRequest(), "address": HttpRequest(), "near": HttpRequest()}
    requests["token"].META |= {"HTTP_AUTHORIZATION": "Bearer often", "REMOTE_ADDR": "127.0.0.1"}
    requests["address"].META |= {"HTTP_AUTHORIZATION": "Bearer wrong", "REMOTE_ADDR": "203.0.113.9"}
    requests["near"].META |= {"REMOTE_ADDR": "127.0.0.1"}
    try:
        with override_settings(API_A_MINUTE=3):
            endpoint.rates.cache_clear()
            for name in ("token", "address"):
                for _ in range(3):
                    await endpoint._count(requests[name])
                with pytest.raises(ProblemError, match="too_many_requests"):
                    await endpoint._count(requests[name])
            for _ in range(9):
                await endpoint._count(requests["near"])
    finally:
        registry.token(token_hash("often"), None)
        endpoint.rates.cache_clear()


def test_every_problem_has_a_text() -> None:
    for code, (status, text) in TEXTS.items():
        assert 400 <= status < 600
        assert json.dumps(str(text) % {"what": "", "field": ""})
        assert code == code.lower()
