"""Time the search for people among many logins, on SQLite or in the empty PostgreSQL database of
ZARIA_DATABASE_URL.

The median and the slowest of the pages of random beginnings of logins, through all of Django's middleware, in
this process; the query alone; and as a peer the query that the ORM offers first (`istartswith`), in the same
order.

    python -m tools.bench.people [--logins 50000] [--times 50]
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.bench.statistics import set_up

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LIMIT_MS = 20.0
"""The most that the query may take."""


def main() -> int:
    """Fill, search, print; 1 if the query takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logins", type=int, default=50_000, help="of members")
    parser.add_argument("--times", type=int, default=50, help="that something is searched for")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(Path(home))
        logins = _fill(args.logins)
        wanted = [random.choice(logins)[: random.randint(1, 5)] for _ in range(args.times)]
        query = _timed("the query", _query, wanted)
        _timed("peer: istartswith", _peer, wanted)
        _timed("the page", asyncio.run(_pages(logins[0])), wanted)
    return int(query > LIMIT_MS)


def _fill(count: int) -> list[str]:
    """Make members; their logins."""
    from django.db import connection
    from django.utils import timezone

    from zaria.club.accounts.models import Member

    logins = {"".join(random.choices(LETTERS, k=random.randint(5, 10))) for _ in range(count)}
    rows = [
        Member(username=login.title(), email=f"{login}@example.org", since=timezone.now()) for login in logins
    ]
    Member.objects.bulk_create(rows, batch_size=1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return sorted(logins)


def _query(beginning: str) -> None:
    from zaria.club.people.queries import SIZE, search

    assert list(search(beginning)[: SIZE + 1])


def _peer(beginning: str) -> None:
    from django.db.models.functions import Lower

    from zaria.club.people.queries import SIZE, listed

    assert list(listed().filter(username__istartswith=beginning).order_by(Lower("username"))[: SIZE + 1])


async def _pages(login: str) -> Callable[[str], None]:
    """Return what asks for the page of a search as a member."""
    from asgiref.sync import async_to_sync
    from django.test import AsyncClient

    from zaria.club.accounts.models import Member

    client = AsyncClient()
    await client.aforce_login(await Member.objects.aget(username=login.title()))

    async def ask(beginning: str) -> Any:
        return await client.get("/people", {"login": beginning})

    def page(beginning: str) -> None:
        assert async_to_sync(ask)(beginning).status_code == 200

    return page


def _timed(title: str, do: Callable[[str], None], wanted: list[str]) -> float:
    """Print the median and the slowest; return the latter, in ms."""
    do(wanted[0])
    times = []
    for beginning in wanted:
        began = time.perf_counter()
        do(beginning)
        times.append(1000 * (time.perf_counter() - began))
    print(f"{title:20} {statistics.median(times):8.2f} ms, at most {max(times):8.2f} ms", flush=True)
    return max(times)


if __name__ == "__main__":
    sys.exit(main())
