"""Sitting down to a rated match: the site decides first whether it is rated with this player."""

import asyncio
import logging
from functools import partial

from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.seats import can_be_rated

log = logging.getLogger(__name__)


class Seating:
    """Executes commands to sit down. One for all sockets of a process."""

    def __init__(self, tables: MatchService, policy: RatingPolicy) -> None:
        """Start without requests."""
        self._tables = tables
        self._policy = policy
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop: nobody can sit down any more."""
        for task in self._tasks:
            task.cancel()

    def sit(self, match_id: str, cid: str, command: cmd.Sit, address: str, at: int, answer: Answer) -> None:
        """Execute a command to sit down that was read at `at` (ms); `answer` gets its result.

        Nobody sits down to other terms than they saw: it is refused as "pair_limit" where the match would not
        be rated and the player does not know it, and as "rated_again" where it would be rated after all.
        """
        self._tables.use(match_id, partial(self._found, match_id, cid, command, address, at, answer))

    def _found(
        self,
        match_id: str,
        cid: str,
        command: cmd.Sit,
        address: str,
        at: int,
        answer: Answer,
        room: LiveMatch | None,
    ) -> None:
        player = command.player
        if room is None or not room.match.terms.rated or not _may_sit(room, player):
            self._tables.command(match_id, player.id, cid, command, at, answer)
            return
        task = asyncio.create_task(self._ask(room, cid, command, address, at, answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(
        self, room: LiveMatch, cid: str, command: cmd.Sit, address: str, at: int, answer: Answer
    ) -> None:
        try:
            rated = await self._policy.seated(room, command.player, address)
        except StoreUnavailableError:
            answer(-1, "not_stored")
        except Exception:
            log.exception("match %s: cannot find out whether it is rated", room.id)
            answer(-1, "server_error")
        else:
            if rated is not command.unrated:
                self._tables.command(room.id, command.player.id, cid, command, at, answer)
            else:
                answer(-1, "rated_again" if rated else "pair_limit")


def _may_sit(room: LiveMatch, player: Player) -> bool:
    return can_be_rated(player) and room.seat_for(player.id) is not None
