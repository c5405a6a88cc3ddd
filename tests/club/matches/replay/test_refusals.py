"""Reasons for which a position is refused, in the language of the visitor."""

import json
import re
from urllib.parse import quote

import pytest
from django.utils import translation

from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria import games
from zaria.club.matches.replay.positions import parse_position
from zaria.club.matches.replay.refusals import translated
from zaria.games.protocols import InvalidPositionError

pytestmark = pytest.mark.xdist_group("records")

WRONG = {
    "tabla": ("X=24:10,13:6;O=24:15", "X=24:15;O=1:15", "X=;O=", "X=24:1^,23:14;O=24:15", "X=;O=1:15;due=31"),
    "tapa": ("X=bar:1,24:14;O=24:15", "X=24:1,23:14^;O=24:15", "X=24:1^;O=1:1^"),
    "chess": (
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2K w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/NNNNNNNN/NNNNNNNN/8/4K3 w - - 0 1",
        "4k3/8/nnnnnnnn/nnnnnnnn/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/NNNNNNNN/NNN1K3 w - - 0 1",
        "nnn1k3/nnnnnnnn/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "4k3/8/8/8/8/2n5/4r3/r3K2r w - - 0 1",
        "4k3/8/8/8/8/8/8/r3K2r w - - 0 1",
    ),
    "draughts": (
        "W:W1:B50",
        "W:W6:B46",
        "W:W31-50,26:B1-20",
        "W:W31-50:B1-21",
        "W:W:B",
        "W:W31:B",
    ),
    "ugolki": (
        "4bbbb/4bbbb/4bbbb/8/8/wwww4/wwww4/www5 w 0 0",
        "4bbbb/4bbbb/5bbb/8/8/wwww4/wwww4/wwww4 w 0 0",
        "4wwww/4wwww/4wwww/8/8/bbbb4/bbbb4/bbbb4 w 0 0",
    ),
}


@pytest.mark.parametrize(("game", "text"), [(game, text) for game in WRONG for text in WRONG[game]])
def test_what_the_board_of_the_editor_can_show_is_refused_in_each_language(game: str, text: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        parse_position(games.get(game), text, 0)
    with translation.override("bg"):
        reason, is_known = translated(str(refused.value))
    assert is_known
    assert re.search("[a-z{}]", reason) is None


def test_the_form_of_a_text_stays_in_english() -> None:
    with translation.override("bg"):
        assert translated("not a FEN of chess: <b>") == ("not a FEN of chess: <b>", False)


def test_the_page_and_the_editor_show_the_reason(shelved: Server) -> None:
    visitor, path = Visitor(shelved.url, "ru"), "/position/chess?p=8/8/8/8/8/8/8/8"
    assert "<small>у белых нет короля</small>" in visitor.get(path).text
    answer = visitor.get(path, Accept="application/json")
    assert json.loads(answer.text) == {"reason": "у белых нет короля", "known": True}
    assert "<small lang=en>" in visitor.get(f"/position/chess?p={quote('a b')}").text.replace('"', "")
    assert json.loads(visitor.get("/position/chess", Accept="application/json").text)["reason"] == ""
