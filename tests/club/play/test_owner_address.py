"""The page of a player names the process that owns the match, so that their socket is opened there."""

import json

import pytest

from tests.support.web.table_stage import match, state
from zaria.club.play.views import _table


@pytest.mark.parametrize(
    ("you", "seat", "address", "node"),
    [
        (0, None, "b", "b"),
        (None, 1, "b", "b"),  # they may sit down
        (None, None, "b", None),  # spectators stay where they are
        (0, None, "", None),
    ],
)
def test_a_player_gets_the_address_of_the_owner(
    you: int | None, seat: int | None, address: str, node: str | None
) -> None:
    boot = json.dumps({**json.loads(state(match())), "you": you, "seat": seat}).encode()
    page = json.loads(_table("m", boot, None, address)["boot"])
    assert page.get("node") == node
    assert page["v"] == json.loads(boot)["v"]
