"""The matches in memory, and how they are loaded."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial

from zaria.live.journal.base import (
    ConflictError,
    Journal,
    JournalClosedError,
    Listing,
    Stored,
    StoreUnavailableError,
)
from zaria.live.journal.rows import mark, row, wait
from zaria.live.matches.cards import listing, player_ids
from zaria.live.matches.day_limits import require_room_for_owner
from zaria.live.matches.escrow import Held, askers, is_staked
from zaria.live.matches.hooks import MatchHooks
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.clock.lag import rebuilt
from zaria.match.dice_play.dice import SECRET_BYTES, seal
from zaria.match.evolve import evolve
from zaria.match.seats import opened

log = logging.getLogger(__name__)

Use = Callable[[LiveMatch | None], None]

TRIES = 3
"""Attempts to load a match that fails to load."""
PAUSE = 0.1
"""Seconds before the next attempt; more with each."""

Unwanted = Callable[[str, str], None]
"""(match id, player's id): a match for this player was stored after its request had been given up."""


class MatchStore:
    """Matches by id, loaded from the journal on first use."""

    def __init__(
        self,
        journal: Journal,
        on_load: Callable[[LiveMatch], None],
        on_unload: Callable[[LiveMatch], None],
        outage_end: Callable[[], Awaitable[None]],
        unwanted: Unwanted,
        hooks: MatchHooks,
    ) -> None:
        """`on_load` is called with each loaded match, and `on_unload` with each unloaded one.

        `outage_end` is called during an outage of the journal and waits for its end. `unwanted` cancels a
        table whose request was given up; the table may not exist at all.
        """
        self._journal = journal
        self._on_load = on_load
        self._on_unload = on_unload
        self._outage_end = outage_end
        self._unwanted = unwanted
        self._hooks = hooks
        self._live_matches: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._releases: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._live_matches)

    def __iter__(self) -> Iterator[LiveMatch]:
        return iter(tuple(self._live_matches.values()))

    async def open(
        self, request: TableRequest, now: int, match_id: str | None = None
    ) -> tuple[ev.Opened, Listing]:
        """Store a new match; return its first event and its listing. Raises `CommandRefusedError`.

        With `match_id` it gets this id; raises `ConflictError` if that exists. A caller that cancels this
        call while the match is being stored does not want it.
        """
        until = None if request.wait is None else now + request.wait
        request.terms.check_new()
        await require_room_for_owner(self._hooks.day_limits, request)
        while True:
            name = match_id or secrets.token_urlsafe(8)[:10]
            agreed = await self._hooks.rating.decide_rating(name, request)
            agreed.terms.check_new()
            held: Mapping[str, Held] = {}
            if is_staked(agreed.terms):
                held = await self._hooks.escrow.reserve(name, agreed.terms, askers(request))
            secret = secrets.token_bytes(SECRET_BYTES)
            event = opened(name, agreed.terms, seal(secret), now, until)
            card = listing(
                evolve(None, event), request.places, public=request.public, since=now, n=0, by=request.by
            )
            owner_id = None if match_id else _person_of(request)
            if await self._new(secret, request, event, card, held, owner_id):
                return event, card
            if match_id is not None:
                raise ConflictError(match_id)

    async def _new(
        self,
        secret: bytes,
        request: TableRequest,
        event: ev.Opened,
        card: Listing,
        held: Mapping[str, Held],
        owner_id: str | None,
    ) -> bool:
        """Store a new match; False if its id is taken.

        `held` are the stakes held for it; they are released if it is not stored. `owner_id` is its owner,
        should the caller give up.
        """
        encoded_places = encode_places(request.places, public=request.public, by=request.by)
        maybe = False
        match = evolve(None, event)
        waits = wait(None, match, [event], player_ids(match, request.places))
        while True:
            storing = asyncio.ensure_future(
                self._journal.open(
                    event.id, secret, encoded_places, [row(0, event)], card, mark(None, [event]), waits
                )
            )
            try:
                with contextlib.suppress(StoreUnavailableError):
                    await asyncio.shield(storing)
                    return True
                maybe = True
                await self._outage_end()
            except ConflictError:
                if maybe and await self._has_secret(event.id, secret):
                    return True
                self._release(event.id, held)
                return False
            except asyncio.CancelledError:
                storing.add_done_callback(partial(self._late, event.id, owner_id, held))
                raise
            except JournalClosedError as error:
                # This process ends, and may be unable to release stakes: the sweeper returns them.
                raise StoreUnavailableError("the journal is closed") from error
            except Exception:
                self._release(event.id, held)
                raise

    def _late(
        self, match_id: str, owner_id: str | None, held: Mapping[str, Held], storing: "asyncio.Future[None]"
    ) -> None:
        """Cancel a match that was stored after its caller had given up, or whose fate is unknown."""
        error = None if storing.cancelled() else storing.exception()
        if isinstance(error, JournalClosedError):
            return  # the sweeper returns the stakes
        if error is not None and not isinstance(error, StoreUnavailableError):
            self._release(match_id, held)
        elif owner_id is not None:
            self._unwanted(match_id, owner_id)

    def _release(self, match_id: str, held: Mapping[str, Held]) -> None:
        """Return the stakes that were held for a match that was not stored."""

        async def release() -> None:
            try:
                for player, stake in held.items():
                    await self._hooks.escrow.release(match_id, player, stake)
            except StoreUnavailableError as error:
                log.warning("match %s: a stake is released later: %s", match_id, error)

        if held:
            task = asyncio.create_task(release())
            self._releases.add(task)
            task.add_done_callback(self._releases.discard)

    async def exists(self, match_id: str) -> bool:
        """Return whether the match exists."""
        return match_id in self._live_matches or await self._record(match_id) is not None

    async def _has_secret(self, match_id: str, secret: bytes) -> bool:
        """Return whether the stored match has this secret: another writer's has another one."""
        stored = await self._record(match_id)
        return stored is not None and stored.secret == secret

    async def _record(self, match_id: str) -> Stored | None:
        """Load a match from the journal, after outages if necessary."""
        while True:
            with contextlib.suppress(StoreUnavailableError):
                return await self._journal.load(match_id)
            await self._outage_end()

    def have(self, match_id: str) -> LiveMatch | None:
        """The match if it is in memory."""
        return self._live_matches.get(match_id)

    async def get(self, match_id: str) -> LiveMatch | None:
        """The match, loaded if necessary; None if there is none, or it cannot be loaded."""
        live_match = self._live_matches.get(match_id)
        return live_match if live_match is not None else await asyncio.shield(self._load(match_id))

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if it is in memory, else after loading."""
        live_match = self._live_matches.get(match_id)
        if live_match is not None:
            use(live_match)
        else:
            self._load(match_id).add_done_callback(partial(self._read_for, match_id, use))

    def _read_for(self, match_id: str, use: Use, done: asyncio.Task[LiveMatch | None]) -> None:
        """Call `use` after loading, again if the match was unloaded meanwhile."""
        if done.cancelled():
            return
        live_match = done.result()
        if live_match is None or self._live_matches.get(match_id) is live_match:
            use(live_match)
        else:
            self.use(match_id, use)

    def forget(self, match_id: str) -> None:
        """Unload a match; the next use loads it again."""
        live_match = self._live_matches.pop(match_id, None)
        if live_match is not None:
            self._on_unload(live_match)

    def close(self) -> None:
        """Load no more."""
        for task in self._loading.values():
            task.cancel()

    def _load(self, match_id: str) -> asyncio.Task[LiveMatch | None]:
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = asyncio.create_task(self._read(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id))
        return task

    async def _read(self, match_id: str) -> LiveMatch | None:
        tries = 0
        while True:
            try:
                live_match = await self._stored(match_id)
                break
            except StoreUnavailableError:
                await self._outage_end()
            except Exception:
                tries += 1
                if tries == TRIES:
                    log.exception("match %s: cannot load it", match_id)
                    return None
                await asyncio.sleep(PAUSE * tries)
        if live_match is not None:
            self._live_matches[match_id] = live_match
            self._on_load(live_match)
        return live_match

    async def _stored(self, match_id: str) -> LiveMatch | None:
        stored = await self._journal.load(match_id)
        if stored is None:
            return None
        live_match = LiveMatch(match_id, stored.secret, stored.places)
        for event_row in stored.rows:
            live_match.take(event_row)
        if live_match.match.terms.clock is not None:
            live_match.quotas = rebuilt(live_match.match.terms.clock, live_match.events)
        return live_match


def _person_of(request: TableRequest) -> str | None:
    """One of the people for whom a table is reserved."""
    return next((place.id for place in request.places if place is not None and place.bot is None), None)
