"""The matches that are in memory, and how they get there."""

import asyncio
import logging
import secrets
from collections.abc import Callable

from zaria.live.journal import Conflict, Journal
from zaria.live.orders import Order
from zaria.live.room import Room, encode_places
from zaria.live.rows import row
from zaria.match.dice import SECRET_BYTES, seal
from zaria.match.seats import opened

log = logging.getLogger(__name__)

Use = Callable[[Room | None], None]


class Rooms:
    """Rooms by match id, read from the journal when they are first asked for."""

    def __init__(self, journal: Journal, came: Callable[[Room], None]) -> None:
        """`came` is called with each room that was read."""
        self._journal = journal
        self._came = came
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, order: Order, now: int) -> str:
        """Make a new match and store it; returns its id. Raises `Refused`."""
        kept = encode_places(order.places, order.public, order.by)
        while True:
            match_id = secrets.token_urlsafe(8)[:10]
            secret = secrets.token_bytes(SECRET_BYTES)
            event = opened(match_id, order.terms, seal(secret), now)
            try:
                await self._journal.open(match_id, secret, kept, [row(0, event)])
            except Conflict:
                continue
            return match_id

    def have(self, match_id: str) -> Room | None:
        """The match if it is in memory."""
        return self._rooms.get(match_id)

    async def get(self, match_id: str) -> Room | None:
        """The match, read if need be; None if there is none, or it cannot be read."""
        room = self._rooms.get(match_id)
        return room if room is not None else await asyncio.shield(self._load(match_id))

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if it is in memory, else when it is read."""
        room = self._rooms.get(match_id)
        if room is not None:
            use(room)
        else:
            self._load(match_id).add_done_callback(
                lambda done: None if done.cancelled() else use(done.result())
            )

    def forget(self, match_id: str) -> None:
        """Let go of a match; it will be read again when it is asked for."""
        self._rooms.pop(match_id, None)

    def close(self) -> None:
        """Read no more."""
        for task in self._loading.values():
            task.cancel()

    def _load(self, match_id: str) -> asyncio.Task[Room | None]:
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = asyncio.create_task(self._read(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id))
        return task

    async def _read(self, match_id: str) -> Room | None:
        try:
            stored = await self._journal.load(match_id)
            if stored is None:
                return None
            room = Room(match_id, stored.secret, stored.places)
            for one in stored.rows:
                room.take(one)
        except Exception:
            log.exception("match %s cannot be read", match_id)
            return None
        self._rooms[match_id] = room
        self._came(room)
        return room
