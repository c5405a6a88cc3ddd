"""The tables of a simul: opened for all who have accepted, and how each of them stands."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

import msgspec
from asgiref.sync import sync_to_async

from zaria.club.accounts.models import Member
from zaria.club.classroom.simul_form import TEACHER_SIDE
from zaria.club.groups.models import Pupil, Simul, SimulSeat
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import play_ms
from zaria.club.vacations.queries import on_vacation
from zaria.club.waiting.rows import WaitingRow, rows, small_boards
from zaria.club.waiting.waits import waits_of
from zaria.live.app import Live
from zaria.live.journal.base import ConflictError
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import Terms


class SimulTable(NamedTuple):
    """A pupil's table in a simul, as the group sees it.

    `row` is that of a running match, with its board. `result` is the teacher's, "" before the end; in `score`
    their points come first. A table that `is_missing` has still to be opened.
    """

    seat: SimulSeat
    name: str
    row: WaitingRow | None = None
    result: Literal["", "won", "lost", "drawn"] = ""
    score: tuple[int, int] = (0, 0)
    is_missing: bool = False


class SimulScore(NamedTuple):
    """The results of the teacher."""

    won: int
    drawn: int
    lost: int


def terms_of(simul: Simul) -> Terms:
    """Return the terms of the matches of a simul."""
    return msgspec.convert(simul.terms, Terms)


async def open_tables(live: Live, simul: Simul, seats: Sequence[SimulSeat]) -> None:
    """Open the tables of a simul that are not yet open.

    Raises `CommandRefusedError`, or `StoreUnavailableError`; then call it again.
    """
    terms, teacher = terms_of(simul), simul.group.teacher.as_player()
    for seat in seats:
        request = TableRequest(terms, (teacher, seat.member.as_player()), by=TEACHER_SIDE)
        with suppress(ConflictError):
            await live.match_service.open(request, seat.match_id)


async def tables_of(live: Live, simul: Simul) -> list[SimulTable]:
    """Return the tables of a simul, running ones first; raises `StoreUnavailableError`."""
    teacher = simul.group.teacher
    seats, names, results = await sync_to_async(_stored)(simul)
    match_ids = [seat.match_id for seat in seats if seat.match_id and seat.match_id not in results]
    waits = waits_of(teacher.player, await live.waits_at(match_ids) if match_ids else ())
    now = play_ms()
    vacations = await sync_to_async(on_vacation)({wait.opponent_id for wait in waits}, now)
    shown = {row.wait.id: row for row in rows(waits, await small_boards(live, waits), now, vacations)}
    tables = []
    for seat in seats:
        table = SimulTable(seat, names.get(seat.member_id) or seat.member.username)
        if seat.match_id in results:
            table = _with_result(table, results[seat.match_id], teacher)
        elif seat.match_id in shown:
            table = table._replace(row=shown[seat.match_id])
        elif seat.match_id:
            table = table._replace(is_missing=await live.terms(seat.match_id) is None)
        tables.append(table)
    return sorted(tables, key=lambda table: (table.result != "", table.row is None, table.name.casefold()))


def score_of(tables: Sequence[SimulTable]) -> SimulScore:
    """Return the results of the teacher so far."""
    results = [table.result for table in tables]
    return SimulScore(results.count("won"), results.count("drawn"), results.count("lost"))


def _stored(simul: Simul) -> tuple[list[SimulSeat], dict[int, str], dict[str, Played]]:
    """Return the seats, the names of their pupils in the group, and the results of their matches."""
    seats = list(SimulSeat.objects.filter(simul=simul).select_related("member").order_by("pk"))
    places = Pupil.objects.filter(group=simul.group_id).select_related("member")
    names = {place.member_id: place.display_name for place in places}
    match_ids = [seat.match_id for seat in seats if seat.match_id]
    return seats, names, Played.objects.in_bulk(match_ids)


def _with_result(table: SimulTable, played: Played, teacher: Member) -> SimulTable:
    side = 0 if played.player0 == teacher.player else 1
    scores = (played.score0, played.score1)
    return table._replace(
        result="drawn" if played.won is None else "won" if played.won == side else "lost",
        score=(scores[side], scores[1 - side]),
    )
