"""A player at the other end of a real socket, as many of them in one program as the machine can feed.

It looks for an opponent (or is given a table), plays, resigns after a while so that matches end and begin
anew, asks for a rematch, and reconnects by itself. It records every acknowledgement and every frame;
frames that must never be sent to anybody go into the `problems` of its crowd at once.
"""

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import httpx
import msgspec
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from tests.proof.talk import KINDS, Talk
from zaria.live.load.dial import dial
from zaria.match.events import Player

BACK = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds before each new try to connect."""
SAID_AGAIN = 1.5
"""Seconds after which a search, or the wish for a rematch, is said again."""
SET_AGAIN = 8.0
"""Seconds after which a table that could not be set is set again, at most."""
UNANSWERED = 3
"""Lines without an answer at which a client writes no more."""
ASKED_AGAIN = (0.5, 1.0, 2.0)
"""Seconds after which a command is sent again that nobody could store, at its first refusal and later."""
WISHES = 4
"""Number of wishes for a rematch before another opponent is looked for."""

Json = dict[str, Any]
Raw = msgspec.Raw


class Table(msgspec.Struct):
    """The part of the table that a player needs to see."""

    phase: str
    to_act: int | None
    roll_no: int
    stage: int
    resign_min: tuple[int, int]
    seal: str = ""
    squares: Json | None = None
    players: list[Json | None] = []


class Message(msgspec.Struct):
    """A message of the server, as far as a player looks at it."""

    t: str
    m: str = ""
    n: int = -1
    c: str | None = None
    you: int | None = None
    seat: int | None = None
    e: Raw = Raw()
    v: Raw = Raw()
    tree: list[list[tuple[int, int, int]]] | None = None
    ways: list[Json] | None = None
    code: str = ""
    next: str | None = None
    cards: list[Json] | None = None
    up: bool = True
    others: int = -1
    id: str = ""


decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.encode
table = msgspec.json.Decoder(Table).decode


class Seen:
    """The frames and commands of one player in a match.

    `events` are (event, what it changed) by number and `states` whole tables, all as they came, in JSON.
    `acked` are the commands with their acknowledged number, `refused` those with a code.
    """

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.last = -1
        self.events: dict[int, tuple[bytes, bytes]] = {}
        self.states: list[tuple[int, bytes]] = []
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.sent: set[str] = set()
        self.table: Table | None = None
        self.said: Message | None = None
        self.seal = ""
        self.seat: int | None = None
        self.players: list[Json | None] = []
        self.acted_at = -2
        self.enough = 0

    def description(self) -> str:
        """A summary for error messages."""
        at, message = self.table, self.said
        table = at and f"{at.phase} to_act={at.to_act} roll={at.roll_no}"
        moves = (
            message
            and f"you={message.you} by={message.t} tree={bool(message.tree)} ways={bool(message.ways)}"
        )
        state = f"{self.id} event {self.last} {table} {moves} acted={self.acted_at} refused={self.refused}"
        return f"{state} against {self.opponent()}"

    def opponent(self) -> str:
        """The opponent, as far as known from frames."""
        you = None if self.said is None else self.said.you
        if you is None or len(self.players) < 2:
            return "nobody yet"
        player = self.players[1 - you]
        if player is None:
            return "nobody yet"
        return f"the program {player['bot']}" if player.get("bot") else f"the person {player['name']}"

    @property
    def over(self) -> bool:
        return self.table is not None and self.table.phase == "over"


class Crowd:
    """Shared state of all players. `ports` are where they may knock, the dead ones too.

    `slowness` is how many times longer than on a quiet machine they take for everything.
    """

    def __init__(self, ports: Callable[[], list[int]], think: float, seed: int) -> None:
        """`think`: seconds that a player takes for a move at most. `talks`: they write to each other."""
        self.ports = ports
        self.think = think
        self.slowness = 1.0
        self.choose = random.Random(seed)
        self.problems: list[str] = []
        self.closing = False
        self.talks = False
        self.pauses = 0
        self.reconnects = 0
        self.resent = 0
        self._late: dict[Client, None] = {}
        self._when: list[float] = []
        self._all = asyncio.Event()

    def wrong(self, who: "Client", problem: str) -> None:
        """Something that must not be."""
        self.problems.append(f"{who.guest.name}: {problem}")

    def went_on(self, who: "Client") -> None:
        """A player has got something acknowledged."""
        if who in self._late:
            del self._late[who]
            self._when.append(asyncio.get_running_loop().time())
        if not self._late:
            self._all.set()

    def late(self) -> "list[Client]":
        """Those who have got nothing acknowledged since the last blow."""
        return list(self._late)

    async def all_go_on(self, clients: "list[Client]", seconds: float) -> list[float]:
        """Until each of them has got something acknowledged from now on; when they did (loop's time)."""
        self._late = dict.fromkeys(clients)
        self._when = []
        self._all.clear()
        try:
            await asyncio.wait_for(self._all.wait(), seconds)
        except TimeoutError:
            now = f"now {asyncio.get_running_loop().time():.1f}"
            stuck = [now, *(client.description() for client in self._late)]
            lines = [*self.problems, f"{len(self._late)} do not go on:", *stuck]
            raise AssertionError("\n".join(lines[:40])) from None
        return self._when

    async def all_end(self, clients: "list[Client]", seconds: float) -> None:
        """Until none of them has anything left to do."""
        end = asyncio.get_running_loop().time() + seconds
        while late := [client.description() for client in clients if not client.done]:
            if asyncio.get_running_loop().time() > end:
                raise AssertionError("\n".join([*self.problems, f"{len(late)} come to no end:", *late]))
            await asyncio.sleep(0.05)


class Line(WSListener):
    """One connection of a player."""

    def __init__(self, client: "Client") -> None:
        self.client = client
        self.open = False
        self.abandoned = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        if self.abandoned:  # the client dials anew: on two sockets it would hear everything twice
            transport.disconnect()
            return
        self.open = True
        self.client.connected(transport)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self.open:  # else the next attempt to connect fails with it
            self.client.disconnected()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.client.heard(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()


class Client:
    """A player. Give it a `search` (a game) or a table (`take`), and `come`.

    Or give it an `opponent`, and one of the two a function `set_table` that opens a table for both, and waits
    for the server (it is called in a thread). The opponent comes to the last table that the player took.
    """

    def __init__(
        self, crowd: Crowd, guest: Player, cookies: Mapping[str, str], search: str | None = None
    ) -> None:
        self.crowd = crowd
        self.guest = guest
        self.search = search
        self.seen: dict[str, Seen] = {}
        self.now: Seen | None = None
        self.waiting: dict[str, Json] = {}
        self.acks = 0
        self.set_table: Callable[[], str] | None = None
        self.opponent: Client | None = None
        self._headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        self._choose = random.Random(crowd.choose.random())
        self.talk = Talk(self._send, partial(crowd.wrong, self), self._choose)
        self._line: WSTransport | None = None
        self._times = 0
        self._wishes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._setting: asyncio.Task[None] | None = None
        self._invitation = ""
        self._asking_again: set[str] = set()
        self._gone = False
        self._lobby: deque[str] = deque(maxlen=8)

    @property
    def done(self) -> bool:
        """True if it has nothing left to do, and waits for no answer."""
        return self.free and not self.talk.waiting

    @property
    def free(self) -> bool:
        """True if it can begin another match."""
        return (self.now is None or self.now.over) and not self.waiting

    def description(self) -> str:
        """A summary for error messages, in one line."""
        now = self.now
        where = "no table" if now is None else now.description()
        up = self._line is not None
        lobby = ", ".join(self._lobby)
        waiting = {**self.waiting, **self.talk.waiting}
        return f"{self.guest.name} search={self.search} up={up} {where} {waiting} lobby: {lobby}"

    def _note(self, line: str) -> None:
        """Remember what the lobby said, for a player who gets no table."""
        self._lobby.append(f"{asyncio.get_running_loop().time():.1f} {line}")

    # the line

    async def come(self) -> None:
        """Connect, as often as it takes."""
        tries = 0
        while not self._gone:
            if await self._connect():
                return
            pause = BACK[min(tries, len(BACK) - 1)]
            await asyncio.sleep(pause * (0.5 + self._choose.random()))
            tries += 1

    async def _connect(self) -> bool:
        line = Line(self)
        url = f"ws://127.0.0.1:{self._choose.choice(self.crowd.ports())}/ws"
        # Whatever is wrong with this one, the next may be better.
        with contextlib.suppress(Exception):
            await dial(line, url, self._headers)
        line.abandoned = not line.open
        return line.open  # where the other end dies in the middle of it picows raises nothing

    def leave(self) -> None:
        """For good."""
        self._gone = True
        self._later(None)
        for task in (self._task, self._setting):
            if task is not None:
                task.cancel()
        if self._line is not None:
            self._line.send_close(WSCloseCode.OK)
            self._line.disconnect()

    def connected(self, transport: WSTransport) -> None:
        """The connection is open: continue."""
        self._line = transport
        self._times += 1
        self.crowd.reconnects += self._times > 1
        if self.now is not None:
            self._send(t="watch", m=self.now.id, n=self.now.last)
        for cid, command in self.waiting.items():
            self.crowd.resent += 1
            self._send(t="do", m=command["m"], c=cid, k=command["k"])
        self.talk.connected()
        self._idle()

    def disconnected(self) -> None:
        """The line dropped."""
        self._line = None
        if not self._gone:
            self._task = asyncio.create_task(self.come())

    def heard(self, frame: bytes) -> None:
        """A frame has arrived."""
        try:
            message = decode(frame)
            if message.t in KINDS:
                self._listen(frame)
            else:
                self._take(message)
        except Exception as error:
            self.crowd.wrong(self, f"{error!r} over {frame[:300]!r}")

    def _send(self, **message: Any) -> None:
        if self._line is not None:
            self._line.send(WSMsgType.TEXT, encode(message))

    # what is heard

    def _take(self, message: Message) -> None:
        match message.t:
            case "state" | "ev":
                seen = self.seen.get(message.m)
                if seen is not None:
                    self._see(seen, message)
            case "ack":
                self._acked(message)
            case "no":
                self._refused(message)
            case "go":
                self._note(f"go {message.m}")
                self._go(message.m)
            case "seeking":
                self._note(f"{message.others} others search")
            case "again":
                if message.next is not None and self.now is not None and message.m == self.now.id:
                    self._go(message.next)
            case "mine":
                self._find(message.cards or [])
            case "status":
                self.crowd.pauses += not message.up

    def _see(self, seen: Seen, message: Message) -> None:
        body = bytes(message.v)
        if message.t == "state":
            if message.n < seen.last:
                self.crowd.wrong(self, f"{seen.id}: went back from {seen.last} to {message.n}")
            seen.states.append((message.n, body))
            seen.seat = message.seat
        elif message.n != seen.last + 1:
            self.crowd.wrong(self, f"{seen.id}: event {message.n} after {seen.last}")
        else:
            seen.events[message.n] = (bytes(message.e), body)
        seen.last = max(seen.last, message.n)
        seen.table, seen.said = table(body), message
        seen.seal = seen.table.seal or seen.seal
        seen.players = seen.table.players or seen.players
        if self.crowd.talks and seen is self.now and message.you is not None and seen.table.phase != "open":
            self._join_talk(seen, seen.players[1 - message.you])
        if message.t == "state" and message.next is not None and seen is self.now:
            self._go(message.next)
        elif seen is self.now:
            self._consider(seen)

    def _acked(self, message: Message) -> None:
        command = self.waiting.pop(message.c or "", None)
        if command is None:
            return  # asked twice, answered twice
        self.seen[command["m"]].acked[str(message.c)] = message.n
        self.acks += 1
        self.crowd.went_on(self)
        if self.crowd.talks and not self.crowd.closing and command["m"] == (self.now and self.now.id):
            self._chat(command["m"])
        if self.now is not None and not self.now.over:
            self._consider(self.now)
        else:
            self._idle()

    def _refused(self, message: Message) -> None:
        if message.id or message.c in self.talk.waiting:
            if self.talk.is_refused(message.c, message.id, message.code):
                asyncio.get_running_loop().call_later(0.5, self.talk.repeat, message.c)
            return
        command = self.waiting.get(message.c or "")
        if command is None:
            if message.c is not None:
                self.crowd.wrong(self, f"refused after it was answered: {message.code}")
            self._note(message.code)
            return
        if message.code in ("not_stored", "too_many", "server_error"):  # nobody knows: ask again
            self._ask_again(str(message.c), command)
            return
        del self.waiting[str(message.c)]
        seen = self.seen[command["m"]]
        seen.refused[str(message.c)] = message.code
        seen.acted_at = -2
        if message.code not in FAIR and (message.code, command["k"]["t"]) not in CLEARED:
            self.crowd.wrong(self, f"{seen.id}: {command['k']} after {seen.last} refused: {message.code}")
        # The player may be at another table by now, and have waited for this answer there.
        self._consider(seen if self.now is None else self.now)

    def _ask_again(self, cid: str, command: Json) -> None:
        """Send a command once more in a while, however many answers there are: it was sent on every line."""
        if cid in self._asking_again:
            return
        self._asking_again.add(cid)
        refusals = command["refusals"]
        command["refusals"] = refusals + 1
        pause = ASKED_AGAIN[min(refusals, len(ASKED_AGAIN) - 1)] * self.crowd.slowness
        asyncio.get_running_loop().call_later(pause, self._again, cid)

    def _again(self, cid: str) -> None:
        self._asking_again.discard(cid)
        command = self.waiting.get(cid)
        if command is not None:
            self._send(t="do", m=command["m"], c=cid, k=command["k"])

    # what is written

    def _listen(self, frame: bytes) -> None:
        self.talk.hear(frame)

    def _join_talk(self, seen: Seen, opponent: Json | None) -> None:
        """Read what the opponent writes, if it is no program, from the start of the match."""
        name = f"table:{seen.id}"
        if name in self.talk.rooms or opponent is None or opponent.get("bot"):
            return
        for room in tuple(self.talk.rooms):
            self.talk.leave(room)
        self.talk.read(name)

    def _chat(self, match_id: str) -> None:
        """Write to the opponent now and then, and try to hear what the onlookers say."""
        name, onlookers = f"table:{match_id}", f"onlookers:{match_id}"
        if name in self.talk.rooms and len(self.talk.waiting) < UNANSWERED and self._choose.random() < 0.3:
            self.talk.say_phrase(name)
        if onlookers not in self.talk.forbidden and self._choose.random() < 0.05:
            self.talk.pry(onlookers)

    # actions

    def _find(self, cards: list[Json]) -> None:
        """The player's own tables: one may have been set while it was away."""
        open_tables = [
            card["id"] for card in cards if card["state"] != "over" and card["id"] not in self.seen
        ]
        if open_tables and (self.now is None or self.now.over):
            self._go(open_tables[-1])

    def _go(self, match_id: str) -> None:
        if match_id in self.seen:
            return
        if self.now is not None and not self.now.over:
            return  # one table at a time
        if self.now is not None:
            self._send(t="leave", m=self.now.id)
        self.take(match_id)

    def take(self, match_id: str) -> None:
        """Sit down at this table."""
        self.now = self.seen[match_id] = Seen(match_id)
        self.now.enough = self._choose.randint(5, 16)
        self._wishes = 0
        self._send(t="watch", m=match_id, n=-1)
        if self.opponent is not None:
            self.opponent.invite(match_id)

    def invite(self, match_id: str) -> None:
        """The opponent is at this table."""
        self._invitation = match_id
        if self.now is None or self.now.over:
            self._go(match_id)
        else:
            self._consider(self.now)

    def clear(self, match_id: str) -> None:
        """Clear a table of this player's that nobody has come to, wherever the player is."""
        seen = self.seen.setdefault(match_id, Seen(match_id))
        if not any(command["m"] == match_id for command in self.waiting.values()):
            self._order(seen, {"t": "cancel"})

    def _consider(self, seen: Seen) -> None:
        at, message = seen.table, seen.said
        if at is None or message is None or seen.acted_at == seen.last or self.waiting:
            return
        if seen.last < max(seen.acked.values(), default=-1):
            return  # the event that was acknowledged is on its way
        if at.phase == "over":
            self._idle()
            return
        command = self._choice(seen, message, at)
        if command is not None:
            seen.acted_at = seen.last
            pause = self.crowd.think * self.crowd.slowness * (0.2 + 0.8 * self._choose.random())
            asyncio.get_running_loop().call_later(pause, self._give, seen, seen.last, command)

    def _give(self, seen: Seen, after: int, command: Json) -> None:
        if seen.last != after or seen is not self.now:
            return
        self._order(seen, command)

    def _order(self, seen: Seen, command: Json) -> None:
        cid = f"{self._choose.getrandbits(64):x}"
        seen.sent.add(cid)
        self.waiting[cid] = {"m": seen.id, "k": command, "refusals": 0}
        self._send(t="do", m=seen.id, c=cid, k=command)

    def _choice(self, seen: Seen, message: Message, at: Table) -> Json | None:
        you = message.you
        if at.phase == "open" and you is not None and self._invitation not in self.seen and self._invitation:
            return {"t": "cancel"}  # the opponent waits elsewhere
        if at.phase == "open":
            seat = {"t": "sit", "seed": self._choose.randbytes(16).hex(), "seal": seen.seal}
            return seat if you is None and seen.seat is not None else None
        if you is None or at.to_act != you:
            return None
        plies = at.roll_no if at.squares is None else at.squares["plies"]
        if at.phase in ("roll", "move") and (self.crowd.closing or plies >= seen.enough):
            return {"t": "resign", "points": at.resign_min[you]}
        if at.phase == "roll":
            return {"t": "roll"}
        if at.phase == "resign":
            return {"t": "accept"}
        if at.phase == "move" and message.ways is not None:
            return {"t": "move", "move": self._choose.choice(message.ways)["move"], "n": plies}
        if at.phase == "move" and message.tree is not None:
            return {"t": "play", "moves": self._path(message.tree), "n": at.roll_no, "stage": at.stage}
        return None

    def _path(self, tree: list[list[tuple[int, int, int]]]) -> list[tuple[int, int]]:
        node, moves = 0, []
        while tree[node]:
            point, die, node = self._choose.choice(tree[node])
            moves.append((point, die))
        return moves

    def _idle(self) -> None:
        """Look for the next match, if this is the moment."""
        self._later(None)
        if not self.free or self._line is None:
            return
        if self._invitation and self._invitation not in self.seen:
            self._go(self._invitation)
        if not self.free or self.crowd.closing:
            return
        if self.now is not None and self._wishes < WISHES:
            self._wishes += 1
            self._send(t="again", m=self.now.id)
        elif self.search is not None:
            self._send(t="hall", what="")
            self._send(t="seek", game=self.search, speed="normal")
        elif self.set_table is not None:
            self._send(t="hall", what="")  # names the table if the answer to a request was lost
            if self._setting is None or self._setting.done():
                self._setting = asyncio.create_task(self._set(self.set_table))
        else:
            self._wishes = 0
        self._later(SAID_AGAIN * self.crowd.slowness)

    async def _set(self, set_table: Callable[[], str]) -> None:
        """Open a table, and go there unless the player has come to another one meanwhile."""
        try:
            match_id = await asyncio.to_thread(set_table)
        except (httpx.HTTPError, AssertionError) as error:  # that process is dead, or the database is
            self._note(repr(error)[:200])
            await asyncio.sleep(SET_AGAIN * self.crowd.slowness * self._choose.random())
        else:
            self._note(f"set {match_id}")
            self._go(match_id)

    def _later(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._idle) if seconds else None


FAIR = ("not_now", "time_over", "not_open", "not_held")
"""Refusals of players who did nothing wrong: the table was cleared before they came, or their command came
after the moment until which their stake is held for it."""
CLEARED = (("match_over", "sit"), ("match_over", "cancel"))
"""So are these, by the command."""
