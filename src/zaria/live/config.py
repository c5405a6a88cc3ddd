"""The settings of live play in one process."""

from collections.abc import Collection
from pathlib import Path

import msgspec

from zaria.live.clock import Now
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.conversations.sessions import ConversationTimeouts
from zaria.live.conversations.store import ConversationStore
from zaria.live.lobby.meetings import RecentMeetings
from zaria.live.lobby.search_stakes import SearchStakes
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.lobby.tournament_readers import LastEvent
from zaria.live.matches.escrow import Escrow
from zaria.live.matches.pairing_policy import PairingPolicy
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.live.matches.timeouts import Timeouts
from zaria.live.rate_limits import Limits
from zaria.live.sockets import refusals
from zaria.live.sockets.connection import Translate
from zaria.live.sockets.spectators import SpectatorTimeouts
from zaria.match import refusals as match_refusals

SENTENCES = {**match_refusals.SENTENCES, **refusals.SENTENCES}
"""Every refusal that a client may get: code → English sentence (the message id of its translations)."""

BOT_PAUSE = 700

ROLES = ("web", "host", "bots")
"""Roles of a process: it serves pages and sockets, it owns matches, its programs think."""


def english(code: str, lang: str) -> str:
    """A `Translate` that knows no other language."""
    return SENTENCES.get(code, code)


class LiveConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Settings for `Live.start`."""

    path: Path
    """The file of the journal, where there is no `database`."""
    translate: Translate = english
    bot_pause: int = BOT_PAUSE
    """Milliseconds that a program waits before it acts."""
    limits: Limits = Limits()
    """Rate limits of one socket."""
    now: Now | None = None
    """The clock; None: the wall's, which is never set back."""
    key: bytes | None = None
    """A secret of the club, of which people's handles are made: the same in all its processes."""
    database: str | None = None
    """The address of PostgreSQL."""
    redis: str | None = None
    """The address of the Redis through which the processes find each other; None: there is one process,
    and it has all roles."""
    roles: Collection[str] = ROLES
    times: Timeouts = Timeouts()
    lobby_times: LobbyTimeouts = LobbyTimeouts()
    cluster_limits: ClusterLimits = ClusterLimits()
    spectator_times: SpectatorTimeouts = SpectatorTimeouts()
    engines: int = 0
    """Processes in which programs think; 0: in threads of this one."""
    policy: RatingPolicy | None = None
    """Policy of rated matches; None rates every match with the term `rated`."""
    pairing_policy: PairingPolicy | None = None
    """Policy of who may play each other; None lets any two play."""
    escrow: Escrow | None = None
    """Holds the stakes of matches; None: there are none."""
    search_stakes: SearchStakes | None = None
    """Decides on the stakes of searches; None: there are none."""
    last_tournament_event: LastEvent | None = None
    """Answers the readers of a tournament, on the event loop; None: they are sent changes alone."""
    recent_meetings: RecentMeetings | None = None
    """Loads who has played whom before this process started; None: nobody has."""
    conversations: ConversationStore | None = None
    """Stores lines of conversations; None: there are none."""
    conversation_times: ConversationTimeouts = ConversationTimeouts()
