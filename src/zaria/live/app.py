"""All of live play as one object: made when the server starts, used by the site and its sockets."""

from pathlib import Path
from typing import Self

from zaria import bots
from zaria.live import protocol, refusals
from zaria.live.botplay import BotPlay
from zaria.live.bus import Bus, MemoryBus
from zaria.live.clock import Now, steady
from zaria.live.connection import RESTARTING, Translate
from zaria.live.endpoint import Endpoint
from zaria.live.frames import public
from zaria.live.hall.lobby import Lobby
from zaria.live.host import Host
from zaria.live.journal import Journal
from zaria.live.limits import Limits
from zaria.live.orders import Order
from zaria.live.replay import state
from zaria.live.room import Places
from zaria.live.sqlite import SqliteJournal
from zaria.match import refusals as match_refusals
from zaria.match.events import Event, Player
from zaria.match.terms import Terms

SENTENCES = {**match_refusals.SENTENCES, **refusals.SENTENCES}
"""Every refusal a client may be told: code → English sentence (the message id of its translations)."""

BOT_PAUSE = 700
BOT_COLOUR = "#7c8a99"


def english(code: str, lang: str) -> str:
    """A `Translate` that knows no other language."""
    return SENTENCES.get(code, code)


class Live:
    """Matches in play: journal, bus, host and endpoint of one process."""

    @classmethod
    async def start(
        cls,
        path: Path,
        translate: Translate = english,
        *,
        bot_pause: int = BOT_PAUSE,
        limits: Limits | None = None,
        now: Now | None = None,
        key: bytes | None = None,
    ) -> Self:
        """Open the journal at `path` and go on with what was being played.

        `bot_pause`: ms that a program waits before it acts. `limits`: what one socket may ask for.
        `key`: a secret of the club's, of which people's handles are made.
        Raises `sqlite3.Error` if the file cannot be used.
        """
        journal = await SqliteJournal.connect(path)
        # The wall's clock may have been set back while we were away; a match's must not.
        now = now or steady(await journal.latest())
        live = cls(journal, MemoryBus(), translate, bot_pause, limits or Limits(), now, key)
        await live.lobby.start()
        await live.host.resume()
        return live

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        translate: Translate,
        bot_pause: int,
        limits: Limits,
        now: Now,
        key: bytes | None,
    ) -> None:
        """Use `start`."""
        self._journal = journal
        self._now = now
        self._bots = BotPlay(bot_pause)
        self.host = Host(journal, bus, now, self._bots)
        self.lobby = Lobby(journal, bus, self.host, now, translate, key=key)
        self.endpoint = Endpoint(self.host, bus, now, translate, limits)
        self.endpoint.desk = self.lobby.desk

    async def stop(self) -> None:
        """Close the sockets, store what is on its way, let go of the journal."""
        self.lobby.close()
        self.host.close()
        self._bots.close()
        await self._journal.close()
        self.endpoint.close(RESTARTING)

    async def open_match(self, terms: Terms, places: Places = (None, None)) -> str:
        """Open a match and return its id. Raises `Refused("bad_terms")`.

        `places` says for whom each side is kept: a player, a program (see `bot_player`), or None for
        whoever comes first. Each takes his seat over his socket; a program does so after its opponent.
        """
        return await self.host.open(Order(terms, places))

    async def state(self, match_id: str, reader: str | None) -> bytes | None:
        """The "state" message (JSON) of a match for the player with this id; None: no such match."""
        room = await self.host.room(match_id)
        if room is None:
            return None
        message = protocol.encode(state(room, reader, self._now()))
        self.host.release(match_id)
        return message

    async def record(self, match_id: str) -> list[Event] | None:
        """The events of a match as anybody may have them: without players' ids. None: no such match."""
        room = await self.host.room(match_id)
        if room is None:
            return None
        events = [public(event) for event in room.events]
        self.host.release(match_id)
        return events


def bot_player(bot_id: str) -> Player:
    """The program `bot_id` as it sits at a table; raises `bots.UnknownBot`."""
    return Player(f"bot:{bot_id}", bots.title(bot_id), BOT_COLOUR, bot_id)
