"""The bounds of games by the day: so many at once, and none for a while after several losses on time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.club.rating_records import DAY, START, member, played
from zaria.club.ratings.day_limits import MOST, MOST_OF_REGULARS, REGULAR, ClubDayLimits
from zaria.match.events import Player

pytestmark = pytest.mark.django_db(transaction=True)

ANN = Player("p1", "Member1", "#777777", member=True)


@pytest.fixture
def newcomer() -> None:
    """A member of two months, and their opponent."""
    for number, days in enumerate((400, 60)):
        row = member(number)
        row.since = timezone.now() - timedelta(days=days)
        row.save()


async def objection(running: int, player: Player = ANN, now: int = START) -> str | None:
    async def tables(player_id: str) -> range:
        assert player_id == player.id
        return range(running)

    limits = ClubDayLimits(tables, lambda: now)
    try:
        return await limits.objection(player)
    finally:
        await limits.close()


async def test_new_members_have_fifty_at_once_and_regulars_two_hundred(newcomer: None) -> None:
    regular = Player("p0", "Member0", "#777777", member=True)
    assert await objection(MOST - 1) is None
    assert await objection(MOST) == "by_day_full"
    assert await objection(MOST, regular) is None
    assert await objection(MOST_OF_REGULARS - 1, regular) is None
    assert await objection(MOST_OF_REGULARS, regular) == "by_day_full"
    assert timedelta(days=60) < REGULAR < timedelta(days=400)


async def test_who_has_lost_five_on_time_in_a_month_begins_none(newcomer: None) -> None:
    for n in range(5):
        await played(f"m{n}", START + n * DAY, how="time", won=0, speed="days").asave()
    assert await objection(0, now=START + 5 * DAY) == "by_day_flags"
    assert await objection(0, now=START + 20 * DAY) is None


async def test_guests_are_refused_by_the_rules() -> None:
    assert await objection(MOST, Player("guest", "Guest", "#777777")) is None
