"""The rows of the list of tables by the day: small boards, opponents, and the time that is left."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zaria.club.games import pictures
from zaria.club.games.catalogue import TITLES
from zaria.club.games.positions import present_position
from zaria.club.matches.replay.link_cards import length_text
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS
from zaria.club.waiting.waits import TableWait
from zaria.live.app import Live

MOST_BOARDS = 24
"""Rows with the board as it stands; those after them show the game."""
AT_ONCE = 4
"""Matches that are loaded at the same time."""
FRESH_S = 30.0
"""Seconds for which the board of a wait is not drawn anew: dice may be rolled meanwhile."""

_boards: BoundedCache[tuple[str, int], SafeString] = BoundedCache(2000, FRESH_S)


class WaitingRow(NamedTuple):
    """A table in the list; `left` is the time left in words, "" if the clock stands.

    `away_until`: the end of the opponent's vacation (ms), None if they are not on one.
    """

    wait: TableWait
    title: Any
    length: str
    opponent: str
    board: SafeString
    left: str
    away_until: int | None = None

    @property
    def vacation_end(self) -> datetime | None:
        """The moment at which the opponent's vacation ends."""
        return None if self.away_until is None else datetime.fromtimestamp(self.away_until // 1000, UTC)

    @property
    def end(self) -> datetime | None:
        """The moment at which the time ends."""
        return None if self.wait.due is None else datetime.fromtimestamp(self.wait.due // 1000, UTC)


def rows(
    waits: Sequence[TableWait], boards: Mapping[str, SafeString], now: int, vacations: Mapping[str, int]
) -> list[WaitingRow]:
    """Return a row for each table; `boards` are those that are known, `now` is in ms.

    `vacations` are the ends of present vacations by player (ms).
    """
    return [
        WaitingRow(
            wait=wait,
            title=TITLES[wait.card.game],
            length=length_text(wait.card.length),
            opponent=wait.opponent.name if wait.opponent else "",
            board=boards.get(wait.id) or pictures.board(wait.card.game),
            left="" if wait.due is None else time_left(wait.due - now),
            away_until=vacations.get(wait.opponent_id),
        )
        for wait in waits
    ]


async def small_boards(live: Live, waits: Sequence[TableWait]) -> dict[str, SafeString]:
    """Return the present boards of the first tables, by id."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def board(wait: TableWait) -> SafeString | None:
        drawing = _boards.get((wait.id, wait.since))
        if drawing is None:
            async with limit:
                match = await live.match(wait.id)
            if match is None:
                return None
            drawing = pictures.position_board(wait.card.game, present_position(match))
            _boards.put((wait.id, wait.since), drawing)
        return drawing

    drawings = await asyncio.gather(*(board(wait) for wait in waits[:MOST_BOARDS]))
    pairs = zip(waits, drawings, strict=False)
    return {wait.id: drawing for wait, drawing in pairs if drawing is not None}


def time_left(ms: int) -> str:
    """Return a time in days and hours; of the last day in hours, of the last hour in minutes."""
    days, hours = divmod(max(0, ms) // HOUR_MS, DAY_MS // HOUR_MS)
    if days:
        whole = ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
        return f"{whole} {_('{n} h').format(n=hours)}" if hours else whole
    if hours:
        return _("{n} h").format(n=hours)
    return _("{n} min").format(n=max(1, ms // MINUTE_MS))
