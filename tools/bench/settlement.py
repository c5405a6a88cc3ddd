"""Time the settlement of staked matches, on SQLite and, with `make services`, on PostgreSQL.

The results of as many free and staked matches are recorded as the projector does it: their events are read,
the rows are written, and the stakes are paid in the same transaction. They are recorded in transactions of
one match and of a hundred, which is the load of a hundred matches that end at once. The peer, measured in
the same run: bare inserts, one row of a result for each match, in transactions of the same size.

    python -m tools.bench.settlement [--matches 1000] [--database URL]
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from tests.support.club.staked_matches import StakedMatch, member, staked
from tools.bench.both_databases import run_on_both
from tools.bench.statistics import set_up

from zaria.match import commands as cmd
from zaria.match import events as ev

AT_ONCE = (1, 100)
"""Matches in a transaction."""
MEMBERS = 200
STAKE, PLIES = 2_00, 8
START = 1_700_000_000_000
GOAL = 0.3
"""The least number of rows of settled matches for each row of a bare insert."""


class Cost(NamedTuple):
    """Seconds for each match: of the clock, and of this process."""

    clock: float
    cpu: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000, help="in each part (default: 1000)")
    parser.add_argument("--database", help="an empty PostgreSQL database; default: SQLite, then PostgreSQL")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here or options.database:
        measure(options)
        return 0
    command = [sys.executable, "-m", "tools.bench.settlement", "--here", "--matches", str(options.matches)]
    return run_on_both(command)


def measure(options: argparse.Namespace) -> None:
    """Fill one database, record, print."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {
            "ZARIA_DATA": home,
            "ZARIA_WELCOME_CREDITS": "1000000",
            "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings",
        }
        if options.database:
            os.environ["ZARIA_DATABASE_URL"] = options.database
        set_up(Path(home))
        for size in AT_ONCE:
            compare(options.matches, size)
        _check()


def compare(count: int, size: int) -> None:
    """Record so many matches of each kind in transactions of this size, in turns with bare inserts."""
    from django.db import connection

    from zaria.club.ledger.kinds import TransferKind
    from zaria.club.ledger.models import Transfer
    from zaria.club.matches.results import actions as results

    record: Callable[[Sequence[Any]], object] = lambda part: results.write(dict(part))  # noqa: E731
    works: dict[str, tuple[Callable[[Sequence[Any]], object], list[Any]]] = {
        "bare insert": (_insert, [_row(match) for match in _matches(f"b{size}-", count, paid=False)]),
        "free match": (
            record,
            [(match.id, match.record) for match in _matches(f"f{size}-", count, paid=False)],
        ),
        "staked match": (
            record,
            [(match.id, match.record) for match in _matches(f"s{size}-", count, paid=True)],
        ),
    }
    parts: dict[str, list[Cost]] = {name: [] for name in works}
    for start in range(0, count, size):
        for name, (work, matches) in works.items():
            parts[name].append(_time(work, matches[start : start + size]))
    bare = _middle(parts["bare insert"])
    for name, costs in parts.items():
        cost = _middle(costs)
        print(
            f"{connection.vendor}, {size:3} in a transaction: {name:12} {1 / cost.clock:8,.0f} a second"
            f"   {cost.cpu * 1e6:6,.0f} µs of this process"
            f"   ratio {bare.clock / cost.clock:.2f}"
        )
    staked_cost = _middle(parts["staked match"])
    rows = (
        1
        + Transfer.objects.filter(match_id__startswith=f"s{size}-").exclude(kind=TransferKind.HOLD).count()
        / count
    )
    print(
        f"   {size} staked at once are paid after {1000 * size * staked_cost.clock:.0f} ms; for each of the"
        f" {rows:.0f} rows that one adds: ratio {rows * bare.clock / staked_cost.clock:.2f}   (goal: {GOAL})"
    )


def _matches(prefix: str, count: int, paid: bool) -> list[StakedMatch]:
    """Matches that are over; what is staked in them is held."""
    from zaria.club.stakes import actions

    terms = staked("chess", STAKE)
    stakes = terms.stakes
    assert stakes is not None
    matches = []
    for number in range(count):
        players = [f"{(2 * number + side) % MEMBERS:032x}" for side in (0, 1)]
        match_id = f"{prefix}{number}"
        held = actions.hold(match_id, stakes, 1, players)[0].until if paid else None
        match_terms = terms if paid else replace(terms, stakes=None)
        places = (member(players[0]), member(players[1]))
        match = StakedMatch(match_id, match_terms, places, 0, START)
        for player in players:
            match.append(len(match.rows), match.sit(player, held, START))
        for _ in range(PLIES):  # an earlier resignation is a void game
            position = match.live_match.match.board_position()
            move = cmd.Move(position.legal_moves()[0].move, position.plies)
            match.do(match.live_match.match.to_act(), move, START)
        match.resign(START + 1000)
        matches.append(match)
    return matches


def _row(match: StakedMatch) -> Any:
    from zaria.club.matches.results.facts import facts
    from zaria.club.matches.results.models import Played

    fields = facts(ev.decode(body) for body in match.record)
    assert fields is not None
    return Played(**{**fields, "match_id": match.id})


def _insert(part: Sequence[Any]) -> None:
    """Insert these rows of results, and do nothing else."""
    from django.db import transaction

    from zaria.club.matches.results.models import Played

    with transaction.atomic():
        Played.objects.bulk_create(part)


def _time(work: Callable[[Sequence[Any]], object], part: Sequence[Any]) -> Cost:
    clock, cpu = time.perf_counter(), time.process_time()
    work(part)
    return Cost((time.perf_counter() - clock) / len(part), (time.process_time() - cpu) / len(part))


def _middle(costs: Sequence[Cost]) -> Cost:
    """The median of each."""
    return Cost(*(sorted(cost[n] for cost in costs)[len(costs) // 2] for n in (0, 1)))


def _check() -> None:
    from zaria.club.ledger.check import audit

    result = audit()
    assert not result.faults, result.faults[:5]
    print(f"   the ledger balances: {result.transfers} transfers")


if __name__ == "__main__":
    sys.exit(main())
