"""Commands of matches by the day: each waits for what the site knows, in order, before it is executed."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from zaria.bots.tables.engine import engine_for
from zaria.live.clock import Now
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.day_policy import DayContext, DayPolicy, DayQuestion
from zaria.live.matches.live_match import LiveMatch, Pending
from zaria.match import commands as cmd

log = logging.getLogger(__name__)

Execute = Callable[[LiveMatch, list[Pending]], None]
"""Executes commands in order, unless the match has been unloaded meanwhile."""


class DayTables:
    """Prepares the commands of matches by the day; those of one match keep their order."""

    def __init__(self, policy: DayPolicy, now: Now, execute: Execute) -> None:
        """`execute` receives each command after the standstills of the clock that must be stored before."""
        self._policy = policy
        self._now = now
        self._execute = execute
        self._waiting: dict[str, deque[Pending]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def submit(self, live_match: LiveMatch, pending: Pending) -> None:
        """Execute a command once everything about it is known."""
        queue = self._waiting.get(live_match.id)
        if queue is not None:
            queue.append(pending)
            return
        self._waiting[live_match.id] = deque([pending])
        task = asyncio.create_task(self._prepare_all(live_match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def is_preparing(self, match_id: str) -> bool:
        """Return whether a command of the match is not yet executed: it must stay in memory."""
        return match_id in self._waiting

    def close(self) -> None:
        """Prepare no more."""
        for task in self._tasks:
            task.cancel()

    async def _prepare_all(self, live_match: LiveMatch) -> None:
        queue = self._waiting[live_match.id]
        while queue:
            pending = queue[0]
            try:
                commands = await self._prepared(live_match, pending)
            except StoreUnavailableError as error:
                log.warning("match %s: a command by the day waits for the site: %s", live_match.id, error)
                pending.answer(-1, "not_stored")
                commands = []
            except Exception:
                log.exception("match %s: cannot prepare %r", live_match.id, pending.command)
                pending.answer(-1, "server_error")
                commands = []
            queue.popleft()
            if not queue:
                del self._waiting[live_match.id]
            self._execute(live_match, commands)

    async def _prepared(self, live_match: LiveMatch, pending: Pending) -> list[Pending]:
        match, now = live_match.match, self._now()
        clock, terms = match.clock, match.terms.clock
        side = match.to_act()
        if clock is None or terms is None:
            question = DayQuestion(live_match.id, live_match.ids, None, now, vacation=False)
        else:
            player = None if side is None else live_match.ids[side]
            since = max(clock.since, clock.stood)
            question = DayQuestion(live_match.id, live_match.ids, player, since, terms.vacation)
        context = await self._policy.context(question, now)
        if any(acts.roll == "window" for acts in context.agreed) and match.terms.cube:
            await asyncio.to_thread(engine_for, match.dice_position().game)
        pending.context = context
        standstills = [
            Pending(None, "", cmd.Stand(*standstill), now, _ignore, context=DayContext())
            for standstill in context.standstills
        ]
        return [*standstills, pending]


def _ignore(seq: int, code: str | None) -> None:
    """Ignore the answer: a standstill that changes nothing is refused."""
