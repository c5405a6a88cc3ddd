"""The games that people play in this club now, and the front page that shows them first."""

from typing import Any

import pytest

from tests.support.club.random_matches import match
from zaria.club.matches.results.games_here import LEAST, LOOK_BACK_MS, read
from zaria.club.matches.results.models import Played
from zaria.club.play.game_groups import FIRST, first_tiles
from zaria.club.site.clock import now_ms

pytestmark = pytest.mark.django_db


def _play(game: str, people: int, **fields: Any) -> None:
    first = Played.objects.count()
    usual = {"ended": now_ms(), "bot0": "", "bot1": "", "void": False, "voided": False}
    rows = [match(first + number, game=game) for number in range(people // 2)]
    for number, row in enumerate(rows):
        row.player0, row.player1 = f"p{2 * number}", f"p{2 * number + 1}"
        for name, value in (usual | fields).items():
            setattr(row, name, value)
    Played.objects.bulk_create(rows)


def test_the_game_of_most_people_leads() -> None:
    _play("plakoto", LEAST)
    _play("fevga", LEAST + 2)
    for _ in range(5):
        _play("tavla", LEAST - 2)  # two who play all night
    assert read() == ["fevga", "plakoto"]


@pytest.mark.parametrize(
    "fields",
    [{"void": True}, {"voided": True}, {"bot1": "coach"}, {"ended": now_ms() - LOOK_BACK_MS - 60_000}],
)
def test_what_does_not_count_is_not_played_here(fields: dict[str, Any]) -> None:
    _play("plakoto", 2 * LEAST, **fields)
    assert read() == []


def test_the_front_page_begins_with_what_is_played_here() -> None:
    tiles = first_tiles(["turkish-draughts", "chess"])
    assert tiles == ("turkish-draughts", "chess", *[game for game in FIRST if game != "chess"])[: len(FIRST)]
