"""Waits for engines, and what else keeps them and their cores busy: people who learn, and analyses."""

import asyncio
import contextlib
import itertools
import os
import statistics
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tests.support.finished_matches import played

from zaria.bots import levels
from zaria.bots.analysis import Depth, analyse
from zaria.club.site.child_process.child import NICE
from zaria.live.engines.answers import Answer
from zaria.live.engines.hints import Hints, HintsBusyError
from zaria.live.engines.question import Engines, Question
from zaria.match.match import Match
from zaria.records.history import followed

RECORDS = (
    "tabla-single",
    "backgammon-single",
    "long-nardy-single",
    "tapa-single",
    "gulbara-single",
    "short-nardy-single",
    "chelebi-single",
    "gulbar-single",
    "antitabla-single",
    "crazy-gulbar-single",
)
"""The golden playthroughs that are analysed, and that people learn from."""


class EngineWaits:
    """The waits from questions to answers, in seconds, by who asks what."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)

    def watch(self, engines: Engines) -> None:
        """Note the waits of all questions that these engines are asked from now on."""
        loop, enqueue = asyncio.get_running_loop(), engines.enqueue

        def timed(question: Question) -> None:
            done = question.done

            def answered(answer: Answer) -> None:
                self.seconds[asker(question)].append(loop.time() - question.since)
                done(answer)

            question.done = answered
            enqueue(question)

        engines.enqueue = timed  # type: ignore[method-assign]

    def take(self) -> dict[str, list[float]]:
        """Return the waits since the last call."""
        seconds, self.seconds = self.seconds, defaultdict(list)
        return dict(seconds)


def asker(question: Question) -> str:
    """Return the row of the table of waits in which a question counts."""
    if question.lesson:
        return "hints"
    if question.match.game.is_board:
        return "on squares, all levels"
    player = question.match.players[question.side]
    is_master = player is not None and levels.level_of(player.bot or "") == levels.MASTER
    return "with dice, level 5" if is_master else "with dice, levels 1 to 4"


def report(seconds: Mapping[str, Sequence[float]]) -> None:
    """Print the waits in a table: all of the programs, and by who asks what."""
    rows = dict(sorted(seconds.items()))
    programs = [wait for name, waits in rows.items() if name != "hints" for wait in waits]
    for name, waits in {"all programs": programs, **rows}.items():
        if len(waits) > 1:
            percentiles = statistics.quantiles(waits, n=100, method="inclusive")
            shown = "   ".join(f"p{n} {1000 * percentiles[n - 1]:.1f} ms" for n in (50, 95, 99))
            print(f"  waits for engines, {name}: {len(waits)}   {shown}   max {1000 * max(waits):.0f} ms")


async def learn(hints: Hints, number: int) -> None:
    """Ask for hints of one game after another, each as soon as the last has come."""
    for name in itertools.islice(itertools.cycle(RECORDS), number, None):
        for match in decisions(name):
            with contextlib.suppress(HintsBusyError):
                await hints.ask(match, match.turn, "hint")
            await asyncio.sleep(0)


def decisions(name: str) -> Iterator[Match]:
    """Yield a recorded match at each turn that was to be chosen."""
    for _, match in followed(played(name)):
        if match.phase == "move" and len(match.dice_position().turns()) > 1:
            yield match


def analyse_without_end(count: int, depth: Depth) -> None:
    """Analyse so many records over and over again, as politely as the club does; end with the input."""
    os.nice(NICE)
    threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
    for number in itertools.count():
        analyse(played(RECORDS[number % count % len(RECORDS)]), depth)
        print(number + 1, flush=True)
