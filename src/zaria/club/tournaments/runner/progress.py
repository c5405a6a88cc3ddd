"""One step of a tournament: its start, the results of matches, the tables to be opened. Call it in a thread.

Everything is derived from stored data: a step that was killed at any moment is repeated.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import MINUTE_MS, now_ms, play_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.announcements import TournamentAnnouncer
from zaria.club.tournaments.models import TO_END, Pairing, PendingStep, Tournament
from zaria.club.tournaments.rating_terms import match_terms
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as match_events
from zaria.match.events import Player
from zaria.tournaments import commands as cmd
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.field import DRAW, LOSS, WIN, Result
from zaria.tournaments.state import TournamentState

PATIENCE = 10_000
"""Milliseconds after the end of a wait in which its table may still reach the results.

A table that was cleared later was in no process when its wait ended."""

LONGEST_MS = 5 * MINUTE_MS
"""Most ms between two steps of a tournament that is played: a row that was edited by hand has no note."""
TICK_MS = 2_000
"""Milliseconds between two pairings in an arena, so that some are free to choose from."""

_BY_WINNER = {0: (WIN, LOSS), 1: (LOSS, WIN), None: (DRAW, DRAW)}


class Opening(NamedTuple):
    """A table to be opened, with its id."""

    match_id: str
    request: TableRequest


class Step(NamedTuple):
    """The tables to be opened and to be ended, and those to be looked up in the journal.

    `unfinished`: the matches by the day that may not be over although their round is.
    `ticks`: the tournament is a running arena, which pairs players again and again. `wait_ms`: the time until
    the next step if nothing happens; None: the tournament is not played.
    """

    openings: list[Opening]
    unclear: list[str]
    ended: list[str]
    ticks: bool = False
    wait_ms: int | None = None
    unfinished: Sequence[str] = ()


class NeededSteps(NamedTuple):
    """The tournaments that need a step, the rows that say so, and the moment of the next start.

    `mark` is that of this process. `everything`: all tournaments that are played are among them, because
    this process has just begun to run them, or another one has run them meanwhile.
    """

    tournaments: list[str]
    pending: list[int]
    next_start: int | None
    mark: int
    everything: bool


def needed_steps(now: int, mark: int | None) -> NeededSteps:
    """Return the steps that changes and starts have made due.

    `mark` is what the last call returned; None: this process begins, and needs a step of all that are played.
    If another process has run them since then, it has deleted notes and the mark.
    """
    rows = list(PendingStep.objects.order_by("pk").values_list("pk", "tournament"))
    marks = [pk for pk, tournament_id in rows if not tournament_id]
    everything = mark is None or marks != [mark]
    if mark is None or everything:
        mark = _replace_marks(marks)
    changed = [tournament_id for _, tournament_id in rows if tournament_id]
    query = tournaments_to_run(now) if everything else _unplayed_to_run(now)
    return NeededSteps(
        tournaments=list(dict.fromkeys([*query, *changed])),
        pending=[pk for pk, tournament_id in rows if tournament_id],
        next_start=_next_start(now),
        mark=mark,
        everything=everything,
    )


@transaction.atomic
def _replace_marks(marks: Sequence[int]) -> int:
    """Replace the marks of other processes by one of this process, and return it."""
    forget_pending(marks)
    return PendingStep.objects.create(tournament="").pk


def forget_pending(keys: Sequence[int]) -> None:
    """Note that the steps of these rows have been made."""
    PendingStep.objects.filter(pk__in=keys).delete()


def has_pending() -> bool:
    """Return whether a change waits for a step."""
    return PendingStep.objects.exclude(tournament="").exists()


def tournaments_to_run(now: int) -> list[str]:
    """Return the tournaments that may need a step: those whose time has come, and all that are played."""
    playing = Tournament.objects.filter(phase=Tournament.Phase.PLAYING).order_by("starts_at")
    return [*_unplayed_to_run(now), *playing.values_list("pk", flat=True)]


def _unplayed_to_run(now: int) -> list[str]:
    """Return the tournaments whose time has come, and those of which tables are to be ended."""
    begin = Tournament.objects.filter(phase=Tournament.Phase.OPEN, starts_at__lte=now).order_by("starts_at")
    to_end = Pairing.objects.filter(TO_END).order_by().values_list("tournament", flat=True)
    return [*begin.values_list("pk", flat=True), *dict.fromkeys(to_end)]


def _next_start(now: int) -> int | None:
    """Return the moment of the next start after `now`."""
    later = Tournament.objects.filter(phase=Tournament.Phase.OPEN, starts_at__gt=now)
    return later.order_by("starts_at").values_list("starts_at", flat=True).first()


def step(tournament_id: str, *, ticks: bool = True) -> Step:
    """Begin a tournament if its time has come, report the results of its matches, and return the next step.

    `ticks`: pair the free players of an arena now.
    """
    row = Tournament.objects.filter(pk=tournament_id).first()
    if row is None or (row.phase == Tournament.Phase.OPEN and row.starts_at > now_ms()):
        return Step([], [], [])
    if row.phase == Tournament.Phase.OPEN:
        row = actions.begin_once(tournament_id)
    waiting = _report_results(row)
    state = history.state(row)
    if _goes_on(state) and ticks and _tick(state):
        waiting = _report_results(row)
        state = history.state(row)
    late = play_ms() - state.terms.absent_ms - PATIENCE
    unclear = [
        pairing.match_id or ""
        for pairing in waiting
        if pairing.closed or (pairing.opened_at is not None and pairing.opened_at < late)
    ]
    resting = _resting(state, waiting)
    openings = _openings(state, [pairing for pairing in waiting if pairing.pk not in resting])
    wait_ms = min(LONGEST_MS, *resting.values(), *_deadlines(state, waiting, late))
    is_played = state.phase == "playing"
    return Step(
        openings,
        unclear,
        _ended(row),
        _goes_on(state),
        wait_ms if is_played else None,
        _unfinished(state, waiting),
    )


def _unfinished(state: TournamentState, waiting: Sequence[Pairing]) -> list[str]:
    """Return the matches by the day that are open after the end of their round."""
    deadline = state.deadline
    if not state.terms.match.by_day or state.paused or deadline is None or now_ms() < deadline:
        return []
    return [pairing.match_id or "" for pairing in waiting if pairing.opened_at is not None]


def _deadlines(state: TournamentState, waiting: Sequence[Pairing], late: int) -> list[int]:
    """Return the ms until tables are late, the round or the arena ends, and free players may be paired.

    A table that was opened at `late` is late next. Tables without a moment may be opened now.
    """
    moments = [state.terms.absent_ms + PATIENCE]
    moments += [at - late + 1 for pairing in waiting if (at := pairing.opened_at) is not None and at >= late]
    remaining = None if state.deadline is None else state.deadline - now_ms()
    if remaining is not None and remaining > 0:
        moments.append(remaining)
    if _goes_on(state) and (len(state.idle) > 1 or (remaining is not None and remaining <= 0)):
        moments.append(TICK_MS)
    return moments


def _goes_on(state: TournamentState) -> bool:
    """Return whether players are paired again and again."""
    return state.terms.info.continuous and state.phase == "playing" and not state.paused


def _report_results(row: Tournament) -> list[Pairing]:
    """Report the results of all matches, round by round; return the pairings without a result.

    A round that changes nothing is the last one. The function updates `row`.
    """
    while True:
        waiting = list(Pairing.objects.filter(tournament=row, how="", match_id__isnull=False))
        played = Played.objects.in_bulk([pairing.match_id for pairing in waiting])
        events = row.events
        for pairing in waiting:
            match = played.get(pairing.match_id)
            if match is not None:
                report(pairing, Result(_BY_WINNER[match.won]))
        row.refresh_from_db()
        if row.events == events:
            return waiting


def report(pairing: Pairing, result: Result, *, unfinished: bool = False) -> None:
    """Report the result of a pairing by the sides of its board, unless it was decided meanwhile."""
    row = Tournament.objects.get(pk=pairing.tournament_id)
    state = history.state(row)
    if state.number != pairing.number or pairing.place >= len(state.current):
        return
    if state.current[pairing.place].players[0] != pairing.player0:
        result = Result((result.points[1], result.points[0]), result.played)
    _execute(
        pairing.tournament_id,
        cmd.Report(pairing.number, pairing.place, result, pairing.attempt, unfinished=unfinished),
    )


def _execute(tournament_id: str, command: cmd.Report | cmd.Reopen) -> None:
    """Carry out a command about a meeting, unless it was decided meanwhile."""
    try:
        actions.execute(tournament_id, command)
    except TournamentRefusedError as refused:
        if refused.code not in ("decided", "no_meeting", "closed", "old_attempt"):
            raise


def report_unfinished(match_id: str, winner: int | None) -> None:
    """Report a match by the day that is not over at the end of its round: `winner` is a side of its board."""
    pairing = Pairing.objects.filter(match_id=match_id, how="").first()
    if pairing is not None:
        report(pairing, Result(_BY_WINNER[winner]), unfinished=True)


def report_absence(match_id: str, record: Sequence[bytes]) -> bool:
    """Report a table that was closed before a game began: the side that did not sit down has lost.

    If the club was closed when the time to come ended, the players get another table. Returns whether a game
    began: then the result of the match decides.
    """
    events = [match_events.decode(body) for body in record]
    seated, over, began = _seats(events)
    pairing = Pairing.objects.filter(match_id=match_id, how="").first()
    if pairing is not None and _was_club_closed(events):
        _execute(pairing.tournament_id, cmd.Reopen(pairing.number, pairing.place, pairing.attempt))
    elif pairing is not None and over and not began:
        points = (WIN if 0 in seated else LOSS, WIN if 1 in seated else LOSS)
        report(pairing, Result(points if points != (WIN, WIN) else (LOSS, LOSS), played=False))
    return began


@transaction.atomic
def mark_opened(match_ids: Iterable[str]) -> None:
    """Note that these tables are open, and tell their players to come in time."""
    opened = Pairing.objects.filter(match_id__in=list(match_ids), opened_at=None)
    players: defaultdict[str, set[str]] = defaultdict(set)
    for row, *pair in opened.values_list("tournament", "player0", "player1"):
        players[row].update(filter(None, pair))
    opened.update(opened_at=play_ms(), ordered=True)
    for row, events in Tournament.objects.filter(pk__in=players).values_list("pk", "events"):
        TournamentAnnouncer.after_commit(row, events, players[row])


def mark_ended(match_ids: Iterable[str]) -> None:
    """Note that these tables, which decide nothing, have been ended."""
    Pairing.objects.filter(match_id__in=list(match_ids)).update(opened_at=None, ordered=False)


def _was_club_closed(record: Iterable[match_events.Event]) -> bool:
    """Return whether a table was cleared so late that no process had watched its time to come."""
    until: int | None = None
    for event in record:
        if isinstance(event, match_events.Opened):
            until = event.until
        if isinstance(event, match_events.Cancelled) and event.side is None and until is not None:
            return event.at > until + PATIENCE
    return False


def _seats(record: Iterable[match_events.Event]) -> tuple[set[int], bool, bool]:
    """Return the sides that sat down, whether the match is over, and whether a game began."""
    seated, over, began = set(), False, False
    for event in record:
        if isinstance(event, match_events.Seated):
            seated.add(event.side)
        began = began or isinstance(event, match_events.GameStarted)
        over = over or isinstance(event, match_events.MatchEnded)
    return seated, over, began


def _tick(state: TournamentState) -> bool:
    """Pair the free players of an arena, or close it after its end; return whether anything changed."""
    over = state.deadline is not None and now_ms() >= state.deadline and not state.waiting()
    if len(state.idle) < 2 and not over:
        return False
    try:
        actions.execute(state.id, cmd.Pair())
    except TournamentRefusedError as refused:
        if refused.code not in ("no_pairs", "closed", "not_now"):
            raise
        return False
    return True


def _ended(row: Tournament) -> list[str]:
    """Return the matches of pairings that a director decided while their tables may have been open."""
    to_end = Pairing.objects.filter(TO_END, tournament=row)
    ids = [match_id for match_id in to_end.values_list("match_id", flat=True) if match_id is not None]
    played = set(Played.objects.filter(match_id__in=ids).values_list("match_id", flat=True))
    mark_ended(played)
    return [match_id for match_id in ids if match_id not in played]


def _resting(state: TournamentState, waiting: Sequence[Pairing]) -> dict[int, int]:
    """Return the ms for which pauses before matches still last, by pairing; two who are ready do not wait."""
    now = now_ms()
    rests = {
        pairing.pk: state.terms.rest_ms(pairing.number, pairing.since, now)
        for pairing in waiting
        if pairing.opened_at is None and not pairing.ordered and not (pairing.ready0 and pairing.ready1)
    }
    return {pk: remaining for pk, remaining in rests.items() if remaining}


def _openings(state: TournamentState, waiting: Sequence[Pairing]) -> list[Opening]:
    """Note the tables to be opened now, and return them: a table without a note could not be ended."""
    arranged = state.terms.info.arranged and state.deadline is not None and not state.terms.match.by_day
    early = arranged and now_ms() < (state.deadline or 0)
    new = [
        pairing
        for pairing in waiting
        if pairing.opened_at is None and (not early or (pairing.ready0 and pairing.ready1))
    ]
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in new if not pairing.ordered]).update(ordered=True)
    ids = {player for pairing in new for player in (pairing.player0, pairing.player1)}
    players = {member.player: member.as_player() for member in Member.objects.filter(player__in=ids)}
    return [
        Opening(
            pairing.match_id or "",
            TableRequest(
                match_terms(state.terms),
                (_place(players, pairing.player0), _place(players, pairing.player1)),
                wait=state.terms.absent_ms,
                public=True,
            ),
        )
        for pairing in new
    ]


def _place(players: dict[str, Player], player: str) -> Player:
    """Return the seat of a player; that of a deleted account is reserved for nobody."""
    return players.get(player) or Player(player, "", "#7c8a99", member=True)
