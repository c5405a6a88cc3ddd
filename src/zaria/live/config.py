"""The settings of live play in one process."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import msgspec

from zaria.live.clock import Now
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.conversations.sessions import ConversationTimeouts
from zaria.live.conversations.store import ConversationStore
from zaria.live.lobby import hooks as lobby_hooks
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches import hooks as match_hooks
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


class SiteHooks(NamedTuple):
    """The site's part in live play. No field has a default, so that none is forgotten."""

    matches: match_hooks.MatchHooks
    lobby: lobby_hooks.LobbyHooks
    conversations: ConversationStore | None
    """Stores lines of conversations; None: there are none."""


NO_SITE = SiteHooks(match_hooks.NO_SITE, lobby_hooks.NO_SITE, None)
"""Live play without a site."""


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
    address: str = ""
    """The name under which a proxy leads sockets to this process, as `/ws/NAME`; "": there is none."""
    times: Timeouts = Timeouts()
    lobby_times: LobbyTimeouts = LobbyTimeouts()
    cluster_limits: ClusterLimits = ClusterLimits()
    spectator_times: SpectatorTimeouts = SpectatorTimeouts()
    engines: int = 0
    """Processes in which programs think; 0: in threads of this one."""
    hooks: SiteHooks = NO_SITE
    conversation_times: ConversationTimeouts = ConversationTimeouts()
