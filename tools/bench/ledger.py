"""Time the audit of a large ledger and the account of a member with many entries, on SQLite or in the empty
PostgreSQL database of ZARIA_DATABASE_URL.

Each page is asked for through all of Django's middleware, in this process. The peers, measured in the same
run: one query with OR and a count for the list, and a bare read of every transfer for the audit.

    python -m tools.bench.ledger [--transfers 1000000] [--entries 100000] [--times 5]
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from tools.bench.statistics import best, set_up

GOAL_MS, GOAL_S = 100, 60
OTHERS = 500
START, STEP = 1_700_000_000_000, 60_000
PATH = "/me/stats/credits"


def main() -> None:
    """Fill, ask, audit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--transfers", type=int, default=1_000_000, help="of the whole club")
    parser.add_argument("--entries", type=int, default=100_000, help="of the member")
    parser.add_argument("--times", type=int, default=5, help="that each page is asked for")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(Path(home))
        began = time.perf_counter()
        member, middle = _fill(args.transfers, args.entries)
        print(f"filled with {args.transfers} transfers in {time.perf_counter() - began:.0f} s")
        for name, seconds in asyncio.run(_pages(member, middle, args.times)).items():
            print(f"{name:56} {1000 * seconds:8.1f} ms")
        print(f"goal: a page < {GOAL_MS} ms")
        _audit()


def _fill(transfers: int, entries: int) -> tuple[Any, int]:
    """The member, and a transfer of theirs in the middle: their entries lie among those of others."""
    from django.db import connection, transaction

    from zaria.club.accounts.models import Member
    from zaria.club.ledger.actions import lock_accounts
    from zaria.club.ledger.kinds import ISSUED, member_code
    from zaria.club.ledger.models import Transfer

    member = Member.objects.create(username="Bench", email="bench@example.org")
    codes = [member_code(member.player), *(member_code(f"{number:032x}") for number in range(OTHERS)), ISSUED]
    with transaction.atomic():
        accounts = lock_accounts(codes)
    rows = _rows([accounts[code] for code in codes], transfers, transfers // entries)
    while chunk := list(islice(rows, 5000)):
        Transfer.objects.bulk_create([Transfer(**row) for row in chunk], batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    own_transfers = Transfer.objects.filter(credit=accounts[codes[0]]).order_by("pk")
    return member, own_transfers[own_transfers.count() // 2].pk


def _rows(accounts: list[Any], count: int, every: int) -> Iterator[dict[str, Any]]:
    """Transfers between members and the house; one of `every` is of the first member."""
    balances: defaultdict[int, int] = defaultdict(int)
    first, *members, house = accounts
    for number in range(count):
        member = first if number % every == 0 else random.choice(members)
        amount = random.randint(1, 500)
        gives = balances[member.pk] > 100_000
        debit, credit = (member, house) if gives else (house, member)
        balances[debit.pk] -= amount
        balances[credit.pk] += amount
        kind = "purchase" if gives else random.choice(("win", "gift", "grant"))
        yield {
            "key": f"bench:{number}", "kind": kind,
            "at": START + number * STEP, "debit": debit, "credit": credit, "amount": amount,
            "debit_after": balances[debit.pk], "credit_after": balances[credit.pk],
            "match_id": f"m{number}" if number % 3 else "",
        }  # fmt: skip


async def _pages(member: Any, middle: int, times: int) -> dict[str, float]:
    """The best of so many times for each page, and for the peer, in seconds."""
    from django.test import AsyncClient

    from zaria.club.ledger.models import Transfer

    client = AsyncClient()
    await client.aforce_login(member)
    month = datetime.fromtimestamp(
        await Transfer.objects.values_list("at", flat=True).aget(pk=middle) / 1000, UTC
    )
    paths = (
        PATH,
        f"{PATH}?before={middle}",
        f"{PATH}?kind=purchase&before={middle}",
        f"{PATH}?kind=welcome",
        f"{PATH}?since={month:%Y-%m-01}&until={month:%Y-%m-20}",
        f"{PATH}?match=m{middle}",
        f"{PATH}/{month:%Y-%m}",
    )

    async def ask(path: str) -> None:
        response = await client.get(path)
        assert response.status_code == 200, path

    timings = {path: await best(lambda path=path: ask(path), times) for path in paths}  # type: ignore[misc]
    timings["peer: one query with OR, and a count"] = await best(
        lambda: asyncio.to_thread(_peer, member.player), times
    )
    return timings


def _peer(player: str) -> None:
    """Return what one would write first."""
    from zaria.club.ledger.queries import transfers

    rows = transfers(player)
    rows.count()
    list(rows[:25])


def _audit() -> None:
    from django.db import connection

    from zaria.club.ledger.check import audit

    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*), SUM(amount + debit_after + credit_after) FROM ledger_transfer")
        cursor.fetchone()
    bare, began = time.perf_counter() - began, time.perf_counter()
    result = audit()
    took = time.perf_counter() - began
    assert not result.faults, result.faults[:5]
    print(f"audit of {result.transfers} transfers ({connection.vendor}): {took:.1f} s, goal < {GOAL_S} s")
    print(f"peer: a bare read of them: {bare:.1f} s")


if __name__ == "__main__":
    main()
