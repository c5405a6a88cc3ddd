"""The journal keeps all of an append or nothing, and tells only after the commit, whatever it is kept in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.journals import SECRET, Engine, Outcomes, rows, seqs
from zaria.live.journal.base import (
    ConflictError,
    Journal,
    JournalClosedError,
    Listing,
    Mark,
    Row,
    StoreUnavailableError,
)

OPEN = Listing(1, b'{"who":"\xd0\x90"}', ("ann", None))
PLAYED = Listing(2, b"{}", ("ann", "bob"))
OVER = Listing(3, b"{}", ("ann", "bob"))


@pytest.fixture
async def journal(engine: Engine) -> AsyncIterator[Journal]:
    journal = await engine.connect()
    await journal.open("m", SECRET, b"[null,null]", rows(0))
    yield journal
    await journal.close()


async def test_keeps_what_it_is_given(journal: Journal) -> None:
    row = Row(1, 5, "rolled", b'{"t":"rolled"}', "ann", "c1")
    outcomes = Outcomes()
    journal.append("m", [row], Mark.NONE, outcomes.named("a"))
    await outcomes.wait(1)
    stored = await journal.load("m")
    assert stored is not None
    assert (stored.secret, stored.places, stored.rows) == (SECRET, b"[null,null]", [*rows(0), row])
    assert await journal.load("other") is None


async def test_says_how_far_matches_have_gone(journal: Journal) -> None:
    await journal.open("n", SECRET, b"[null,null]", rows(0, 1, 2))
    assert await journal.numbers(["m", "n", "other"]) == {"m": 0, "n": 2}
    assert await journal.numbers([]) == {}


async def test_an_id_is_given_once(journal: Journal) -> None:
    with pytest.raises(ConflictError):
        await journal.open("m", bytes(31), b"[]", rows(0), OPEN)
    assert await seqs(journal) == [0]
    stored = await journal.load("m")
    assert stored is not None
    assert stored.secret == SECRET
    assert await journal.listings() == []


async def test_a_taken_number_refuses_the_whole_append(journal: Journal) -> None:
    outcomes = Outcomes()
    journal.append("m", rows(1, 2), Mark.NONE, outcomes.named("first"))
    journal.append("m", rows(1), Mark.NONE, outcomes.named("second"))
    journal.append("m", rows(2, 3), Mark.OVER, outcomes.named("third"), OVER)
    await outcomes.wait(3)
    assert outcomes.got["first"] is None
    assert isinstance(outcomes.got["second"], ConflictError)
    assert isinstance(outcomes.got["third"], ConflictError)
    assert await seqs(journal) == [0, 1, 2]
    assert await journal.listings(1) == []


async def test_one_bad_append_of_a_batch_fails_alone(journal: Journal, engine: Engine) -> None:
    outcomes = Outcomes()
    with engine.held():
        journal.append("m", rows(1), Mark.NONE, outcomes.named("0"))
        for name, batch in {
            "good": rows(2),
            "taken": rows(1),
            "unfit": [Row(3, 2**70, "x", b"")],
            "half": [*rows(3), Row(4, 0, None, b"")],  # type: ignore[arg-type]
            "last": rows(3, 4),
            "later": rows(4, 5),
        }.items():
            journal.append("m", batch, Mark.NONE, outcomes.named(name))
    await outcomes.wait(7)
    assert {name for name, error in outcomes.got.items() if error is None} == {"0", "good", "last"}
    assert isinstance(outcomes.got["taken"], ConflictError)
    assert isinstance(outcomes.got["later"], ConflictError)
    assert outcomes.order == ["0", "good", "taken", "unfit", "half", "last", "later"]
    assert await seqs(journal) == [0, 1, 2, 3, 4]


async def test_conflicts_sink_neither_marks_nor_cards_of_others(journal: Journal, engine: Engine) -> None:
    """All of one batch: some of it new, some of it about the match as a whole, some of it too late."""
    outcomes = Outcomes()
    for match_id in "abcd":
        await journal.open(match_id, SECRET, b"[]", rows(0))
    with engine.held():
        journal.append("m", rows(1), Mark.NONE, outcomes.named("0"))
        journal.append("a", rows(1), Mark.RUNNING, outcomes.named("a"), PLAYED)
        journal.append("b", rows(0), Mark.RUNNING, outcomes.named("b"), PLAYED)
        journal.append("c", rows(1, 2), Mark.NONE, outcomes.named("c"))
        journal.append("c", rows(2), Mark.OVER, outcomes.named("late"), OVER)
        journal.append("d", rows(1), Mark.NONE, outcomes.named("d"), OPEN)
    await outcomes.wait(6)
    assert {name for name, error in outcomes.got.items() if error is None} == {"0", "a", "c", "d"}
    assert isinstance(outcomes.got["b"], ConflictError)
    assert isinstance(outcomes.got["late"], ConflictError)
    assert await journal.running() == ["a"]
    assert dict(await journal.listings()) == {"a": PLAYED, "d": OPEN}
    assert [await seqs(journal, name) for name in "abcd"] == [[0, 1], [0], [0, 1, 2], [0, 1]]


async def test_one_who_fails_keeps_the_outcome_from_nobody_else(
    journal: Journal, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("nobody expected this")

    outcomes = Outcomes()
    with engine.held():
        journal.append("m", rows(1), Mark.NONE, outcomes.named("first"))
        journal.append("m", rows(2), Mark.NONE, outcomes.named("one", fail))
        journal.append("m", rows(3), Mark.NONE, outcomes.named("two"))
    await outcomes.wait(3)
    assert outcomes.got == {"first": None, "one": None, "two": None}
    assert "nobody expected this" in caplog.text


async def test_running_matches_are_those_between_their_marks(journal: Journal) -> None:
    outcomes = Outcomes()
    await journal.open("n", SECRET, b"[]", rows(0))
    await journal.open("o", SECRET, b"[]", rows(0), OPEN, Mark.RUNNING)
    assert await journal.running() == ["o"]
    journal.append("n", rows(1), Mark.RUNNING, outcomes.named("n"))
    journal.append("m", rows(1, 2), Mark.RUNNING, outcomes.named("m"))
    await outcomes.wait(2)
    assert await journal.running() == ["o", "n", "m"]
    assert await journal.running_after((0, ""), 2) == [(1000, "o"), (1001, "n")]
    assert await journal.running_after((1001, "n"), 2) == [(1002, "m")]
    assert await journal.running_after((1001, "m"), 2) == [(1001, "n"), (1002, "m")]
    assert await journal.running_after((1002, "m"), 2) == []
    assert await journal.latest() == 1002
    journal.append("n", rows(2), Mark.OVER, outcomes.named("over"))
    journal.append("o", rows(1), Mark.RESTING, outcomes.named("resting"))
    journal.append("m", rows(3), Mark.NONE, outcomes.named("on"))
    await outcomes.wait(5)
    assert await journal.running() == ["m"]
    assert await journal.latest() == 1003


async def test_a_match_that_does_not_run_has_no_moment(journal: Journal) -> None:
    assert await journal.latest() == 0


async def test_listings_go_with_the_events(journal: Journal) -> None:
    outcomes = Outcomes()
    hidden = Listing(0, b"{}", (None, None))
    await journal.open("n", SECRET, b"[]", rows(1), OPEN)
    await journal.open("o", SECRET, b"[]", rows(2), hidden)
    assert await journal.listings() == [("n", OPEN), ("o", hidden)]
    assert await journal.listings(0, 1 << 50) == [("n", OPEN)], "what is private may have been left"
    journal.append("n", rows(2, 3), Mark.NONE, outcomes.named("begun"), PLAYED)
    journal.append("o", rows(3), Mark.NONE, outcomes.named("a move"))
    await outcomes.wait(2)
    assert await journal.listings() == [("n", PLAYED), ("o", hidden)]
    assert await journal.listings(1003) == [("n", PLAYED)]
    journal.append("n", rows(4), Mark.OVER, outcomes.named("over"), OVER)
    await outcomes.wait(3)
    assert await journal.listings() == [("o", hidden)]
    assert await journal.listings(1004) == [("n", OVER)]
    assert await journal.listings(1005) == []


async def test_a_table_that_is_opened_and_sat_at_in_one_batch(journal: Journal, engine: Engine) -> None:
    """Nobody does that, but a batch is only about when things were queued."""
    outcomes = Outcomes()
    with engine.held():
        journal.append("m", rows(1), Mark.NONE, outcomes.named("0"))
        opening = journal.open("n", SECRET, b"[]", rows(0), OPEN, Mark.RUNNING)
        opening.send(None)  # as far as its place in the queue
        journal.append("n", rows(1), Mark.NONE, outcomes.named("seated"), PLAYED)
        journal.append("n", rows(2), Mark.OVER, outcomes.named("over"))
    await outcomes.wait(3)
    opening.close()
    assert set(outcomes.got.values()) == {None}
    assert await journal.listings(1) == [("n", PLAYED)]
    assert await journal.listings() == []
    assert await journal.running() == []


async def test_batches_can_be_measured(journal: Journal, engine: Engine) -> None:
    counts, outcomes = journal.counts, Outcomes()
    appends, batches, ms = counts.appends, sum(counts.batches.counts), counts.batches.total
    with engine.held():
        for seq in range(1, 6):
            journal.append("m", rows(seq), Mark.NONE, outcomes.named(str(seq)))
    await outcomes.wait(5)
    assert counts.appends - appends == 5
    assert 1 <= sum(counts.batches.counts) - batches <= 2
    assert 0 < counts.batches.total - ms < 40_000
    assert journal.waiting() == 0


async def test_closing_stores_what_is_queued_and_takes_no_more(engine: Engine) -> None:
    journal = await engine.connect()
    await journal.open("m", SECRET, b"[]", rows(0))
    outcomes = Outcomes()
    for seq in range(1, 50):
        journal.append("m", rows(seq), Mark.NONE, outcomes.named(str(seq)))
    await journal.close()
    await journal.close()
    journal.append("m", rows(50), Mark.NONE, outcomes.named("late"))
    await outcomes.wait(50)
    assert isinstance(outcomes.got.pop("late"), JournalClosedError)
    assert set(outcomes.got.values()) == {None}
    again = await engine.connect()
    assert await seqs(again) == list(range(50))
    await again.close()


@pytest.mark.parametrize("url", [None, "postgresql://zaria:hush@127.0.0.1:9/none", "postgresql://%"])
async def test_a_store_that_cannot_be_used_is_named_in_a_line(tmp_path: Path, url: str | None) -> None:
    with pytest.raises(StoreUnavailableError, match=r"^cannot use .+: .+") as caught:
        await Engine(url, tmp_path / "missing").connect()
    assert "\n" not in str(caught.value)
    assert "hush" not in str(caught.value)


async def test_matches_that_are_over_come_in_order(journal: Journal, engine: Engine) -> None:
    outcomes = Outcomes()
    for match_id, moment in {"z": 3, "B": 2, "b": 2, "a": 2, "on": 1}.items():
        await journal.open(match_id, SECRET, b"[]", rows(0))
        mark = Mark.NONE if match_id == "on" else Mark.OVER
        journal.append(match_id, [Row(1, 1000 + moment, "x", b"{}")], mark, outcomes.named(match_id))
    await outcomes.wait(5)
    matches = [(1002, "B"), (1002, "a"), (1002, "b"), (1003, "z")]
    assert await journal.finished((0, ""), 9) == matches
    assert await journal.finished((0, ""), 2) == matches[:2]
    assert await journal.finished(matches[1], 9) == matches[2:]
    assert await journal.finished((1003, ""), 9) == matches[3:]
    assert await journal.finished(matches[3], 9) == []
    plan = engine.plan(
        "SELECT over, id FROM match WHERE over > 0 AND (over, id) > (1, 'a') ORDER BY over, id LIMIT 9"
    )
    assert "match_over" in plan
    assert "sort" not in plan.lower().replace("b-tree", "sort"), "the index has them in order"
