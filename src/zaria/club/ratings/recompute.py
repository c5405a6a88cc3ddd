"""Ratings in the database: from a moment on they are made anew from what was played and corrected.

`Due` says from which moment. It is computed in windows of time, one transaction each, in order: a window
reads what was played in it and what the ratings were before it, puts its changes in the place of the old
ones, and moves `Due` to its end. What is new is mostly the last: then the window is one match. Killed at any
point it continues where it was, and other processes wait for the lock on `Due`.

Between two windows, and after all of them, a `Standing` is its player's last `Change`, and a `Season` the sum
of those in it: readers meanwhile see each rating change once.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings import ledger, tallies
from zaria.club.ratings.ledger import Fix, Game, Happening, Key, State, States, Step
from zaria.club.ratings.models import Change, Correction, Due, Standing
from zaria.club.ratings.tallies import Entry

WINDOW = 500
"""Matches computed in one transaction."""

THE_ONE = 1
"""The key of the one row of `Due`."""

Told = dict[str, dict[str, State]]
"""Ratings that are others now: by player and game. Who has none any more is where all begin."""

_ASKED = 2000
"""Keys in one question."""
_LAST = """
SELECT (SELECT id FROM {table} WHERE player = wanted.column1 AND game = wanted.column2 AND at < %s
        ORDER BY at DESC, id DESC LIMIT 1)
FROM (VALUES {rows}) AS wanted
"""

_FIELDS = (
    "ended", "match_id", "game", "player0", "player1", "won", "score0", "score1", "early", "early_gain",
    "most_points",
)  # fmt: skip
_COUNTED = Q(rated=True, void=False, voided=False, member0=True, member1=True, bot0="", bot1="")


class Window(NamedTuple):
    """From a moment on (ms) up to another one, which belongs to the next; None: to the end."""

    start: int
    end: int | None

    def of(self, field: str) -> Q:
        """The condition that `field` lies in it."""
        inside = Q(**{f"{field}__gte": self.start})
        return inside if self.end is None else inside & Q(**{f"{field}__lt": self.end})


def step(most: int = WINDOW) -> Told | None:
    """Compute one window of about so many matches; return the changed ratings. None: nothing is due."""
    with transaction.atomic():
        due = _locked()
        if due is None or due.at is None:
            return None
        window = Window(due.at, _end(due.at, most))
        told = _reckon(window)
        due.at = window.end
        due.save()
        return told


def due(at: int) -> None:
    """Mark ratings from this moment (ms) as due. Call it in the transaction of the cause."""
    with transaction.atomic():
        row, made = Due.objects.select_for_update().get_or_create(pk=THE_ONE, defaults={"at": at})
        if not made and (row.at is None or at < row.at):
            row.at = at
            row.save()


def _locked() -> Due | None:
    return Due.objects.select_for_update().filter(pk=THE_ONE).first()


def _end(start: int, most: int) -> int | None:
    """Where a window of about `most` matches ends; matches of one moment stay together."""
    later = Played.objects.filter(_COUNTED, ended__gte=start).order_by("ended")
    found = later.values_list("ended", flat=True)[most : most + 1].first()
    return None if found is None else max(found, start + 1)


def _reckon(window: Window) -> Told:
    happened: list[Happening] = [*_games(window), *_fixes(window)]
    happened.sort(key=ledger.in_order)
    old = [
        Entry(*row)
        for row in Change.objects.filter(window.of("at")).order_by("at", "id").values_list(*Entry._fields)
    ]
    touched = dict.fromkeys(Key(entry.player, entry.game) for entry in old)
    touched |= dict.fromkeys(chain.from_iterable(map(ledger.keys, happened)))
    if not touched:
        return {}
    members = dict(
        Member.objects.filter(player__in={key.player for key in touched}).values_list("player", "id")
    )
    standings = _standings(touched, members)
    before = _before(window, touched, standings)
    states: States = dict(before)
    new = [_entry(step) for each in happened for step in ledger.apply(states, each)]
    if old == new:
        return {}
    Change.objects.filter(window.of("at")).delete()
    Change.objects.bulk_create(
        Change(member_id=members.get(entry.player), **entry._asdict()) for entry in new
    )
    tallies.write(window.end, old, new, before, members)
    return _write_standings(window, touched, states, standings, members)


def _games(window: Window) -> Iterable[Game]:
    for row in Played.objects.filter(_COUNTED, window.of("ended")).values_list(*_FIELDS, named=True):
        if row.player0 != row.player1:
            yield Game(
                row.ended,
                row.match_id,
                row.game,
                (row.player0, row.player1),
                row.won,
                (row.score0, row.score1),
                row.most_points,
                Decimal(row.early_gain).scaleb(-2) if row.early else None,
            )


def _fixes(window: Window) -> Iterable[Fix]:
    for fix in Correction.objects.filter(window.of("at")):
        yield Fix(fix.at, fix.pk, Key(fix.player, fix.game), fix.rating)


def _standings(touched: Iterable[Key], members: dict[str, int]) -> dict[Key, Standing]:
    names = {number: player for player, number in members.items()}
    games = {key.game for key in touched}
    found = Standing.objects.filter(member__in=names, game__in=games)
    return {Key(names[standing.member_id], standing.game): standing for standing in found}


def _before(window: Window, touched: Iterable[Key], standings: dict[Key, Standing]) -> dict[Key, State]:
    """What the ratings were when the window began, of those who had any."""
    found, asked = {}, []
    for key in touched:
        standing = standings.get(key)
        if standing is not None and standing.at < window.start:
            found[key] = State(*(getattr(standing, name) for name in State._fields))
        else:  # it tells of later, or its member is gone
            asked.append(key)
    for start in range(0, len(asked), _ASKED):
        found |= _last_changes(asked[start : start + _ASKED], window.start)
    return found


def _last_changes(keys: Sequence[Key], before: int) -> dict[Key, State]:
    """The last change of each before a moment: thousands are found one by one, but asked for at once."""
    if not keys:
        return {}
    rows = ", ".join(["(%s, %s)"] * len(keys))
    question = _LAST.format(table=Change._meta.db_table, rows=rows)
    with connection.cursor() as cursor:
        cursor.execute(question, [before, *chain.from_iterable(keys)])
        numbers = [number for (number,) in cursor.fetchall() if number is not None]
    entries = Change.objects.filter(pk__in=numbers).values_list(*Entry._fields)
    last = [Entry(*row) for row in entries]
    return {Key(entry.player, entry.game): entry.state() for entry in last}


def _entry(step: Step) -> Entry:
    after = step.after
    return Entry(
        *step.key,
        step.match,
        step.at,
        step.before,
        after.rating,
        step.points,
        step.result,
        after.best,
        after.reached,
        after.played,
        after.won,
        after.lost,
        after.winnings,
    )


def _write_standings(
    window: Window,
    touched: Iterable[Key],
    states: States,
    standings: dict[Key, Standing],
    members: dict[str, int],
) -> Told:
    """What the last change of each says; where that lies after the window it stays."""
    told: Told = {}
    rows, gone = [], []
    for key in touched:
        standing, state, member = standings.get(key), states.get(key), members.get(key.player)
        later = standing is not None and window.end is not None and standing.at >= window.end
        if member is None or later:
            continue
        if state is None and standing is not None:
            gone.append(standing.pk)
            told.setdefault(key.player, {})[key.game] = State()
        elif state is not None:
            rows.append(Standing(member_id=member, game=key.game, **state._asdict()))
            if standing is None or standing.rating != state.rating:
                told.setdefault(key.player, {})[key.game] = state
    Standing.objects.filter(pk__in=gone).delete()
    Standing.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["member", "game"],
        update_fields=list(State._fields),
    )
    return told
