"""The board of the front page, and the results below it."""

from datetime import UTC, datetime

from django.utils.safestring import SafeString

from zaria.club.lobby import stage
from zaria.club.matches.results.last_matches import LastMatch


def ended(match_id: str) -> LastMatch:
    """A match that is over."""
    return LastMatch(match_id, "tapa", 1, ("Ann", "Bob"), (1, 0), 0, datetime.now(UTC), SafeString())


def test_the_match_on_the_board_is_not_listed_below_it() -> None:
    finished = [ended("newest"), ended("earlier")]
    assert stage.with_latest(stage.over(finished[0]), finished).latest == finished[1:]
    assert stage.with_latest(stage.start("tapa"), finished).latest == finished


def test_friends_online_leave_room_for_fewer_results() -> None:
    finished = [ended(f"match{number}") for number in range(4)]
    shown = stage.with_latest(stage.start("tapa"), finished)
    counts = [len(stage.beside_friends(shown, friends).latest) for friends in (0, 1, 3, 4)]
    assert counts == [stage.MOST_ROWS, stage.MOST_ROWS - 1, 0, 0]
