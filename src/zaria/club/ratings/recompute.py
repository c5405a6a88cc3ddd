"""Recomputes ratings in the database, from a moment on, from rated matches and corrections.

`Due` holds the moment. Ratings are computed in windows of time, one transaction each, in order: a window
reads its matches and the ratings before it, replaces the stored changes by its own, and moves `Due` to its
end. A new match is mostly the last one: then the window has one match. Killed at any point it continues where
it was, and other processes wait for the lock on `Due`.

Between two windows, and after all of them, a `Standing` is its player's last `Change`, and a `Season` the sum
of those in it: readers meanwhile see each rating change once.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings import flags, ledger, tallies
from zaria.club.ratings.ledger import Key, LedgerEntry, LedgerEvent, RatedMatch, SetRating, States
from zaria.club.ratings.models import Change, Correction, Due, Standing
from zaria.club.ratings.system import RatingState, RatingSystem, rating_system
from zaria.club.site.database import bulk
from zaria.match.rating_keys import rating_key

WINDOW = 500
"""Matches computed in one transaction."""

THE_ONE = 1
"""The key of the one row of `Due`."""

RatingChanges = dict[str, dict[str, RatingState]]
"""Ratings that have changed, by player and game. A rating that is gone is the initial one."""

_KEYS_PER_QUERY = 2000
_LAST_CHANGES = """
SELECT (SELECT id FROM {table} WHERE player = wanted.column1 AND game = wanted.column2 AND at < %s
        ORDER BY at DESC, id DESC LIMIT 1)
FROM (VALUES {rows}) AS wanted
"""

_FIELDS = (
    "ended", "match_id", "game", "speed", "player0", "player1", "won", "score0", "score1", "early",
    "early_gain", "most_points", "how",
)  # fmt: skip
_CHANGE_FIELDS = (
    "player", "game", "match", "before", "points", "result",
    *("after" if name == "rating" else name for name in RatingState._fields),
)  # fmt: skip
_COUNTED = Q(rated=True, void=False, voided=False, member0=True, member1=True, bot0="", bot1="")


class _Standing(NamedTuple):
    """A row of `Standing`."""

    pk: int
    state: RatingState


class Window(NamedTuple):
    """From a moment on (ms) up to another one, which belongs to the next; None: to the end."""

    start: int
    end: int | None

    def of(self, field: str) -> Q:
        """The condition that `field` lies in it."""
        inside = Q(**{f"{field}__gte": self.start})
        return inside if self.end is None else inside & Q(**{f"{field}__lt": self.end})


def step(most: int = WINDOW) -> RatingChanges | None:
    """Compute one window of about so many matches; return the changed ratings. None: nothing is due."""
    with transaction.atomic():
        due = Due.objects.select_for_update(no_key=True).filter(pk=THE_ONE).first()
        if due is None or due.at is None:
            return None
        window = Window(due.at, _end(due.at, most))
        changes = _recompute(window, rating_system())
        due.at = window.end
        due.save()
        return changes


def mark_due(at: int) -> None:
    """Mark ratings from this moment (ms) as due. Call it in the transaction of the cause."""
    with transaction.atomic():
        rows = Due.objects.select_for_update(no_key=True)
        row, is_new = rows.get_or_create(pk=THE_ONE, defaults={"at": at})
        if not is_new and (row.at is None or at < row.at):
            row.at = at
            row.save()


def _end(start: int, most: int) -> int | None:
    """The end of a window of about `most` matches; matches of one moment stay together."""
    later = Played.objects.filter(_COUNTED, ended__gte=start).order_by("ended")
    end = later.values_list("ended", flat=True)[most : most + 1].first()
    return None if end is None else max(end, start + 1)


def _recompute(window: Window, system: RatingSystem) -> RatingChanges:
    events = sorted([*_matches(window), *_corrections(window)], key=ledger.event_order)
    stored = Change.objects.filter(window.of("at")).order_by("at", "id")
    old = list(map(_entry, stored.values_list(*_CHANGE_FIELDS)))
    touched = dict.fromkeys(entry.key for entry in old)
    touched |= dict.fromkeys(chain.from_iterable(map(ledger.affected_keys, events)))
    if not touched:
        return {}
    members = dict(
        Member.objects.filter(player__in={key.player for key in touched}).values_list("player", "id")
    )
    standings = _standings(touched, members)
    before = _states_before(window, touched, standings)
    states: States = dict(before)
    new = [entry for event in events for entry in ledger.apply(system, states, event)]
    if old == new:
        return {}
    Change.objects.filter(window.of("at")).delete()
    bulk.insert(
        Change, ("member_id", *_CHANGE_FIELDS), (_row(entry, members.get(entry.key.player)) for entry in new)
    )
    tallies.write(window.end, old, new, before, members)
    return _write_standings(window, touched, states, standings, members, system.initial)


def _matches(window: Window) -> Iterable[LedgerEvent]:
    rows = list(Played.objects.filter(_COUNTED, window.of("ended")).values_list(*_FIELDS, named=True))
    lost_on_time = [flag for row in rows if (flag := flags.flag_of(row)) is not None]
    unrated = flags.unrated_flags(lost_on_time)
    for row in rows:
        if row.player0 != row.player1 and row.match_id not in unrated:
            yield RatedMatch(
                row.ended,
                row.match_id,
                rating_key(row.game, by_day=row.speed == "days"),
                (row.player0, row.player1),
                row.won,
                (row.score0, row.score1),
                row.most_points,
                Decimal(row.early_gain).scaleb(-2) if row.early else None,
            )


def _corrections(window: Window) -> Iterable[LedgerEvent]:
    for fix in Correction.objects.filter(window.of("at")):
        yield SetRating(fix.at, fix.pk, Key(fix.player, fix.game), fix.rating)


def _standings(touched: Iterable[Key], members: dict[str, int]) -> dict[Key, _Standing]:
    names = {number: player for player, number in members.items()}
    games = {key.game for key in touched}
    rows = Standing.objects.filter(member__in=names, game__in=games)
    fields = ("member_id", "game", "pk", *RatingState._fields)
    return {
        Key(names[member], game): _Standing(pk, RatingState(*state))
        for member, game, pk, *state in rows.values_list(*fields)
    }


def _states_before(
    window: Window, touched: Iterable[Key], standings: dict[Key, _Standing]
) -> dict[Key, RatingState]:
    """The states when the window began, of the players who had a rating."""
    states, missing = {}, []
    for key in touched:
        standing = standings.get(key)
        if standing is not None and standing.state.at < window.start:
            states[key] = standing.state
        else:  # the standing is a later one, or its member is gone
            missing.append(key)
    for start in range(0, len(missing), _KEYS_PER_QUERY):
        states |= _last_changes(missing[start : start + _KEYS_PER_QUERY], window.start)
    return states


def _last_changes(keys: Sequence[Key], before: int) -> dict[Key, RatingState]:
    """The last change of each before a moment: one look-up a key, in one query."""
    if not keys:
        return {}
    rows = ", ".join(["(%s, %s)"] * len(keys))
    query = _LAST_CHANGES.format(table=Change._meta.db_table, rows=rows)
    with connection.cursor() as cursor:
        cursor.execute(query, [before, *chain.from_iterable(keys)])
        numbers = [number for (number,) in cursor.fetchall() if number is not None]
    entries = map(_entry, Change.objects.filter(pk__in=numbers).values_list(*_CHANGE_FIELDS))
    return {entry.key: entry.after for entry in entries}


def _entry(row: tuple[Any, ...]) -> LedgerEntry:
    player, game, match, before, points, result, *state = row
    after = RatingState(*state)
    return LedgerEntry(Key(player, game), after.at, match, before, after, points, result)


def _row(entry: LedgerEntry, member: int | None) -> tuple[Any, ...]:
    return (member, *entry.key, entry.match, entry.before, entry.points, entry.result, *entry.after)


def _write_standings(
    window: Window,
    touched: Iterable[Key],
    states: States,
    standings: dict[Key, _Standing],
    members: dict[str, int],
    initial: RatingState,
) -> RatingChanges:
    """Store the last change of each, unless a later window has it."""
    changes: RatingChanges = {}
    rows, gone = [], []
    for key in touched:
        standing, state, member = standings.get(key), states.get(key), members.get(key.player)
        later = standing is not None and window.end is not None and standing.state.at >= window.end
        if member is None or later:
            continue
        if state is None and standing is not None:
            gone.append(standing.pk)
            changes.setdefault(key.player, {})[key.game] = initial
        elif state is not None:
            rows.append((member, key.game, *state))
            if standing is None or standing.state.rating != state.rating:
                changes.setdefault(key.player, {})[key.game] = state
    if gone:
        Standing.objects.filter(pk__in=gone).delete()
    bulk.put(Standing, ("member_id", "game", *RatingState._fields), ("member_id", "game"), rows)
    return changes
