"""A POST of the API with an `Idempotency-Key` takes effect once."""

import json
import re

import pytest

from tests.support.club.api_client import Caller, robot
from tests.support.servers import Server

TABLE = {"game": "tabla", "opponent": "friend"}


@pytest.fixture(scope="module")
def caller(server: Server) -> Caller:
    return Caller(server.url, robot(server.url)[1])


def test_a_repeat_gets_the_first_answer(caller: Caller) -> None:
    first, repeat = (caller.tell("v1/tables", TABLE, Idempotency_Key="first") for _ in range(2))
    assert (first.status, repeat.status) == (201, 201), first.text
    assert first.body == repeat.body
    second = caller.tell("v1/tables", TABLE, Idempotency_Key="second")
    assert second.body["match"] != first.body["match"]


def test_a_key_names_one_request(caller: Caller) -> None:
    assert caller.tell("v1/tables", TABLE, Idempotency_Key="once").status == 201
    reused = caller.tell("v1/tables", {**TABLE, "game": "tapa"}, Idempotency_Key="once")
    assert (reused.status, reused.code) == (422, "key_reused")


@pytest.mark.parametrize("key", ["", "a b", "x" * 256])
def test_a_key_is_a_short_word(caller: Caller, key: str) -> None:
    assert caller.tell("v1/tables", TABLE, Idempotency_Key=key).code == "bad_key"


def test_a_key_needs_a_caller(server: Server) -> None:
    assert Caller(server.url).tell("v1/tables", TABLE, Idempotency_Key="guest").code == "token_needed"


def test_a_refused_request_may_be_sent_again(caller: Caller) -> None:
    wrong = {"game": "nothing"}
    first, repeat = (caller.tell("v1/tables", wrong, Idempotency_Key="refused") for _ in range(2))
    assert first.code == repeat.code == "unknown_game"


def test_each_post_of_the_document_takes_the_key(caller: Caller) -> None:
    paths = json.loads(caller.ask("openapi.json").text)["paths"]
    posts = {path: operations["post"] for path, operations in paths.items() if "post" in operations}
    assert len(posts) >= 5
    for path, operation in posts.items():
        names = [parameter["name"] for parameter in operation["parameters"]]
        assert "Idempotency-Key" in names, path
        path = re.sub(r"{\w+}", "none", path.removeprefix("/api/"))
        refused = caller.tell(path, {}, Idempotency_Key="a b")
        assert refused.code == "bad_key", path
