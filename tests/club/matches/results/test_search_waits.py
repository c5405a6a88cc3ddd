"""The waits of searches: stored for some days, and shown where enough is known."""

import pytest

from zaria.club.matches.results.models import SearchWait
from zaria.club.matches.results.search_waits import LEAST, LOOK_BACK_MS, read, write
from zaria.club.site.clock import now_ms
from zaria.live.lobby.hooks import FoundSearch

pytestmark = pytest.mark.django_db


def test_the_median_of_a_game_is_known_from_enough_waits() -> None:
    write([FoundSearch("tabla", 1000 * seconds) for seconds in range(10, 10 + LEAST)])
    write([FoundSearch("chess", 4000)] * (LEAST - 1))
    assert read() == {"tabla": round((10 + 9 + LEAST) / 2)}
    write([FoundSearch("chess", 4999)])
    assert read()["chess"] == 4


def test_old_waits_count_no_more_and_are_deleted() -> None:
    old = SearchWait.objects.create(game="tabla", at=now_ms() - LOOK_BACK_MS - 1000, seconds=900)
    for _ in range(LEAST - 1):
        SearchWait.objects.create(game="tabla", at=now_ms(), seconds=5)
    assert read() == {}
    write([FoundSearch("tabla", 5000)])
    assert read() == {"tabla": 5}
    assert not SearchWait.objects.filter(pk=old.pk).exists()
