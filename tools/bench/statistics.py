"""Time the statistics of a member with many matches, on SQLite or in the empty PostgreSQL database of
ZARIA_DATABASE_URL.

A club's matches are written, a quarter of them one member's. Each page is asked for through all of Django's
middleware, in this process. The peer is the same overview counted one row of the ORM after the other.

    python -m tools.bench.statistics [--matches 10000] [--times 5]
"""

import argparse
import asyncio
import os
import random
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

PAGES = (
    "/me/stats",
    "/me/stats/games",
    "/me/stats/games?page=99999",
    "/me/stats/ratings",
    "/me/stats/games.csv",
)
GAMES = ("tabla", "tapa", "backgammon", "chess", "long-nardy")
START, HOUR = 1_700_000_000_000, 3_600_000
OTHERS = 300


def main() -> None:
    """Fill, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="of the member")
    parser.add_argument("--times", type=int, default=5, help="that each page is asked for")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(Path(home))
        member = _fill(args.matches)
        for name, seconds in asyncio.run(_measured(member, args.times)).items():
            print(f"{name:32} {1000 * seconds:8.1f} ms")


def set_up(home: Path) -> None:
    """Start Django with an empty database."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from zaria.club.site.front_end import static_files

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    static_files.collect()


def _fill(count: int) -> Any:
    """The member; their matches and three times as many of others, with a change of ratings for a third."""
    from django.db import connection

    from zaria.club.accounts.models import Member
    from zaria.club.matches.results.models import Played
    from zaria.club.ratings.models import OVERALL, Change

    name = f"B{secrets.token_hex(4)}"
    member = Member.objects.create(username=name, email=f"{name}@example.org")
    rows = list(_matches(member.player, count))
    Played.objects.bulk_create([Played(**row) for row in rows], batch_size=500)
    rated = [row for row in rows if row["rated"] and member.player in (row["player0"], row["player1"])]
    rating = Decimal(500)
    for game in (OVERALL, *GAMES):
        changes = []
        for row in rated:
            if game in (OVERALL, row["game"]):
                before, rating = rating, rating + random.choice((-7, 7))
                changes.append(
                    Change(
                        member=member, player=member.player, game=game, match=row["match_id"],
                        at=row["ended"], before=before, after=rating, best=rating,
                    )
                )  # fmt: skip
        Change.objects.bulk_create(changes, batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return member


def _matches(player: str, count: int) -> Iterator[dict[str, Any]]:
    opponents = [(f"{number:032x}", f"Other{number}") for number in range(OTHERS)]
    for number in range(4 * count):
        first, second = random.sample(opponents, 2)
        kind = random.choice(("member", "guest", "computer"))
        if number % 4 == 0:
            first = player, "Bench"
        sides = [first, second] if random.random() < 0.5 else [second, first]
        won, game = random.randrange(2), random.choice(GAMES)
        fields: dict[str, Any] = {
            "match_id": f"{secrets.token_hex(3)}{number:08}", "game": game, "length": 3, "speed": "fast",
            "began": START + number * HOUR - HOUR, "ended": START + number * HOUR, "won": won,
            "score0": 3 * (1 - won), "score1": 3 * won, "how": "played", "rated": kind == "member",
            "games": [[random.randrange(2), 1, "single", "played"] for _ in range(random.randint(1, 4))],
        }  # fmt: skip
        for side, (player_id, name) in enumerate(sides):
            is_own = player_id == first[0]
            fields |= {
                f"player{side}": player_id,
                f"name{side}": name,
                f"member{side}": is_own or kind == "member",
                f"bot{side}": "" if is_own or kind != "computer" else "quick",
                f"dice{side}": [] if game == "chess" else [random.randint(5, 20) for _ in range(8)],
            }
        yield fields


async def _measured(member: Any, times: int) -> dict[str, float]:
    """The best of so many times for each page, and for the peer, in seconds."""
    from django.test import AsyncClient

    client = AsyncClient()
    await client.aforce_login(member)

    async def ask(path: str) -> None:
        response = await client.get(path)
        assert response.status_code == 200, path
        if response.streaming:
            assert [part async for part in response.streaming_content]  # type: ignore[attr-defined]

    timings = {path: await best(lambda path=path: ask(path), times) for path in PAGES}  # type: ignore[misc]
    timings["peer: the rows, one by one"] = await best(lambda: asyncio.to_thread(_peer, member.player), times)
    return timings


async def best(do: Callable[[], Awaitable[None]], times: int) -> float:
    """The best of so many times, in seconds."""
    fastest = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        await do()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest


def _peer(player: str) -> None:
    """Return what one would write first."""
    from django.db.models import Q

    from zaria.club.matches.results.models import Played

    results: Counter[Any] = Counter()
    dice = [[0] * 8, [0] * 8]
    for row in Played.objects.filter(Q(player0=player) | Q(player1=player)):
        side = 0 if row.player0 == player else 1
        results[row.game, row.won == side] += 1
        for game in row.games:
            results[row.game, side, game[2], game[0] == side] += 1
        for sum_, fell in zip(dice, (row.dice0, row.dice1), strict=True):
            for place, value in enumerate(fell):
                sum_[place] += value


if __name__ == "__main__":
    main()
