"""Engines in processes of their own: questions in Redis lists, answers as commands.

A host pushes a question on a list. A process with the role `bots` pops it, reads the match, lets its engines
think, and sends the command in the program's name, under the id that the host would have used: so it is
executed once, even if several engines answer. A process takes further questions before it has answered the
previous ones: only a question that waits for its engines gets less time there. A question may get lost with
Redis or with the process that took it: after its time limit the host answers by the fallback player. Without
such a process the host thinks itself.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from zaria.games.protocols import GameKind
from zaria.live.clock import Now
from zaria.live.cluster import redis_pubsub
from zaria.live.cluster.copies import read
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.node import Node
from zaria.live.engines import queues
from zaria.live.engines.answers import Answer, fallback_answer, side_to_answer, simplest_command
from zaria.live.engines.question import Engines
from zaria.live.engines.question import Question as Thinking
from zaria.live.engines.timeouts import HARD, bounds, linger
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.matches.bot_play import BotPlay, Deliver
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.plays import play_of

log = logging.getLogger(__name__)

QUICK, DEEP = "zaria:bots:quick", "zaria:bots:deep"
_QUEUES: dict[GameKind, str] = {"dice": QUICK, "board": DEEP}
"""The lists: games with dice, and board games, whose programs think for longer."""
TAKEN = "zaria:bots:taken:"
TAKEN_MS = round(HARD * 1000) + 1000
"""Milliseconds for which the taker of a question is remembered: longer than any thinking time."""
MOST = 10_000
"""Questions in a list; more are dropped."""
_MOST_FALLBACKS = 50
"""Fallback answers that may wait for their thread."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A question for a process with engines: the act of the program on `side` after event `seq` of the match.

    `at` is the moment of the question (ms by the host's clock); 0 in questions of older versions.
    """

    match: str
    seq: int
    side: int
    at: int = 0


_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)


def _taken(question: Question) -> str:
    """The key that names the taker of a question."""
    return f"{TAKEN}{question.match}:{question.seq}"


class RemoteBots(BotPlay):
    """Lets programs think in other processes, and here where none exists or answers in time."""

    def __init__(
        self, pause: int, node: Node, engines: Engines, limits: ClusterLimits, seq: Callable[[str], int]
    ) -> None:
        """`pause` and `engines` as for `BotPlay`.

        `seq` returns the number of the last event of a match that this host holds, or -1.
        """
        super().__init__(pause, engines)
        self._seq = seq
        self._node = node
        self._patience = limits.patience
        self._tasks: set[asyncio.Task[None]] = set()
        self._processes: frozenset[str] = frozenset()
        self._fallbacks = ThreadPoolExecutor(1, "bot-fallback")
        self._pending_fallbacks = 0
        self._loss: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        node.on_beat.append(self._beat)
        node.on_line.append(self._lost)
        node.on_up.append(self._up)

    def ask(self, match: Match, side: int, at: int, after: int, deliver: Deliver) -> None:
        """Ask for an answer `after` ms from now (`at`) or later; `deliver` receives our own answers."""
        self._later(at, after, match, side, self._seq(match.id), deliver)

    def close(self) -> None:
        """Stop asking."""
        super().close()
        for task in self._tasks:
            task.cancel()
        self._fallbacks.shutdown(wait=False, cancel_futures=True)

    def _later(self, at: int, after: int, match: Match, side: int, seq: int, deliver: Deliver) -> None:
        task = asyncio.create_task(self._ask(at, after, match, side, seq, deliver))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, at: int, after: int, match: Match, side: int, seq: int, deliver: Deliver) -> None:
        begun = self._loop.time()
        await asyncio.sleep(after / 1000)
        while self._seq(match.id) == seq:
            loss = self._loss
            if not self._node.up:  # nothing can be stored now, and the taker has as much time afterwards
                await asyncio.shield(loss)
                continue
            passed = int((self._loop.time() - begun) * 1000)
            if await self._answered(match, Question(match.id, seq, side, at + passed), deliver):
                return

    async def _answered(self, match: Match, question: Question, deliver: Deliver) -> bool:
        """Get an answer from another process or, after its time limit, here; False: Redis was lost."""
        since, side, again = self._loop.time(), question.side, False
        until = since + self._patience * bounds(match, side, question.at).hard
        while self._node.up and self._seq(match.id) == question.seq:
            loss = self._loss
            if not self._node.members.engine_processes() or not await self._push(
                match, question, again=again
            ):
                spent = round((self._loop.time() - since) * 1000)
                super().ask(match, side, question.at + spent, 0, deliver)
                return True
            try:
                async with asyncio.timeout_at(until):
                    await asyncio.shield(loss)
            except TimeoutError:
                if self._node.up:
                    await self._fall_back(match, side, since, deliver)
                    return True
            again = True
        return False

    async def _fall_back(self, match: Match, side: int, since: float, deliver: Deliver) -> None:
        """Answer in a thread after the time limit: a host has no engines started."""
        if self._pending_fallbacks < _MOST_FALLBACKS:
            self._pending_fallbacks += 1
            try:
                answer = await self._loop.run_in_executor(self._fallbacks, fallback_answer, match, side)
            finally:
                self._pending_fallbacks -= 1
            command = answer.command
        else:
            command = simplest_command(match, side)
        self.engines.tally.answered["late"] += 1
        self.engines.tally.took.add((self._loop.time() - since) * 1000)
        deliver(command)

    def _beat(self) -> None:
        """Ask all questions again when a process has gone that may have taken some."""
        processes = self._node.members.engine_processes()
        if self._processes - processes:
            self._lost()
        self._processes = processes

    def _up(self, up: bool) -> None:  # noqa: FBT001 - a listener
        if up:
            self._lost()

    def _lost(self) -> None:
        """Ask all questions again after a loss of Redis."""
        self._loss.set_result(None)
        self._loss = asyncio.get_running_loop().create_future()

    async def _push(self, match: Match, question: Question, *, again: bool) -> bool:
        name = _QUEUES[play_of(match).kind]
        try:
            async with self._node.redis.pipeline(transaction=False) as pipe:
                if again:  # its taker may be gone, or have lost it
                    pipe.delete(_taken(question))
                pipe.lpush(name, _encode(question))
                pipe.ltrim(name, 0, MOST - 1)
                await pipe.execute()
        except redis_pubsub.FAILURES:
            return False
        return True


class RemoteEngines:
    """The role `bots`: lets its engines answer questions, and takes no more than they can handle."""

    def __init__(
        self,
        url: str,
        node: Node,
        engines: Engines,
        match_service: MatchService,
        journal: Journal,
        now: Now,
        pause: int,
        limits: ClusterLimits,
    ) -> None:
        """Reads matches from `journal`, sends commands to `match_service`; `pause` as for `BotPlay`."""
        self._redis = redis_pubsub.client(url)
        self._node = node
        self._engines = engines
        self._match_service = match_service
        self._journal = journal
        self._now = now
        self._pause = pause
        self._limits = limits
        self._tasks: list[asyncio.Task[None]] = []
        self._acting: set[asyncio.Task[None]] = set()
        self._busy: Counter[str] = Counter()
        """The number of questions of each list that the engines have."""

    def start(self) -> None:
        """Start taking questions."""
        names = [name for name in (QUICK, DEEP) for _ in range(self._limits.readers)]
        self._tasks = [asyncio.create_task(self._work(name)) for name in names]

    async def close(self) -> None:
        """Take no more; pending questions are asked again, of the remaining processes."""
        tasks = [*self._tasks, *self._acting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _work(self, name: str) -> None:
        most = self._limits.questions
        while not redis_pubsub.ending():
            # The less busy process takes the next one sooner: none should queue while another is idle.
            await asyncio.sleep(queues.LEAST * self._busy[name] / most)
            if self._busy[name] >= most:
                continue
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    pipe.brpop([name], timeout=1)
                    (item,) = await pipe.execute()
                if item is not None:
                    await self._take(name, _decoder.decode(item[1]))
            except redis_pubsub.FAILURES:
                await asyncio.sleep(redis_pubsub.PAUSES[-1])
            except msgspec.DecodeError as error:
                log.error("redis: dropped a question that cannot be decoded: %s", error)
            except Exception:
                log.exception("engines: a question failed")

    async def _take(self, name: str, question: Question) -> None:
        """Start the answer to a question, unless it is outdated; return before its end."""
        before = await self._redis.set(_taken(question), self._node.id, get=True, px=TAKEN_MS)
        if before is not None and self._node.members.alive(before.decode()):
            return  # another process has taken it
        live_match = await self._read(question.match)
        if (
            live_match is None
            or live_match.seq != question.seq
            or side_to_answer(live_match.match) != question.side
        ):
            return
        player = live_match.match.players[question.side]
        if player is None or player.bot is None:
            return
        thought = self._think(name, live_match.match, question)
        acting = asyncio.create_task(self._act(live_match, question.side, player, thought))
        self._acting.add(acting)
        acting.add_done_callback(self._acting.discard)

    async def _act(
        self, live_match: LiveMatch, side: int, player: Player, thought: asyncio.Future[Answer]
    ) -> None:
        """Send the chosen command after the pause for its difficulty."""
        answer = await thought
        await asyncio.sleep(linger(live_match.match, side, answer.doubt, self._pause, self._now()) / 1000)
        command = answer.command
        for last in (False, True):
            code = await self._give(live_match, player.id, f"bot-{live_match.seq}-{last:d}", command)
            if code in (None, "not_stored", "time_over"):
                return
            log.error("match %s: %r by %s refused: %s", live_match.id, command, player.id, code)
            command = simplest_command(live_match.match, side)

    async def _read(self, match_id: str) -> LiveMatch | None:
        """Load the match, waiting for the store: a dropped question would be answered much later."""
        while True:
            with contextlib.suppress(StoreUnavailableError):
                return await read(self._journal, match_id)
            await asyncio.sleep(redis_pubsub.PAUSES[-1])

    def _think(self, name: str, match: Match, question: Question) -> asyncio.Future[Answer]:
        """Ask the engines, and count the time since the question towards its limit."""
        loop, now = asyncio.get_running_loop(), self._now()
        at = min(question.at or now, now)  # the clock of another machine may be ahead
        thought: asyncio.Future[Answer] = loop.create_future()

        def done(answer: Answer) -> None:
            self._busy[name] -= 1
            if not thought.done():  # else this process is closing
                thought.set_result(answer)

        since = loop.time() - (now - at) / 1000
        self._engines.enqueue(Thinking.of(match, question.side, done, since, at))
        self._busy[name] += 1
        return thought

    async def _give(
        self, live_match: LiveMatch, player_id: str, cid: str, command: cmd.Command
    ) -> str | None:
        result: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        answer = lambda seq, code: result.set_result(code)  # noqa: E731
        self._match_service.command(live_match.id, player_id, cid, command, self._now(), answer)
        return await result
