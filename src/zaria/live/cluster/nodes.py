"""The living processes, and the host that owns a match.

Every process keeps a key with its roles in Redis, which expires unless renewed, and reads those of all others
as often. Ownership needs no agreement: it is rendezvous hashing over the living hosts, so that a host that
comes or goes moves only its share of the matches. Two processes that see different hosts for a moment do no
harm: the journal's primary key separates them.
"""

import logging
import secrets
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from redis.asyncio import Redis

from zaria.bots.levels import BETWEEN, WITHOUT_LEVEL, bot_id
from zaria.live.lobby.messages import PAIRING
from zaria.live.matches.live_match import Places
from zaria.match.terms import Terms

log = logging.getLogger(__name__)

BEAT = 0.5
"""Seconds between two beats of a process."""
GONE = 2.5
"""Seconds without a beat after which a process counts as dead."""
NOTE = 60
"""Seconds for which an orderly departure is remembered."""
GENERATION = 3
"""Raised when hosts of the last release could not play every match that this one opens, or record its result.

0: release 1.0, whose nodes have no generation; 1: before games by the day; 2: before
the wider family of games.
"""
NAMES = 1000
"""Names of which a process takes the best, so that a host of release 1.0 hardly ever outdoes it."""
RECORDING = "projector"
CLUB_TASKS = (RECORDING, PAIRING)
"""The work of one host for all: it records results, and finds opponents for those who search."""
OWNERS = 200_000
"""Keys whose owner is remembered until hosts come or go."""

ALL = "zaria:members"
ONE = "zaria:m:"
LEFT = "zaria:left:"


class NodeState(msgspec.Struct, frozen=True):
    """The state of a process. `acts`: a host that takes matches; `stuck`: its store is away.

    `digests`: the number of its last digest of events; older versions send neither digests nor this.
    `sent`: the number of its last message to each host, None in versions that do not number them.
    `generation`: as `GENERATION`, of its version.
    `address`: the name under which a proxy leads sockets to it, "" if it has none.
    """

    id: str
    roles: list[str]
    acts: bool = False
    stuck: bool = False
    digests: int = 0
    sent: dict[str, int] | None = None
    generation: int = 0
    address: str = ""


_decoder: msgspec.json.Decoder[NodeState] = msgspec.json.Decoder(NodeState)


class Change(NamedTuple):
    """The changes found by a beat: hosts that are new, have departed in order, or died."""

    came: frozenset[str]
    departed: frozenset[str]
    died: frozenset[str]


class Nodes:
    """The processes as of the last beat. `hosts` are those that act."""

    def __init__(
        self, redis: Redis, me: str, roles: Iterable[str], changed: Callable[[Change], None]
    ) -> None:
        """`changed` is called when hosts came or went, also after the first beat if there are any."""
        self._redis = redis
        self._changed = changed
        self._me = NodeState(me, sorted(roles), generation=GENERATION)
        self._all: dict[str, NodeState] = {}
        self._has_left = False
        self.hosts: tuple[str, ...] = ()
        self._owner = _owner_of(self.hosts)
        self.digests = 0
        """The number of this process's last digest of events."""
        self.sent: dict[str, int] = {}
        """The number of this process's last message to each host."""

    @property
    def me(self) -> str:
        """This process's id."""
        return self._me.id

    def owner(self, key: str) -> str | None:
        """The host that owns a match (or anything else with a name); None: there is no host."""
        return self._owner(key)

    def owns(self, key: str) -> bool:
        """Return whether this process is the owner."""
        return self.owner(key) == self._me.id

    def owns_among_newest(self, key: str) -> bool:
        """Return whether this process owns a task that hosts of an earlier generation cannot do."""
        newest = max((self._all[host].generation for host in self.hosts), default=0)
        hosts = [host for host in self.hosts if self._all[host].generation == newest]
        return owner(hosts, key) == self._me.id

    def generation(self) -> int:
        """The generation of the oldest host: what all of them can play. `GENERATION` if there is none."""
        return min((self._all[host].generation for host in self.hosts), default=GENERATION)

    def owner_address(self, key: str) -> str:
        """The address of the owner; "" if it has none, or there is no host."""
        state = self._all.get(self.owner(key) or "")
        return "" if state is None else state.address

    def engine_processes(self) -> frozenset[str]:
        """The processes with the role `bots`."""
        return frozenset(name for name, member in self._all.items() if "bots" in member.roles)

    def alive(self, member: str) -> bool:
        """Return whether this process is alive."""
        return member in self._all

    def digests_by(self, host: str) -> int:
        """The number of the last digest of a host, as of its last beat."""
        return self._all[host].digests

    def sent_by_process(self) -> dict[str, int]:
        """The number of the last message of each living process to this one, as of its last beat."""
        me = self._me.id
        return {name: (state.sent or {}).get(me, 0) for name, state in self._all.items()}

    def older_hosts(self) -> list[str]:
        """The hosts of a version that does not number messages: they forget what is not repeated."""
        return [host for host in self.hosts if self._all[host].sent is None]

    def stuck(self) -> bool:
        """Return whether the store is away, according to any host."""
        return any(self._all[host].stuck for host in self.hosts)

    def say(self, *, acts: bool | None = None, stuck: bool | None = None) -> None:
        """Set the state that the next beat announces."""
        me = self._me
        acts, stuck = me.acts if acts is None else acts, me.stuck if stuck is None else stuck
        self._me = msgspec.structs.replace(me, acts=acts, stuck=stuck)

    def announce_address(self, address: str) -> None:
        """Let the beats announce the name under which a proxy leads sockets here."""
        self._me = msgspec.structs.replace(self._me, address=address)

    async def beat(self) -> None:
        """Renew this process's key, and read the others'. Raises one of `redis_pubsub.FAILURES`."""
        async with self._redis.pipeline(transaction=False) as pipe:
            if not self._has_left:
                pipe.set(ONE + self._me.id, msgspec.json.encode(self._state()), px=int(GONE * 1000))
                pipe.sadd(ALL, self._me.id)
            pipe.smembers(ALL)
            names = sorted(name.decode() for name in (await pipe.execute())[-1])
        values = await self._redis.mget([ONE + name for name in names]) if names else []
        states = {name: _read(value) for name, value in zip(names, values, strict=True)}
        lost = [name for name, member in states.items() if member is None]
        if lost:
            async with self._redis.pipeline(transaction=False) as pipe:
                pipe.srem(ALL, *lost)
                await pipe.execute()
        await self._see({name: member for name, member in states.items() if member is not None})

    def _state(self) -> NodeState:
        sent = {host: number for host, number in self.sent.items() if host in self._all}
        return msgspec.structs.replace(self._me, digests=self.digests, sent=sent)

    async def leave(self) -> None:
        """Remove this process, whose matches are in order: no host need wait for it."""
        self._has_left = True
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.set(LEFT + self._me.id, b"", ex=NOTE)
            pipe.delete(ONE + self._me.id)
            pipe.srem(ALL, self._me.id)
            await pipe.execute()

    async def _see(self, states: dict[str, NodeState]) -> None:
        hosts = tuple(sorted(name for name, member in states.items() if member.acts))
        before, now = frozenset(self.hosts), frozenset(hosts)
        gone = before - now
        departed = await self._departures(sorted(gone)) if gone else frozenset()
        self._all = states
        if before != now:
            self.hosts, self._owner = hosts, _owner_of(hosts)
            change = Change(now - before, departed, gone - departed)
            log.info("hosts: %s (came %s, left %s, died %s)", hosts, *map(sorted, change))
            self._changed(change)

    async def _departures(self, gone: list[str]) -> frozenset[str]:
        notes = await self._redis.mget([LEFT + name for name in gone])
        return frozenset(name for name, note in zip(gone, notes, strict=True) if note is not None)


def _owner_of(hosts: tuple[str, ...]) -> Callable[[str], str | None]:
    """`owner` among these hosts, computed once for each of the keys asked for last."""
    return lru_cache(OWNERS)(partial(owner, hosts))


def _weight(host: str, key: str) -> bytes:
    return blake2b(f"{host} {key}".encode(), digest_size=8).digest()


def owner(hosts: Iterable[str], key: str) -> str | None:
    """The host with the highest hash of its name and the key's."""
    return max(hosts, key=lambda host: _weight(host, key), default=None)


_NEWER_PROGRAMS = {WITHOUT_LEVEL.id, *(bot_id(level) for level in BETWEEN)}
"""Programs that hosts of release 1.0 do not know."""


_FIRST_GAMES = frozenset(
    (
        *("tabla", "tapa", "gulbara", "chelebi", "indiyka", "antitabla", "tabla-bg", "three-games"),
        *("short-nardy", "long-nardy", "gulbar", "crazy-gulbar", "short-nardy-5s", "long-nardy-5s"),
        *("backgammon", "russian-draughts", "giveaway", "english-draughts", "draughts", "ugolki", "chess"),
    )
)
"""Games that hosts of all generations know."""


def generation(terms: Terms, places: Places = (None, None)) -> int:
    """Return the generation of hosts from which on they play on such terms with these programs."""
    if terms.game not in _FIRST_GAMES:
        return 3
    if terms.by_day:
        return 2
    since_release_1_0 = (
        terms.stakes is not None and terms.stakes.paid,
        not 1 <= terms.length <= 25,
        terms.position and not terms.training,
        terms.tournament,
        terms.local,
        terms.start_score,
        any(player is not None and player.bot in _NEWER_PROGRAMS for player in places),
    )
    return 1 if any(since_release_1_0) else 0


def new_name() -> str:
    """Return a name for a process, one under which it is likely to own each of `CLUB_TASKS`.

    Hosts of release 1.0 see no generations. So they leave these tasks to newer ones.
    """
    names = (secrets.token_hex(8) for _ in range(NAMES))
    return max(names, key=lambda name: min(_weight(name, task) for task in CLUB_TASKS))


def _read(value: bytes | None) -> NodeState | None:
    if value is None:
        return None
    try:
        return _decoder.decode(value)
    except msgspec.DecodeError as error:
        log.error("redis: a node state cannot be decoded: %s", error)
        return None
