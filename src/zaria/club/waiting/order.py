"""The order of tables: the next one, and a member's own order. Pure."""

from collections.abc import Iterable, Sequence

from zaria.club.waiting.waits import TableWait

Skipped = Sequence[Sequence[object]]
"""Pairs of a table's id and the start of the wait that was skipped, the first that was skipped first."""


def next_table(waits: Iterable[TableWait], skipped: Skipped, current: str = "") -> TableWait | None:
    """Return the table to go to from `current`: the first of `waits` (`waits_of`) that is not skipped.

    After all those come the skipped ones in their order. None: no other table waits for the player.
    """
    places = {(pair[0], pair[1]): place for place, pair in enumerate(skipped, 1)}
    turns = [wait for wait in waits if wait.is_own_turn and wait.id != current]
    return min(turns, key=lambda wait: places.get((wait.id, wait.since), 0), default=None)


def with_skipped(waits: Iterable[TableWait], skipped: Skipped, match_id: str) -> list[list[object]]:
    """Return the skipped tables with one more, the last; those that wait no more are left out."""
    present = {(wait.id, wait.since) for wait in waits if wait.is_own_turn}
    remaining = [[pair[0], pair[1]] for pair in skipped if (pair[0], pair[1]) in present]
    return [
        *(pair for pair in remaining if pair[0] != match_id),
        *([table, since] for table, since in sorted(present) if table == match_id),
    ]


def arranged(waits: Iterable[TableWait], tables: Sequence[str]) -> list[TableWait]:
    """Return tables in a member's own order; those that it does not name come last, by the time left."""
    places = {match_id: place for place, match_id in enumerate(tables)}
    return sorted(waits, key=lambda wait: places.get(wait.id, len(places)))


def put_last(tables: Sequence[str], match_id: str) -> list[str]:
    """Return an order with one of its tables at the end."""
    return [*(table for table in tables if table != match_id), match_id]


def moved_before(tables: Sequence[str], match_id: str, next_id: str) -> list[str]:
    """Return an order with one of its tables moved to the place before another one."""
    order = [table for table in tables if table != match_id]
    place = order.index(next_id) if next_id in order else len(order)
    return [*order[:place], match_id, *order[place:]]
