"""Time the searches of the library among 100,000 short matches, on SQLite or in the empty PostgreSQL database
of ZARIA_DATABASE_URL.

The positions are those of random games, written straight into the tables. Medians and the slowest of: a
position with one roll, a position with all rolls, patterns of one to six points that stand in the library
and that do not, and matches by player, event, day, game and result; as a peer the same patterns by a scan of
the table, as its columns alone would allow.

    python -m tools.bench.library [--matches 100000] [--turns 40] [--times 30]
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.bench.statistics import set_up

if TYPE_CHECKING:
    from zaria.club.library.position_blocks import Pattern
    from zaria.records.turn_positions import PointMasks

GAME = "backgammon"
DAY_MS = 86_400_000
LIMIT_MS = 300.0
"""The most that the median of a search may take."""
POOL = 20_000
"""Positions of random games, from which the matches are made."""
_COPIES = """
WITH RECURSIVE turns(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM turns WHERE n + 1 < %s)
INSERT INTO library_storedposition
(match_id, key, dice, frame, side, cube, own_away, opponent_away, text, points, shelf, game, held, blots,
opponent_held, opponent_blots)
SELECT m.id, p.key, p.dice, n, p.side, 0, 0, 0, p.text, 1, p.shelf, p.game, p.held, p.blots, p.opponent_held,
p.opponent_blots
FROM library_indexedmatch m CROSS JOIN turns JOIN library_storedposition p
ON p.id = 1 + MOD(m.id * 7919, %s - 100) + n AND p.id <= %s
WHERE m.match_id LIKE %s ORDER BY m.id, n"""
"""The turns of each match: some in a row of the positions that are stored."""

Played = tuple[int, int, str, "PointMasks"]
"""The key of a position, its roll, the turn, and its points."""


def main() -> int:
    """Fill, search, print; 1 if the median of a search takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000, help="in the library")
    parser.add_argument("--turns", type=int, default=40, help="of a match")
    parser.add_argument("--times", type=int, default=30, help="that each search is made")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(Path(home))
        pool = list(islice(_positions(random.Random(1)), POOL))
        _fill(pool, args.matches, args.turns)
        return int(_search(pool, args.times) > LIMIT_MS)


def _positions(chance: random.Random) -> Iterator[Played]:
    """Positions of random games, with a turn that was played there."""
    from zaria import games
    from zaria.records.turn_positions import point_masks, position_key

    while True:
        position: Any = games.dice_game(GAME).start()
        while position.outcome() is None:
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            rolled = position.rolled(dice)
            turns = rolled.turns()
            turn = chance.choice(turns) if turns else None
            if turn is None:
                break
            roll = 10 * max(dice) + min(dice)
            yield position_key(rolled), roll, str(turn), point_masks(rolled.board)
            position = rolled.play(turn)


def _fill(pool: list[Played], matches: int, turns: int) -> None:
    from django.db import connection

    from zaria.club.library.models import PUBLIC_SHELF, IndexedMatch, StoredPosition
    from zaria.club.library.position_blocks import make_next

    started = time.perf_counter()
    _imported_matches(matches)
    indexed = IndexedMatch.objects.create(match_id="~spare", ended=0)
    StoredPosition.objects.bulk_create(
        StoredPosition(
            match=indexed, key=key, dice=dice, frame=frame, side=frame & 1, cube=0, own_away=0,
            opponent_away=0, text=text, points=1, shelf=PUBLIC_SHELF, game=GAME, **masks._asdict(),
        )
        for frame, (key, dice, text, masks) in enumerate(pool)
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_COPIES, [turns, len(pool), len(pool), f"~k{'%'}"])
    indexed.delete()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{IndexedMatch.objects.count()} matches, {StoredPosition.objects.count()} positions")
    print(f"written in {time.perf_counter() - started:.0f} s")
    started, blocks = time.perf_counter(), 0
    while make_next():
        blocks += 1
    print(f"{blocks} blocks of bitmaps made in {time.perf_counter() - started:.0f} s")


def _imported_matches(matches: int) -> None:
    """Matches of public collections, 500 each, without records."""
    from zaria.club.library import match_words
    from zaria.club.library.importing import MOST_MATCHES
    from zaria.club.library.models import Collection, ImportedMatch, IndexedMatch

    for first in range(0, matches, MOST_MATCHES):
        collection = Collection.objects.create(title="Old", visibility="public", created_at=0)
        rows = [
            ImportedMatch(
                key=f"k{number}", collection=collection, digest=f"{number}", game=GAME, name0="Ann Lee",
                name1=f"Bob {_name(number)}", event=f"Open {2000 + number % 25}", played_at=number * DAY_MS,
                length=1, score0=1, score1=0, won=0, is_over=True, file_name="", added_at=number, record=b"",
            )
            for number in range(first, min(first + MOST_MATCHES, matches))
        ]  # fmt: skip
        ImportedMatch.objects.bulk_create(rows)
        match_words.store(rows)
        IndexedMatch.objects.bulk_create(IndexedMatch(match_id=row.match_id, ended=0) for row in rows)


def _name(number: int) -> str:
    """A name that a hundred matches share."""
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(3)).capitalize()


def _search_matches(times: int) -> list[float]:
    """Search for matches by the words of their players and events; the medians (ms)."""
    from zaria.club.library.match_queries import MatchTerms, find_matches

    chance = random.Random(5)
    names = [_name(chance.randrange(26**3)) for _time in range(times)]
    terms = {
        "the latest matches": [MatchTerms()] * times,
        "a player of all matches": [MatchTerms(player="Ann")] * times,
        "a player of a hundred matches": [MatchTerms(player=name) for name in names],
        "the beginning of a name": [MatchTerms(player=name[:2]) for name in names],
        "a player of all matches and an event": [MatchTerms(player="Ann", event="2012")] * times,
        "two players, event and game": [MatchTerms(f"Bob {name}", "Open", GAME) for name in names],
        "what a player of all matches lost, which is nothing": [MatchTerms("Ann", result="lost")] * times,
        "the matches of a month": [
            MatchTerms(since=5000 * DAY_MS, until=5030 * DAY_MS, game=GAME, player="Ann")
        ] * times,
    }  # fmt: skip
    return [_timed(name, lambda row: find_matches(row, 0), rows) for name, rows in terms.items()]


def _search(pool: list[Played], times: int) -> float:
    """Make each search so often, and print it; the slowest median (ms)."""
    from zaria.club.library import queries

    chance = random.Random(3)
    samples = [chance.choice(pool) for _number in range(times)]
    medians = [
        _timed("a position with its roll", lambda row: queries.find(row[0], [row[1]]), samples),
        _timed("a position with all rolls", lambda row: queries.find(row[0], queries.ROLLS), samples),
        _timed("the first position", lambda _row: queries.find(pool[0][0], queries.ROLLS), samples),
    ]
    patterns = {
        f"a pattern of {points} points": [_pattern(chance, row, points) for row in samples]
        for points in (1, 2, 4, 6)
    }
    patterns["a pattern of 6 points that is nowhere"] = [_pattern(chance, row, 6, 2) for row in samples]
    medians += [
        _timed(name, lambda pattern: queries.find_pattern(pattern, GAME), rows)
        for name, rows in patterns.items()
    ]
    medians += _search_matches(times)
    _timed("peer: the last by a scan", _scan, patterns["a pattern of 6 points that is nowhere"][:3])
    return max(medians)


def _pattern(chance: random.Random, row: Played, points: int, empty: int = 0) -> "Pattern":
    """A pattern of so many points of a position; with `empty` the points that it has are to be empty, too."""
    from zaria.club.library.position_blocks import Pattern
    from zaria.records.turn_positions import PointMasks

    places = [(place, bit) for place in range(4) for bit in range(24) if row[3][place] >> bit & 1]
    masks = [0, 0, 0, 0]
    for place, bit in chance.sample(places, min(points, len(places))):
        masks[place] |= 1 << bit
    return Pattern(PointMasks(*masks), (1 << 24) - 1 & ~sum(masks) if empty else 0)


def _scan(pattern: "Pattern") -> int:
    from django.db.models import F

    from zaria.club.library.models import StoredPosition
    from zaria.records.turn_positions import PointMasks

    rows = StoredPosition.objects.filter(game=GAME)
    for name, mask in zip(PointMasks._fields, pattern.masks, strict=True):
        rows = rows.annotate(**{f"has_{name}": F(name).bitand(mask)}).filter(**{f"has_{name}": mask})
        rows = rows.annotate(**{f"no_{name}": F(name).bitand(pattern.empty)}).filter(**{f"no_{name}": 0})
    return len(rows.values_list("id")[:500])


def _timed(name: str, search: Callable[[Any], object], values: list[Any]) -> float:
    """The median time of a search (ms), printed with the slowest."""
    spent = []
    for value in values:
        started = time.perf_counter()
        search(value)
        spent.append(1000 * (time.perf_counter() - started))
    median = statistics.median(spent)
    print(f"{name}: median {median:.1f} ms, slowest {max(spent):.1f} ms", flush=True)
    return median


if __name__ == "__main__":
    sys.exit(main())
