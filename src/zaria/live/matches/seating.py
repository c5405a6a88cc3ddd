"""Sitting down to a match of which the site must first be asked.

It decides whether two members may play each other, and whether the match is rated with this player; it holds
the stake, too, where there is one.
"""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial

from msgspec.structs import replace

from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.day_limits import require_room
from zaria.live.matches.escrow import Held, is_staked
from zaria.live.matches.hooks import MatchHooks
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import is_seed
from zaria.match.events import Player
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.seats import can_be_rated

log = logging.getLogger(__name__)


class Seating:
    """Executes commands to sit down. One for all sockets of a process."""

    def __init__(self, match_service: MatchService, hooks: MatchHooks) -> None:
        """Start without requests."""
        self._match_service = match_service
        self._hooks = hooks
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop: nobody can sit down any more."""
        for task in self._tasks:
            task.cancel()

    def sit(self, match_id: str, cid: str, command: cmd.Sit, address: str, at: int, answer: Answer) -> None:
        """Execute a command to sit down that was read at `at` (ms); `answer` gets its result.

        Nobody sits down to other terms than they saw: it is refused as "pair_limit" where the match would not
        be rated and the player does not know it, and as "rated_again" where it would be rated after all.
        Nobody at all sits down to an unrated match for a paid stake ("pair_limit_staked"), nor, outside of a
        tournament, to a match with a member from whom the site keeps them apart ("kept_apart"), or to more
        matches by the day than the site allows.
        """
        self._match_service.use(match_id, partial(self._found, match_id, cid, command, address, at, answer))

    def _found(
        self,
        match_id: str,
        cid: str,
        command: cmd.Sit,
        address: str,
        at: int,
        answer: Answer,
        live_match: LiveMatch | None,
    ) -> None:
        if (
            live_match is None
            or not _concerns_the_site(live_match, command.player)
            or not _may_sit(live_match, command)
        ):
            self._match_service.command(match_id, command.player.id, cid, command, at, answer)
            return
        self._run(self._ask(live_match, cid, command, address, at, answer))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(
        self, live_match: LiveMatch, cid: str, command: cmd.Sit, address: str, at: int, answer: Answer
    ) -> None:
        player = command.player
        try:
            await require_room(self._hooks.day_limits, live_match.match.terms, player)
            opponent = _other_member(live_match, player)
            if opponent is not None and not await self._hooks.pairing.may_pair(player, opponent):
                objection: str | None = "kept_apart"
            elif live_match.match.terms.tournament:
                command = await self._however_rated(live_match, command, address)
                objection = None
            else:
                objection = await self._rating_objection(live_match, command, address)
            if objection is None and is_staked(live_match.match.terms):
                held = await self._hooks.escrow.hold(live_match.id, live_match.match.terms, player)
                command = replace(command, held=held.until)
                answer = partial(self._seated, live_match.id, player.id, held, answer)
        except CommandRefusedError as refused:
            objection = refused.code
        except StoreUnavailableError:
            objection = "not_stored"
        except Exception:
            log.exception("match %s: cannot find out how it counts", live_match.id)
            objection = "server_error"
        if objection is None:
            self._match_service.command(live_match.id, player.id, cid, command, at, answer)
        else:
            answer(-1, objection)

    async def _however_rated(self, live_match: LiveMatch, command: cmd.Sit, address: str) -> cmd.Sit:
        """The command for a match of a tournament, which the players do not choose: it counts as it may."""
        rated = not live_match.match.terms.rated or await self._hooks.rating.seated(
            live_match, command.player, address
        )
        return replace(command, unrated=not rated)

    async def _rating_objection(self, live_match: LiveMatch, command: cmd.Sit, address: str) -> str | None:
        """The code of a refusal: the match would count otherwise than the player saw, or than it must."""
        terms = live_match.match.terms
        rated = terms.rated and await self._hooks.rating.seated(live_match, command.player, address)
        if is_staked(terms) and not rated:
            return "pair_limit_staked"
        if not terms.rated or rated is not command.unrated:
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
            await self._hooks.escrow.release(match_id, player, held)
        except StoreUnavailableError as error:
            log.warning("match %s: a stake is released later: %s", match_id, error)


def _concerns_the_site(live_match: LiveMatch, player: Player) -> bool:
    terms = live_match.match.terms
    return terms.rated or terms.by_day or is_staked(terms) or _other_member(live_match, player) is not None


def _other_member(live_match: LiveMatch, player: Player) -> Player | None:
    """The member with whom a member would play; nobody in a tournament, which makes its own pairs."""
    if live_match.match.terms.tournament or not player.member:
        return None
    return next((p for p in live_match.places if p is not None and p.member and p.id != player.id), None)


def _may_sit(live_match: LiveMatch, command: cmd.Sit) -> bool:
    """Return whether the rules do not refuse the seat anyway: nothing is held for that."""
    player = command.player
    sound = command.seal == live_match.match.seal and is_seed(command.seed)
    return sound and can_be_rated(player) and live_match.seat_for(player.id) is not None
