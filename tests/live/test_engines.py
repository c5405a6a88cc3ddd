"""Programs think in processes of their own, and whatever becomes of these, each question is answered once."""

import asyncio
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.live.pages import Page, next_command, started
from tests.match.table import SEEDS, Table
from zaria.live.app import bot_player
from zaria.live.engines import crew as crews
from zaria.live.engines.answers import Answer, answer
from zaria.live.engines.crew import Crew
from zaria.live.engines.question import Question
from zaria.live.engines.times import HARD, Bounds, bounds, linger, pace
from zaria.match import commands as cmd
from zaria.match.decide import decide
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.terms import ClockTerms, Terms

ODD = "tests.live.odd_worker"
ROOT = Path(__file__).parents[2]


def to_play(bot: str, terms: Terms | None = None) -> Table:
    """A table at which side 0, a program, has rolled, or is to move on squares."""
    table = Table(terms or Terms("tabla"), (3, 1), seated=False)
    table.do(0, cmd.Sit(Player(f"bot:{bot}", bot, "#777", bot), table.match.seal, table.match.seal))
    table.do(1, cmd.Sit(Player("p1", "Boris", "#33b"), SEEDS[1], table.match.seal))
    while table.match.to_act() != 0 or table.match.phase == "roll":
        position = table.match.squares
        if position is None:
            table.step()
        else:
            table.act(cmd.Move(position.ways()[0].move, position.plies))
    return table


@pytest.fixture
async def odd() -> AsyncIterator[Crew]:
    crew = Crew(1, ODD)
    yield crew
    await crew.close()


async def asked(crew: Crew, match: Match, hard: float = HARD, side: int = 0) -> Answer:
    """What comes back; that it comes twice is an error."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Answer] = loop.create_future()
    question = Question.of(match, side, answered.set_result, loop.time())
    question.bounds = Bounds(None, hard)
    crew.enqueue(question)
    return await asyncio.wait_for(answered, 60)


def legal(table: Table, command: cmd.Command) -> bool:
    return bool(decide(table.match, 0, command, table.now, table.dice))


async def test_a_process_answers_what_a_thread_would(odd: Crew) -> None:
    games = ("tabla", "long-nardy", "english-draughts", "ugolki", "chess")
    for table in [to_play("level1", Terms(game)) for game in games]:
        there = await asked(odd, table.match)
        assert there == await asyncio.to_thread(answer, table.match, 0)
        assert legal(table, there.command)
    assert odd.tally.answered == {"thought": len(games)}


@pytest.mark.parametrize(("bot", "reason"), [("dier", "died"), ("babbler", "nonsense"), ("hanger", "hangs")])
async def test_a_process_that_goes_wrong_is_replaced(
    odd: Crew, bot: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    await asked(odd, to_play("plain").match)  # it has started
    table = to_play(bot)
    command = (await asked(odd, table.match, hard=1.0 if bot == "hanger" else 30.0)).command
    assert legal(table, command)
    tries = 1 if reason == "hangs" else crews.TRIES
    assert odd.tally.replaced == {reason: tries}
    assert odd.tally.answered[reason] == 1
    assert len([record for record in caplog.records if reason in record.message]) == tries
    await asked(odd, to_play("plain").match)
    assert odd.tally.answered["thought"] == 2


def _appears(path: Path) -> None:
    while not path.exists():
        time.sleep(0.02)


async def test_another_process_takes_over_from_one_that_is_killed(
    odd: Crew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mark = tmp_path / "thinks"
    monkeypatch.setenv("ZARIA_SLEEPER", str(mark))
    table = to_play("sleeper")
    thought = asyncio.create_task(asked(odd, table.match, hard=30.0))
    await asyncio.to_thread(_appears, mark)
    os.kill(odd.processes[0], signal.SIGKILL)
    assert legal(table, (await thought).command)
    assert odd.tally.replaced == {"died": 1}
    assert odd.tally.answered == {"thought": 1}
    assert "died" in caplog.text


async def test_nobody_waits_for_processes_that_do_not_start(caplog: pytest.LogCaptureFixture) -> None:
    crew = Crew(1, "tests.live.there_is_no_such_module")
    table = to_play("level1")
    assert legal(table, (await asked(crew, table.match, hard=0.3)).command)
    assert crew.tally.answered == {"late": 1}
    await crew.close()


async def test_a_flood_is_answered_to_the_last_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "MOST", 40)
    crew = Crew(2)
    tables = [to_play("level5", Terms(game)) for game in ("tabla", "english-draughts", "chess")]
    matches = [tables[n % 3].match for n in range(150)]
    answers = asyncio.gather(*(asked(crew, match) for match in matches))
    await asyncio.sleep(0)
    assert max(crew.waiting().values()) <= 40
    for n, found in enumerate(await answers):
        assert legal(tables[n % 3], found.command)
    assert crew.tally.answered["full"] >= 10
    assert crew.tally.answered["hurried"]
    assert crew.tally.answered.total() == 150
    await crew.close()


async def test_quick_questions_do_not_wait_behind_slow_ones() -> None:
    crew = Crew(2)
    if crew._size < 2:
        pytest.skip("one core")
    crew.warm()
    chess, tabla = to_play("level5", Terms("chess")).match, to_play("level1").match
    slow = [asyncio.create_task(asked(crew, chess)) for _ in range(3)]
    await asyncio.sleep(0)
    for _ in range(8):
        await asked(crew, tabla)
    assert not all(task.done() for task in slow)
    await asyncio.gather(*slow)
    await crew.close()


async def test_a_match_goes_on_when_its_engine_is_killed(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", engines=1)
    match_id = await live.open_match(Terms("tabla"), (bot_player("level1"), None))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    for _ in range(4):
        assert (await ann.did(match_id, next_command(await ann.turn())))["t"] == "ack"
        for pid in live.engines.processes.values():  # type: ignore[attr-defined]
            os.kill(pid, signal.SIGKILL)
    await ann.turn()
    assert live.engines.tally.replaced["died"] >= 1
    await live.stop()


_PARENT = """
import asyncio, sys
from zaria.live.engines.crew import Crew
async def main():
    crew = Crew(1)
    crew.warm()
    while not crew.processes:
        await asyncio.sleep(0.01)
    print(crew.processes[0], flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


def test_a_process_ends_with_its_server() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        pidfd = os.pidfd_open(worker)
        assert os.getpriority(os.PRIO_PROCESS, worker) >= 10
        parent.kill()
    # A file descriptor of a process can be read once the process has ended.
    assert select.select([pidfd], [], [], 20)[0]
    os.close(pidfd)


@pytest.mark.parametrize("game", ["tabla", "chess"])
@pytest.mark.parametrize(
    "clock", [ClockTerms(delay=1_000), ClockTerms(bank=60_000), ClockTerms(delay=3_000, bank=120_000)]
)
def test_a_program_never_takes_more_than_its_clock_allows(game: str, clock: ClockTerms) -> None:
    table = to_play("level5", Terms(game, clock=clock))
    soft, hard = bounds(table.match, 0)
    assert soft is not None
    assert soft <= hard
    waits = pace(table.match, 0, table.events[0], 700) + linger(table.match, 0, 1.0, 700)
    assert waits + 2000 * hard < clock.delay + clock.bank


def test_hard_choices_of_good_players_take_longer() -> None:
    easy = linger(to_play("level1").match, 0, 1.0, 700)
    assert (
        0
        == linger(to_play("level5").match, 0, 0.0, 700)
        < easy
        < linger(to_play("level5").match, 0, 1.0, 700)
    )
    assert linger(to_play("plain").match, 0, 1.0, 700) == 0


def test_a_pause_never_costs_much_of_the_clock() -> None:
    table = to_play("level3", Terms("tabla", clock=ClockTerms(delay=1_000)))
    assert pace(table.match, 0, table.events[-1], 700) <= 250
