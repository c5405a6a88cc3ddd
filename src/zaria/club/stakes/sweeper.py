"""The sweeper compares the holds of stakes with the journal, so that nothing is held for ever.

A hold stays while its table is open and its player asked for the table or sits there, and while they play.
The others go back once no request can use them any more. The result of a match that is over is settled by
the projector. Where it has passed a match without storing a result, the sweeper settles what the journal has.
"""

import logging
import time
from collections.abc import Sequence

from django.db import Error
from django.db.models import Q

from zaria.club.ledger.actions import PENDING
from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.stakes import actions
from zaria.club.stakes.players import entitled, seated
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.matches.live_match import LiveMatch

log = logging.getLogger(__name__)

EVERY_S = 60.0
"""Seconds between two rounds."""
SEATED_S = 3600.0
"""Seconds after which a match in play, with both players seated, is looked at again."""


class StakeSweeper:
    """A follower of the projector."""

    def __init__(self, journal: Journal, every: float = EVERY_S) -> None:
        self._journal = journal
        self._every = every
        self._next = 0.0
        self._seated: dict[str, float] = {}

    async def sweep(self, database: DatabaseThread) -> None:
        """Look at the holds of all matches that were not found in play lately."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self._every
        matches = await database.run(_held_matches)
        self._seated = {
            match_id: until for match_id, until in self._seated.items() if match_id in matches and until > now
        }
        for match_id in matches:
            if match_id in self._seated:
                continue
            try:
                await self._look(match_id, database, now)
            except (StoreUnavailableError, Error):
                raise
            except Exception:  # the holds of the others go back all the same
                log.exception("match %s: cannot compare its stakes with the journal", match_id)

    async def _look(self, match_id: str, database: DatabaseThread, now: float) -> None:
        stored = await self._journal.load(match_id)
        if stored is None:
            await database.run(_release_unused, match_id, ())
            return
        live_match = LiveMatch(match_id, stored.secret, stored.places)
        for row in stored.rows:
            live_match.take(row)
        if live_match.match.phase == "over":
            await database.run(_settle_late, match_id, [row.body for row in stored.rows])
        elif live_match.match.phase == "open":
            await database.run(_release_unused, match_id, entitled(live_match))
        else:
            seats = seated(live_match.match)
            await database.run(_release_unused, match_id, seats)
            if await database.run(_held_players, match_id) <= set(seats):
                self._seated[match_id] = now + SEATED_S


def _held_matches() -> list[str]:
    """The matches with a held stake for a seat that must have been taken by now."""
    late = now_ms() - actions.MARGIN
    held = Transfer.objects.filter(Q(until=None) | Q(until__lt=late), kind=TransferKind.HOLD, state=PENDING)
    matches = held.exclude(match_id="").order_by("pk").values_list("match_id", flat=True)
    return list(dict.fromkeys(matches))  # "distinct" would read all holds that ever were, by their matches


def _held_players(match_id: str) -> set[str]:
    """The players whose stake is held for a match."""
    held = Transfer.objects.filter(match_id=match_id, state=PENDING).values_list("debit__code", flat=True)
    return {code.removeprefix("member:") for code in held}


def _release_unused(match_id: str, entitled: Sequence[str]) -> None:
    """Return the stakes of a match but those of entitled players, and those that a request may still use."""
    actions.release_all(match_id, entitled, before=now_ms() - actions.MARGIN)


def _settle_late(match_id: str, record: Sequence[bytes]) -> None:
    """Resolve what is held for a match that is over, unless the projector has yet to settle it."""
    result = results.result(match_id, record)
    if result is None:
        return
    match, terms = result
    if match is None or terms.stakes is None or Played.objects.filter(match_id=match_id).exists():
        players = actions.release_all(match_id)
    elif (match.ended, match_id) <= results.mark():
        players = actions.settle([actions.outcome(match, terms.stakes, terms.length)])
    else:
        return
    if players:
        log.error("match %s: stakes were held after its end; the sweeper has resolved them", match_id)
