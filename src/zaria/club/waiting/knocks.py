"""Writes the notices of turns: a knock for each new wait, and its reminders.

A wait is named by its table and its start, so a knock that is written again is none. What a process looked
at last is stored in the transaction of its notices: one that dies before the commit has written nothing, and
the next one begins where it began.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import lock_members, mark_events_read, notify
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS
from zaria.club.waiting.models import KnockMark, TurnReminder
from zaria.club.waiting.notice_kinds import DEADLINE, TURN, TurnBody
from zaria.club.waiting.quiet_times import spans_of
from zaria.club.waiting.reminders import SpanAt, never_quiet, next_moment
from zaria.club.waiting.waits import TableWait, waits_of
from zaria.live.journal.base import WaitingTable
from zaria.match.clock.deadlines import OFFER_MS

AT_ONCE = 100
"""Waits of one transaction."""
SPARE_MS = MINUTE_MS
"""Milliseconds before the mark that are read again: a wait has the moment of its decision."""
LONGEST_OFFER_MS = OFFER_MS + 2 * DAY_MS
"""The longest wait for an answer to a result on offer: a weekend may lie in it."""
STANDING_MS = HOUR_MS
"""Milliseconds after which a table whose clock stands is looked at again."""

Mark = tuple[int, str]
"""The start (ms) of the wait that was looked at last, and its table."""


class PendingTurn(NamedTuple):
    """A turn that a member of the club is waited for; `has_offer`: they may accept a result instead."""

    wait: TableWait
    player: str
    opponent: str | None
    has_offer: bool = False

    @property
    def key(self) -> str:
        """The key of its knock."""
        return f"{_turns(self.wait.id)}{self.wait.since}"

    def body(self) -> TurnBody:
        """Return the body of its notices."""
        opponent = self.wait.opponent
        body = TurnBody(
            name=opponent.name if opponent else "",
            game=self.wait.card.game,
            until=self.wait.due,
            path=f"/t/{self.wait.id}",
            table=self.wait.id,
            after=f"/t/{self.wait.id}",
        )
        if self.has_offer:
            body["result"] = True
        return body


def turn_of(table: WaitingTable, *, has_offer: bool = False) -> PendingTurn | None:
    """Return the turn that a table waits for; `has_offer`: a result is on offer there."""
    player = table.listing.players[table.side]
    if player is None:
        return None
    (wait,) = waits_of(player, [table])
    return PendingTurn(wait, player, table.listing.players[1 - table.side], has_offer)


def may_have_offer(table: WaitingTable) -> bool:
    """Return whether the wait is so short that it may be one for the answer to a result on offer."""
    return table.due is not None and table.due - table.since <= LONGEST_OFFER_MS


def read_mark() -> Mark:
    """Return where to begin: before the wait that was looked at last, or at the beginning."""
    mark = KnockMark.objects.values_list("since", flat=True).first()
    return (0 if mark is None else max(0, mark - SPARE_MS), "")


def knock(
    tables: Sequence[WaitingTable], present: Collection[Mark], now: int, offers: Collection[Mark] = ()
) -> int:
    """Note new waits, of which some were looked at before; return the number of knocks.

    Players who saw a wait begin at the table get no knock: `present` has those waits. `offers` has the waits
    for the answer to a result on offer. `now` in ms.
    """
    parts = (tables[start : start + AT_ONCE] for start in range(0, len(tables), AT_ONCE))
    return sum(_knock(part, present, now, offers) for part in parts)


@transaction.atomic
def _knock(
    tables: Sequence[WaitingTable], present: Collection[Mark], now: int, offers: Collection[Mark]
) -> int:
    rows = TurnReminder.objects.filter(match_id__in=[table.id for table in tables])
    known_starts = dict(rows.values_list("match_id", "since"))
    new_waits = [table for table in tables if known_starts.get(table.id) != table.since]
    turns = [
        turn
        for table in new_waits
        if (turn := turn_of(table, has_offer=(table.since, table.id) in offers)) is not None
    ]
    if not turns:
        return 0
    members = _members({player for turn in turns for player in (turn.player, turn.opponent) if player})
    lock_members(members.values())
    knocks = 0
    for turn in turns:
        if turn.opponent is not None and turn.opponent in members:
            mark_events_read([members[turn.opponent]], _turns(turn.wait.id))
        if turn.player in members and (turn.wait.since, turn.wait.id) not in present:
            knocks += notify([members[turn.player]], TURN, turn.body(), key=turn.key)
    spans = spans_of({turn.player for turn in turns})
    TurnReminder.objects.bulk_create(
        [_reminder(turn, spans.get(turn.player, never_quiet), now) for turn in turns],
        update_conflicts=True,
        unique_fields=["match_id"],
        update_fields=["player", "since", "stage", "at"],
    )
    last = max((table.since, table.id) for table in tables)
    KnockMark.objects.update_or_create(pk=1, defaults={"since": last[0], "match_id": last[1]})
    return knocks


def reminders_until(now: int) -> list[TurnReminder]:
    """Return some of the reminders whose moment has come."""
    return list(TurnReminder.objects.filter(at__lte=now).order_by("at")[:AT_ONCE])


@transaction.atomic
def remind(
    reminder: TurnReminder,
    table: WaitingTable | None,
    now: int,
    *,
    present: bool,
    has_offer: bool = False,
) -> bool:
    """Send a reminder whose moment has come; return whether a notice was written.

    `table` is the table as it is now (None: nothing runs there any more). If it waits for another turn
    nothing is sent; if its time ends later by now the reminder comes later. `present`: the player is there;
    `has_offer`: a result is on offer.
    """
    rows = TurnReminder.objects.filter(pk=reminder.pk, since=reminder.since, stage=reminder.stage)
    if table is None or table.since != reminder.since:
        rows.delete()  # the turn was played, or the match is over
        return False
    turn = turn_of(table, has_offer=has_offer)
    if turn is None or turn.wait.due is None:
        rows.update(at=now + STANDING_MS)
        return False
    span_at = spans_of([turn.player]).get(turn.player, never_quiet)
    following = next_moment(turn.wait.since, turn.wait.due, reminder.stage, now, span_at)
    if following is None:
        rows.delete()  # by other quiet hours both are one, which was sent
        return False
    stage, moment = following
    if moment > now:
        rows.update(at=moment)  # the clock has stood since the moment was computed
        return False
    after = next_moment(turn.wait.since, turn.wait.due, stage + 1, now, span_at)
    if after is None:
        rows.delete()
    else:
        rows.update(stage=after[0], at=after[1])
    to = list(_members({turn.player}).values())
    if present or not to:
        return False
    return bool(notify(to, DEADLINE, turn.body(), key=f"{turn.key}:{stage}"))


def _reminder(turn: PendingTurn, span_at: SpanAt, now: int) -> TurnReminder:
    stage, at = 0, now + STANDING_MS
    if turn.wait.due is not None:
        stage, at = next_moment(turn.wait.since, turn.wait.due, 0, now, span_at) or (0, now)
    return TurnReminder(match_id=turn.wait.id, player=turn.player, since=turn.wait.since, stage=stage, at=at)


def _members(players: Collection[str]) -> Mapping[str, int]:
    """The numbers of the members among some players, by the ids of those."""
    members = Member.objects.filter(player__in=players, is_active=True)
    return dict(members.values_list("player", "pk"))


def _turns(match_id: str) -> str:
    """The beginning of the keys of all notices of a table's turns."""
    return f"turn:{match_id}:"
