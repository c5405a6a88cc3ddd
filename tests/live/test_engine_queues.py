"""The order of questions to engines: what is soon answered does not wait behind searches."""

import asyncio
import itertools
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.live.test_engines import ODD, engine_answer, legal, no_answer, to_play
from zaria.live.engines.pool import EnginePool
from zaria.live.engines.question import OVERTAKEN_S, Question, join
from zaria.live.engines.timeouts import ThinkingTimes
from zaria.match.terms import Terms

pytestmark = pytest.mark.service


@pytest.mark.parametrize(("level", "game"), [(5, "tabla"), (1, "russian-draughts")])
async def test_short_questions_do_not_wait_behind_long_ones(level: int, game: str) -> None:
    """The first process answers them while the others search."""
    pool = EnginePool(2, ODD)
    if pool._size < 2:
        pytest.skip("one core")
    for _ in range(3):
        question = Question.of(to_play("hanger").match, 0, no_answer, asyncio.get_running_loop().time())
        question.effort, question.bounds = "long", ThinkingTimes(None, 90.0)
        pool.enqueue(question)
    table = to_play(f"level{level}", Terms(game))
    while pool.waiting()["slow"] == 3:
        await engine_answer(pool, to_play("plain").match)
    for _ in range(3):
        assert legal(table, (await engine_answer(pool, table.match)).command)
    assert pool.waiting() == {"quick": 0, "slow": 2}
    await pool.close()


async def test_the_first_process_leaves_short_questions_to_one_that_is_idle() -> None:
    pool = EnginePool(2, "tests.live.there_is_no_such_module")
    search, lesson, short = [asked(effort) for effort in ("long", "lesson", "short")]
    pool._slow.extend((search, lesson, short))
    pool._idle = {0, 1}
    assert pool._take_short(0) is None
    pool._idle = {0}
    assert pool._take_short(0) is short
    assert list(pool._slow) == [search, lesson]
    assert pool._take_short(0) is None
    await pool.close()


def asked(effort: str, since: float = 0.0) -> Question:
    """A question about dice with this effort, or a lesson."""
    question = Question.of(to_play("level5").match, 0, no_answer, since)
    if effort == "lesson":
        return Question.taught(question.match, 0, "hint", no_answer, since)
    question.effort = "long" if effort == "long" else "short"
    return question


EFFORTS = ("short", "long", "lesson")


@given(st.lists(st.tuples(st.sampled_from(EFFORTS), st.floats(0, 1)), max_size=12))
def test_who_asks_for_little_overtakes_who_asks_for_much(questions: list[tuple[str, float]]) -> None:
    """Nobody overtakes their own kind, nor a program that has waited for half a second."""
    line: deque[Question] = deque()
    now, templates = 0.0, {effort: asked(effort) for effort in EFFORTS}
    for effort, pause in questions:
        now += pause
        join(line, replace(templates[effort], since=now))
    assert len(line) == len(questions)
    for first, second in itertools.combinations(line, 2):
        if second.since < first.since:  # it was overtaken
            assert second.lesson or first.since - second.since < OVERTAKEN_S
            assert (first.lesson, first.effort) != (second.lesson, second.effort)
            assert first.effort == "short" or second.lesson
        assert second.lesson or not first.lesson
    if now < OVERTAKEN_S:
        ranks = [len(EFFORTS) if question.lesson else EFFORTS.index(question.effort) for question in line]
        assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("game", "level", "effort"),
    [
        ("tabla", 4, "quick"),
        ("gulbara", 5, "short"),
        ("russian-draughts", 1, "short"),
        ("chess", 4, "short"),
        ("chess", 5, "long"),
    ],
)
def test_the_effort_of_a_level(game: str, level: int, effort: str) -> None:
    question = Question.of(to_play(f"level{level}", Terms(game)).match, 0, no_answer, 0.0)
    assert question.effort == effort
    assert question.slow == (effort != "quick")
