"""Two writers in one study, and a server that is killed between them: nothing that was answered is lost."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.service
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, 7)]


def send(writer: Somebody, path: str, **operation: Any) -> int:
    """Send an operation; return the status of its answer."""
    page = writer.get(path)
    return writer.fill(f"{path}/change", page, operation=json.dumps(operation)).status


def line_of(writer: Somebody, path: str) -> dict[str, Any]:
    sheet: dict[str, Any] = json.loads(writer.get(f"{path}/line.json?node=0").text)
    return sheet


def test_writers_lose_nothing_with_their_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, bob = Somebody(server.url).join(), Somebody(server.url).join()
        fields = {"title": "Openings", "visibility": "private", "game": "backgammon"}
        study = ada.fill("/studies/new", **fields).headers["Location"]
        form = ada.get(f"{study}/settings")
        assert ada.fill(f"{study}/people", form, login=bob.login, role="writer").status == 302
        path = f"{study}/1"
        with ThreadPoolExecutor(2) as threads:
            answers = list(
                threads.map(
                    lambda order: [send(order[0], path, do="add", node=0, act=roll) for roll in order[1]],
                    [(ada, ROLLS[:12]), (bob, ROLLS[12:24])],
                )
            )
        assert answers == [[200] * 12] * 2
        assert send(ada, path, do="comment", node=0, text="Ada's plan", before="") == 200
        server.stop(signal.SIGKILL)
        server.restart()
        answer = line_of(bob, path)
        assert answer["sheet"]["revision"] == 25
        assert answer["list"].count("data-node=") == 24
        assert answer["sheet"]["nodes"][0]["comment"] == "Ada's plan"
        assert send(bob, path, do="comment", node=0, text="Bob's plan", before="") == 422
        assert send(bob, path, do="add", node=0, act=ROLLS[30]) == 200
        assert line_of(ada, path)["sheet"]["revision"] == 26
