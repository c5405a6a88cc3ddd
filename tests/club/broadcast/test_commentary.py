"""The drawing of a commentator: who may draw, what is refused, and where it is shown."""

import json
from typing import Any

import pytest
from django.conf import settings

from tests.support.club.member_client import Somebody
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.club.broadcast.drawings import LONGEST_BOARD, MOST_ARROWS, WHOLE

BOARD = "start"
ARROW = [100, 200, 300, 400]


def draw(visitor: Visitor | Somebody, path: str, body: Any) -> Page:
    visitor.get(path)
    headers = {"X-CSRFToken": visitor.cookies[settings.CSRF_COOKIE_NAME], "Content-Type": "application/json"}
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return visitor.send("POST", f"{path}/commentary/arrows", headers=headers, content=content)


def drawn(server: Server, path: str, query: str) -> Any:
    return json.loads(Visitor(server.url).get(f"{path}/overlay.json?{query}").text).get("drawn")


def test_the_layer_shows_the_last_drawing_of_the_commentator_it_names(server: Server) -> None:
    ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
    path = ann.set_table()
    assert drawn(server, path, f"by={ann.login}") is None
    for arrows in ([ARROW], [ARROW, [0, 0, WHOLE, WHOLE]]):
        assert draw(ann, path, {"board": BOARD, "arrows": arrows}).status == 204
        shown = {"board": BOARD, "arrows": arrows}
        assert drawn(server, path, f"by={ann.login.upper()}") == shown
        assert drawn(server, path, f"by={ann.login}&n=0") == shown
    for query in ("", f"by={bob.login}", "by=nobody", f"by={ann.login}&delay=15", "by=%00"):
        assert drawn(server, path, query) is None
    second = ann.set_table()
    assert drawn(server, second, f"by={ann.login}") is None
    assert draw(ann, second, {"board": BOARD, "arrows": []}).status == 204
    assert drawn(server, path, f"by={ann.login}") is None


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[", b"[]", b"{}", b"[" * 10_000,
        {"board": BOARD}, {"board": 3, "arrows": []}, {"board": BOARD, "arrows": [ARROW], "more": 1},
        {"board": "x" * (LONGEST_BOARD + 1), "arrows": []}, {"board": BOARD, "arrows": [ARROW[:3]]},
        {"board": BOARD, "arrows": [ARROW] * (MOST_ARROWS + 1)}, {"board": BOARD, "arrows": [[0, 0, 0, -1]]},
        {"board": BOARD, "arrows": [[0, 0, 0, WHOLE + 1]]}, {"board": BOARD, "arrows": [[0, 0, 0, 0.5]]},
    ],
    ids=lambda body: str(body)[:30],
)  # fmt: skip
def test_what_is_no_drawing_is_refused_and_changes_nothing(server: Server, body: Any) -> None:
    member = Somebody(server.url).join()
    path = member.set_table()
    assert draw(member, path, {"board": BOARD, "arrows": [ARROW]}).status == 204
    assert draw(member, path, body).status == 422
    assert drawn(server, path, f"by={member.login}") == {"board": BOARD, "arrows": [ARROW]}


def test_a_board_with_nul_is_stored_as_nothing(server: Server) -> None:
    member = Somebody(server.url).join()
    path = member.set_table()
    assert draw(member, path, {"board": "a\0b", "arrows": []}).status == 422


def test_only_members_draw_and_only_at_tables_that_are_there(server: Server) -> None:
    visitor, member = Visitor(server.url), Somebody(server.url).join()
    path = visitor.set_table()
    assert draw(visitor, path, {"board": BOARD, "arrows": [ARROW]}).status == 403
    page = visitor.get(f"{path}/commentary")
    assert (page.status, page.headers["Location"]) == (302, f"/account/login/?next={path}/commentary")
    assert member.get(f"{path}/commentary?delay=5").status == 200
    assert member.get("/t/nothing/commentary").status == 404
    headers = {"X-CSRFToken": member.cookies[settings.CSRF_COOKIE_NAME]}
    answer = member.send("POST", "/t/nothing/commentary/arrows", headers=headers, content=b"{}")
    assert answer.status == 404


def test_the_form_of_the_layer_takes_members_only(server: Server) -> None:
    member = Somebody(server.url).join()
    path = member.set_table()
    page = member.get(f"{path}/broadcast?delay=0&by={member.login.upper()}")
    assert f"{path}/overlay?by={member.login}&amp;lang=en" in page.text
    page = member.get(f"{path}/broadcast?delay=5&by=nobody")
    assert "There is no member with this login." in page.text
    assert f"{path}/overlay?by=nobody" not in page.text
