"""Sitting down to a rated match: the site first decides whether it is rated with this player.

It holds the stake, too, where there is one.
"""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial

from msgspec.structs import replace

from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.escrow import Escrow, Held, is_staked
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import is_seed
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.seats import can_be_rated

log = logging.getLogger(__name__)


class Seating:
    """Executes commands to sit down. One for all sockets of a process."""

    def __init__(self, tables: MatchService, policy: RatingPolicy, escrow: Escrow) -> None:
        """Start without requests."""
        self._tables = tables
        self._policy = policy
        self._escrow = escrow
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
        if room is None or not _concerns_the_site(room) or not _may_sit(room, command):
            self._tables.command(match_id, command.player.id, cid, command, at, answer)
            return
        self._run(self._ask(room, cid, command, address, at, answer))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(
        self, room: LiveMatch, cid: str, command: cmd.Sit, address: str, at: int, answer: Answer
    ) -> None:
        player = command.player
        try:
            objection = await self._rating_objection(room, command, address)
            if objection is None and is_staked(room.match.terms):
                held = await self._escrow.hold(room.id, room.match.terms, player)
                command = replace(command, held=held.until)
                answer = partial(self._seated, room.id, player.id, held, answer)
        except CommandRefusedError as refused:
            objection = refused.code
        except StoreUnavailableError:
            objection = "not_stored"
        except Exception:
            log.exception("match %s: cannot find out how it counts", room.id)
            objection = "server_error"
        if objection is None:
            self._tables.command(room.id, player.id, cid, command, at, answer)
        else:
            answer(-1, objection)

    async def _rating_objection(self, room: LiveMatch, command: cmd.Sit, address: str) -> str | None:
        """The code of a refusal: the match would count otherwise than the player saw."""
        if not room.match.terms.rated:
            return None
        rated = await self._policy.seated(room, command.player, address)
        if rated is not command.unrated:
            return None
        return "rated_again" if rated else "pair_limit"

    def _seated(
        self, match_id: str, player: str, held: Held, answer: Answer, seq: int, code: str | None
    ) -> None:
        """Pass the answer on. A seat that the rules refused needs no stake; other failures stay open.

        A command that has waited too long may still be on its way to the journal, so its stake stays, too.
        """
        if code in SENTENCES and code != "not_held":
            self._run(self._release(match_id, player, held))
        answer(seq, code)

    async def _release(self, match_id: str, player: str, held: Held) -> None:
        try:
            await self._escrow.release(match_id, player, held)
        except StoreUnavailableError as error:
            log.warning("match %s: a stake is released later: %s", match_id, error)


def _concerns_the_site(room: LiveMatch) -> bool:
    return room.match.terms.rated or is_staked(room.match.terms)


def _may_sit(room: LiveMatch, command: cmd.Sit) -> bool:
    """Return whether the rules do not refuse the seat anyway: nothing is held for that."""
    player = command.player
    sound = command.seal == room.match.seal and is_seed(command.seed)
    return sound and can_be_rated(player) and room.seat_for(player.id) is not None
