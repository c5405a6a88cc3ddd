"""Reports rematches to the site that are offered to members who are not at the table."""

import asyncio
import logging

from zaria.live.matches.hooks import RematchReport, ReportRematches
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.presence import Presence
from zaria.live.sockets.protocol.server import PendingRematch

log = logging.getLogger(__name__)


class RematchReports:
    """The offers of one host. Belongs to the event loop. Without `report` nothing is reported."""

    def __init__(self, presence: Presence, report: ReportRematches | None) -> None:
        self.report = report
        self._presence = presence
        self._offered: dict[str, RematchReport] = {}
        self._waiting: dict[str, RematchReport] = {}
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop reporting."""
        if self._task is not None:
            self._task.cancel()

    def on_offer(self, live_match: LiveMatch, offer: PendingRematch) -> None:
        """A rematch is on offer: report it to a member who does not see it."""
        by, to = live_match.match.players[offer.side], live_match.match.players[1 - offer.side]
        if by is None or to is None or not to.member or self._presence.present(live_match, to.id):
            return
        report = RematchReport(live_match.id, to.id, by.info, live_match.match.terms.game, offer.until)
        self._offered[live_match.id] = report
        self._add(report)

    def on_end(self, live_match: LiveMatch, *, taken: bool = False) -> None:
        """An offer is over; `taken`: by the next match."""
        report = self._offered.pop(live_match.id, None)
        if report is not None:
            self._add(report._replace(state="taken" if taken else "over"))

    def _add(self, report: RematchReport) -> None:
        if self.report is not None:
            self._waiting[report.match_id] = report
            if self._task is None:
                self._task = asyncio.create_task(self._work(self.report))

    async def _work(self, report: ReportRematches) -> None:
        try:
            while self._waiting:
                reports, self._waiting = list(self._waiting.values()), {}
                await report(reports)
        except Exception as error:  # play does not depend on it
            log.warning("host: cannot report rematches: %r", error)
        finally:
            self._task = None
