"""Programs that think in processes of their own: questions in Redis lists, answers as commands.

A host puts a question on a list and a process with the role `bots` takes it off, reads the match, thinks, and
gives the command in the program's name like anybody else, under the id that the host would have given it: so
it is done once, whoever thought. A question may get lost with Redis or with who took it; it is asked again.
Where there is no process for it the host thinks itself.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import msgspec

from zaria.live.botplay import BotPlay, Deliver
from zaria.live.clock import Now
from zaria.live.cluster import line
from zaria.live.cluster.copies import read
from zaria.live.cluster.node import Node
from zaria.live.engines.answers import Answer, asked, plainest
from zaria.live.engines.question import Engines
from zaria.live.engines.question import Question as Thinking
from zaria.live.engines.times import linger
from zaria.live.journal import Away, Journal
from zaria.live.room import Room
from zaria.live.tables import Tables
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.match import Match

log = logging.getLogger(__name__)

QUICK, DEEP = "zaria:bots:quick", "zaria:bots:deep"
"""The lists: games with dice, and games on squares, whose programs think for longer."""
TAKEN = "zaria:bots:taken:"
AGAIN = 10.0
"""Seconds after which a question that was not answered is asked again."""
MOST = 10_000
"""Questions in a list; more are not kept."""
WORKERS = {QUICK: 2, DEEP: 1}


class Question(msgspec.Struct, frozen=True, array_like=True):
    """What does the program on `side` do after event `seq` of the match?"""

    match: str
    seq: int
    side: int


_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)


class FarBots(BotPlay):
    """Has programs think elsewhere, and here where nobody else does."""

    def __init__(self, pause: int, node: Node, engines: Engines | None = None) -> None:
        """`pause` and `engines` as for `BotPlay`. Set `seq` before the first question."""
        super().__init__(pause, engines)
        self.seq: Callable[[str], int] = lambda match_id: -1
        """The last event of a match that this host holds, or -1."""
        self._node = node
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinkers: frozenset[str] = frozenset()
        self._loss: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        node.on_beat.append(self._beat)

    def ask(self, match: Match, side: int, at: int, after: int, deliver: Deliver) -> None:
        """Have it answered, `after` ms from now (`at`) at the earliest; `deliver` is for who thinks here."""
        self._later(at, after, match, side, self.seq(match.id), deliver)

    def close(self) -> None:
        """Ask nothing more."""
        super().close()
        for task in self._tasks:
            task.cancel()

    def _later(self, at: int, after: int, match: Match, side: int, seq: int, deliver: Deliver) -> None:
        task = asyncio.create_task(self._ask(at, after, match, side, seq, deliver))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, at: int, after: int, match: Match, side: int, seq: int, deliver: Deliver) -> None:
        begun = self._loop.time()
        await asyncio.sleep(after / 1000)
        while self.seq(match.id) == seq:
            far = self._node.up and self._node.members.thinkers()
            if not (far and await self._push(match, side, seq)):
                spent = round((self._loop.time() - begun) * 1000)
                super().ask(match, side, at + spent, 0, deliver)
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    await asyncio.shield(self._loss)

    def _beat(self) -> None:
        """A process that is gone may have taken questions with it: all are asked again."""
        thinkers = self._node.members.thinkers()
        if self._thinkers - thinkers:
            self._loss.set_result(None)
            self._loss = asyncio.get_running_loop().create_future()
        self._thinkers = thinkers

    async def _push(self, match: Match, side: int, seq: int) -> bool:
        name = QUICK if match.squares is None else DEEP
        try:
            async with self._node.redis.pipeline(transaction=False) as pipe:
                pipe.lpush(name, _encode(Question(match.id, seq, side)))
                pipe.ltrim(name, 0, MOST - 1)
                await pipe.execute()
        except line.FAILURES:
            return False
        return True


class Thinkers:
    """The role `bots`: answers questions as fast as its engines can think, and takes no more than that."""

    def __init__(
        self,
        url: str,
        node: Node,
        engines: Engines,
        tables: Tables,
        journal: Journal,
        now: Now,
        pause: int = 0,
    ) -> None:
        """Reads matches from `journal`, gives commands to `tables`; `pause` as for `BotPlay`."""
        self._redis = line.client(url)
        self._node = node
        self._engines = engines
        self._tables = tables
        self._journal = journal
        self._now = now
        self._pause = pause
        self._tasks: list[asyncio.Task[None]] = []
        self._acting: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Wait for questions."""
        names = [name for name, workers in WORKERS.items() for _ in range(workers)]
        self._tasks = [asyncio.create_task(self._work(name)) for name in names]

    async def close(self) -> None:
        """Take no more; what is being thought about will be asked again."""
        tasks = [*self._tasks, *self._acting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _work(self, name: str) -> None:
        while not line.ending():
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    pipe.brpop([name], timeout=1)
                    (found,) = await pipe.execute()
                if found is not None:
                    await self._answer(_decoder.decode(found[1]))
            except line.FAILURES:
                await asyncio.sleep(line.PAUSES[-1])
            except msgspec.DecodeError as error:
                log.error("redis: dropped a question that makes no sense: %s", error)
            except Exception:
                log.exception("a question failed")

    async def _answer(self, question: Question) -> None:
        taken = f"{TAKEN}{question.match}:{question.seq}"
        before = await self._redis.set(taken, self._node.id, get=True, px=int(AGAIN * 900))
        if before is not None and self._node.members.alive(before.decode()):
            return  # somebody thinks already
        room = await self._read(question.match)
        if room is None or room.seq != question.seq or asked(room.match) != question.side:
            return
        player = room.match.players[question.side]
        if player is None or player.bot is None:
            return
        answer = await self._think(room.match, question.side)
        acting = asyncio.create_task(self._act(room, question.side, player, answer))
        self._acting.add(acting)
        acting.add_done_callback(self._acting.discard)

    async def _act(self, room: Room, side: int, player: Player, answer: Answer) -> None:
        """Do what was chosen, once it seems to have been thought about for long enough."""
        await asyncio.sleep(linger(room.match, side, answer.doubt, self._pause, self._now()) / 1000)
        command = answer.command
        for last in (False, True):
            code = await self._give(room, player.id, f"bot-{room.seq}-{last:d}", command)
            if code in (None, "not_stored", "time_over"):
                return
            log.error("match %s: %r by %s refused: %s", room.id, command, player.id, code)
            command = plainest(room.match, side)

    async def _read(self, match_id: str) -> Room | None:
        """As it is stored, once the store is there: a question that is dropped is asked again much later."""
        while True:
            with contextlib.suppress(Away):
                return await read(self._journal, match_id)
            await asyncio.sleep(line.PAUSES[-1])

    async def _think(self, match: Match, side: int) -> Answer:
        loop = asyncio.get_running_loop()
        thought: asyncio.Future[Answer] = loop.create_future()
        self._engines.enqueue(Thinking.of(match, side, thought.set_result, loop.time(), self._now()))
        return await thought

    async def _give(self, room: Room, player_id: str, cid: str, command: cmd.Command) -> str | None:
        given: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        answer = lambda seq, code: given.set_result(code)  # noqa: E731
        self._tables.command(room.id, player_id, cid, command, self._now(), answer)
        return await given
