"""The lobby learns at its start who has met whom."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from tests.support.club.site_database import site
from zaria.club.matches.results.meetings import recent_meetings
from zaria.club.matches.results.models import Played
from zaria.live.lobby.meetings import Meeting


def played(number: int, began: int, **more: object) -> None:
    fields: dict[str, object] = {
        "match_id": f"m{number}", "game": "tabla", "began": began, "ended": began + 5, "length": 1,
        "speed": "normal", "player0": "ann", "player1": "bob", "name0": "Ann", "name1": "Bob", "won": 0,
        "score0": 1, "score1": 0, "how": "played",
    }  # fmt: skip
    Played.objects.create(**{**fields, **more})


@pytest.fixture
def database_file(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    with site(None, tmp_path):
        yield


async def test_matches_between_people_since_a_time_in_order(database_file: None) -> None:
    for number, began in enumerate((300, 100, 200)):
        await sync_to_async(played)(number, began)
    await sync_to_async(played)(3, 400, player1="bot:level3", bot1="level3")
    await sync_to_async(played)(4, 500, player1="cid", bot1="robot")
    meetings = await recent_meetings(150)
    assert meetings == [Meeting(200, "ann", "bob"), Meeting(300, "ann", "bob"), Meeting(500, "ann", "cid")]
