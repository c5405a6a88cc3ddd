"""The measure of waits for engines: each question counts once, in the row of who asked it."""

import asyncio

import pytest
from tools.bench import engine_waits

from tests.support.match.dice_matches import SEEDS, Table
from zaria.bots import levels
from zaria.live.engines.answers import NOBODYS, Answer, Lesson
from zaria.live.engines.hints import Hints
from zaria.live.engines.question import Question, QuestionCounts
from zaria.live.engines.timeouts import HARD
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.terms import Terms


class Prompt:
    """Engines that answer at once."""

    def __init__(self) -> None:
        self.tally = QuestionCounts()

    def enqueue(self, question: Question) -> None:
        asyncio.get_running_loop().call_soon(question.done, Answer(NOBODYS))

    def drop(self, question: Question) -> bool:
        return False

    def waiting(self) -> dict[str, int]:
        return {"quick": 0, "slow": 0}

    def warm(self) -> None:
        pass

    async def close(self) -> None:
        pass


def question(game: str, level: int, lesson: Lesson = "") -> Question:
    """A question at the first seat of a table, where a level sits."""
    table, bot = Table(Terms(game), seated=False), levels.bot_id(level)
    table.do(0, cmd.Sit(Player(f"bot:{bot}", bot, "#777", bot), table.match.seal, table.match.seal))
    table.do(1, cmd.Sit(Player("p1", "Boris", "#33b"), SEEDS[1], table.match.seal))
    if lesson:
        return Question.taught(table.match, 0, lesson, lambda answer: None, 0.0, HARD)
    return Question.of(table.match, 0, lambda answer: None, 0.0)


@pytest.mark.parametrize(
    ("row", "game", "level", "lesson"),
    [
        ("with dice, levels 1 to 4", "tabla", 4, ""),
        ("with dice, level 5", "gulbara", 5, ""),
        ("on squares, all levels", "chess", 5, ""),
        ("hints", "tabla", 5, "hint"),
    ],
)
def test_a_question_counts_in_the_row_of_its_asker(row: str, game: str, level: int, lesson: Lesson) -> None:
    assert engine_waits.asker(question(game, level, lesson)) == row


async def test_the_waits_of_hints_are_noted_and_taken_once(capsys: pytest.CaptureFixture[str]) -> None:
    engines, waits = Prompt(), engine_waits.EngineWaits()
    waits.watch(engines)
    hints = Hints(engines)
    match = next(engine_waits.decisions("tabla-single"))
    for _ in range(3):
        await hints.ask(match, match.turn, "hint")
    seconds = waits.take()
    assert [len(waited) for waited in seconds.values()] == [3]
    assert min(seconds["hints"]) >= 0
    assert not waits.take()
    engine_waits.report({"hints": [0.1, 0.2, 0.3], "on squares, all levels": [0.4, 0.5]})
    printed = capsys.readouterr().out
    assert "all programs: 2 " in printed
    assert "hints: 3   p50 200.0 ms" in printed
