"""An answer of the database that may be some minutes old."""

from collections.abc import Iterator

from django.db import OperationalError

from zaria.club.site.database.recent_answer import RecentAnswer


def _answers() -> Iterator[int]:
    yield 1
    yield 2
    raise OperationalError("away")


async def test_pages_read_it_once_in_a_while() -> None:
    answers = _answers()
    recent = RecentAnswer(lambda: next(answers), 0, 600.0)
    assert [await recent.get(), await recent.get()] == [1, 1]
    recent.expire()
    assert await recent.get() == 2
    recent.expire()
    assert await recent.get() == 2, "the last answer counts while the database is away"
