"""The store of lines in both engines: numbers, commands, unread counts, outages, the end of an account."""

import asyncio
import sqlite3
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections
from django.test.utils import CaptureQueriesContext

from tests.support.club.site_database import site
from tests.support.club.talking import join
from tests.support.patience import PATIENCE
from tests.support.services import Postgres
from zaria.club.accounts.models import Member
from zaria.club.conversations import actions, inbox, member_data, rows
from zaria.club.conversations.batch import Writer
from zaria.club.conversations.models import Conversation, Line, Participant
from zaria.club.conversations.reading import ReaderState, Reading
from zaria.club.conversations.store import ClubConversations, StoreTimes
from zaria.club.relations import actions as relations
from zaria.club.relations import queries as relation_queries
from zaria.club.relations.models import Relation
from zaria.club.site.database import databases
from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import NewLine, Refused
from zaria.live.sockets.protocol.server import UnreadChanged
from zaria.match.events import Player

Result = StoredLine | Refused


def line(name: str, player: str, command: str, text: str = "", at: int = 1) -> NewLine:
    author = Player(player, player.title(), "#777777", member=player.startswith("m-"))
    return NewLine(name, command, author, at, text or command, None, peer=None)


def test_processes_number_the_lines_of_a_conversation_together(club: None) -> None:
    """Two writers, as in two processes, in the same conversations at the same time."""
    for player in ("m-a", "m-b"):
        join(player)
    failures: list[BaseException] = []

    def write(player: str) -> None:
        writer, remaining = Writer(0), list(range(12))
        try:
            while remaining:
                lines = [line(name, player, str(remaining[0])) for name in ("table:m", "onlookers:m")]
                try:
                    writer.store(lines if player == "m-a" else lines[::-1], {})
                except OperationalError:  # a deadlock, or a file that is locked: the store tries again
                    continue
                remaining.pop(0)
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=(player,)) for player in ("m-a", "m-b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert failures == []
    for name in ("table:m", "onlookers:m"):
        rows = list(Line.objects.filter(conversation=name).order_by("number").values_list("number", "author"))
        assert [number for number, _ in rows] == list(range(1, 25))
        assert Counter(author for _, author in rows) == {"m-a": 12, "m-b": 12}
        assert Conversation.objects.get(pk=name).last == 24


def test_a_batch_keeps_each_command_once_and_counts_what_is_unread(club: None) -> None:
    ann, bob, cat = (join(player) for player in ("m-ann", "m-bob", "m-cat"))
    name, second_name = actions.begin_direct(ann, bob), actions.begin_direct(cat, bob)
    assert actions.begin_direct(bob, ann) == name
    writer = Writer(0)
    first, second, third = line(name, "m-ann", "1"), line(name, "m-ann", "2"), line(second_name, "m-cat", "1")
    written = writer.store([first, first, second, third], {})
    assert [result.n for result in written.results if isinstance(result, StoredLine)] == [1, 1, 2, 1]
    assert [(player, counts.messages) for player, counts in written.unread] == [("m-bob", 2)]
    assert writer.store([second], {(name, "m-bob"): 1}).unread == [], "a line is still unread"
    assert Participant.objects.get(conversation=name, player="m-bob").read == 1
    assert {talk.id for talk in inbox.inbox(bob, 1).talks if talk.unread} == {name, second_name}
    answered = writer.store(
        [line(second_name, "m-bob", "1", at=2)], {(name, "m-bob"): 99, ("direct:no", "m-bob"): 1}
    )
    assert {player: counts.messages for player, counts in answered.unread} == {"m-bob": 0, "m-cat": 1}
    assert [(talk.id, talk.unread, talk.line and talk.line.number) for talk in inbox.inbox(bob, 1).talks] == [
        (second_name, False, 2),
        (name, False, 2),
    ]
    assert not Reading().allows(second_name, ann.player)
    assert [(talk.id, talk.unread) for talk in inbox.inbox(cat, 1).talks] == [(second_name, True)]


def test_the_end_of_an_account_empties_its_lines(club: None) -> None:
    ann, bob = join("m-ann"), join("m-bob")
    name = actions.begin_direct(ann, bob)
    Writer(0).store([line(name, "m-ann", "1", "secret"), line(name, "m-bob", "1", "answer")], {})
    relations.follow(bob, ann)
    data = member_data.stored_data(ann)
    assert [row["text"] for row in data["lines"]] == ["secret"]
    assert [(row["number"], row["text"]) for row in data["direct"]] == [(1, "secret"), (2, "answer")]
    member_data.forget(ann, "Walnut-Heron 42")
    relations.forget(ann)
    Member.objects.filter(pk=ann.pk).update(is_active=False)
    assert Writer(0).store([line(name, "m-bob", "2")], {}).results == [Refused("account_deleted")]
    assert ReaderState.of(name, "m-bob").objection == Refused("account_deleted")
    assert inbox.peer(name, "m-bob") is inbox.inbox(bob, 1).talks[0].peer is None
    lines = Reading().lines_after(name, 0)
    assert [
        (stored_line.n, stored_line.text, stored_line.removed, stored_line.by.name) for stored_line in lines
    ] == [
        (1, "", True, "Walnut-Heron 42"),
        (2, "answer", False, "M-Bob"),
    ]
    assert not Relation.objects.exists()


def test_relations_of_two_members(club: None) -> None:
    ann, bob = join("m-ann"), join("m-bob")
    relations.follow(ann, bob)
    assert list(relation_queries.friends(ann)) == []
    relations.follow(bob, ann)
    assert list(relation_queries.friends(ann)) == [bob]
    assert not relation_queries.blocked_between("m-ann", "m-bob")
    relations.block(ann, bob)
    assert relation_queries.blocked_between("m-bob", "m-ann")
    assert relation_queries.blocked_by("m-ann") == {"m-bob"}
    assert list(relation_queries.friends(bob)) == []
    relations.unfollow(ann, bob)
    assert relation_queries.stored_data(ann) == [{"other": bob.username, "follows": False, "blocks": True}]
    with pytest.raises(actions.ConversationRefusedError, match="blocked"):
        actions.begin_direct(bob, ann)
    relations.unblock(ann, bob)
    with pytest.raises(ValueError, match="themselves"):
        relations.follow(ann, ann)


def test_a_member_begins_so_many_conversations_a_day(club: None) -> None:
    ann, cat = join("m-ann"), join("m-cat")
    members = [join(f"m-{number}") for number in range(actions.NEW_A_DAY)]
    for recipient in (*members, members[0]):
        actions.begin_direct(ann, recipient)
    actions.begin_direct(cat, ann)
    actions.begin_direct(ann, cat)
    with pytest.raises(actions.ConversationRefusedError, match="too_fast"):
        actions.begin_direct(ann, join("m-dan"))


def test_limits_on_lines_hold_for_all_processes(club: None) -> None:
    """Two writers, as in two processes: what one has stored counts for the other, what failed does not."""
    join("m-ann")
    minute, writers = 60_000, (Writer(8), Writer(8))

    def write(writer: Writer, text: str, at: int, before_commit: Callable[[], None] = lambda: None) -> str:
        (result,) = writer.store([line("table:m", "m-ann", text, at=at)], {}, before_commit).results
        return result.code if isinstance(result, Refused) else text

    def fail() -> None:
        raise OperationalError

    for place in range(3):
        with pytest.raises(OperationalError):
            write(writers[0], f"lost {place}", minute, fail)
    assert [write(writers[place], str(place), minute) for place in (0, 1)] == ["0", "1"]
    assert write(writers[0], "2", minute + 1) == "too_fast"
    later = [write(writers[place % 2], str(place), minute + 5_100 * place) for place in range(2, 9)]
    assert later == ["2", "3", "4", "5", "6", "7", "too_fast"]
    (again,) = writers[0].store([line("table:m", "m-ann", "twice", "7", minute + 41_000)], {}).results
    assert again == Refused("repeated")
    with connections["default"].cursor() as cursor:
        cursor.execute("ANALYZE")
        if connections["default"].vendor == "postgresql":
            cursor.execute("SET enable_seqscan = off")
    with CaptureQueriesContext(connections["default"]) as queries:
        assert write(writers[1], "8", 3 * minute) == "8"
    (recent,) = [query["sql"] for query in queries if "DESC" in query["sql"]]
    with connections["default"].cursor() as cursor:
        cursor.execute(
            f"EXPLAIN {'QUERY PLAN ' if connections['default'].vendor == 'sqlite' else ''}{recent}"
        )
        assert "lines_of_author" in str(cursor.fetchall())


class Answers:
    """The answers to lines, in order."""

    def __init__(self, conversations: ClubConversations) -> None:
        self.conversations = conversations
        self.results: list[tuple[str, Any]] = []
        self.done = asyncio.Event()

    def say(self, *lines: NewLine) -> None:
        for line in lines:
            self.conversations.say(line, lambda result, line=line: self._add(line, result))  # type: ignore[misc]

    def _add(self, line: NewLine, result: Result) -> None:
        self.results.append((line.command, result.code if isinstance(result, Refused) else result.n))
        self.done.set()

    async def wait(self, number: int) -> list[tuple[str, Any]]:
        async with asyncio.timeout(PATIENCE):
            while len(self.results) < number:
                self.done.clear()
                await self.done.wait()
        return self.results


def ignored(player: str, counts: UnreadChanged) -> None:
    """Nobody waits for unread counts."""


@asynccontextmanager
async def answered(**times: float) -> AsyncIterator[Answers]:
    await sync_to_async(join)("m-ann")
    conversations = ClubConversations(0, ignored, StoreTimes(**times))
    try:
        yield Answers(conversations)
    finally:
        await conversations.close()


@pytest.fixture
async def answers(database_file: None) -> AsyncIterator[Answers]:
    async with answered() as answers:
        yield answers


async def test_lines_wait_for_the_database(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit whose answer is lost stores nothing twice."""
    store_batch, failures = Writer.store, ["before", "after", "before"]

    def away(writer: Writer, *arguments: Any) -> Any:
        failure = failures.pop(0) if failures else ""
        if failure == "after":
            store_batch(writer, *arguments)
        if failure:
            raise OperationalError("away")
        return store_batch(writer, *arguments)

    monkeypatch.setattr(Writer, "store", away)
    answers.say(line("table:m", "m-ann", "1"), line("table:m", "m-ann", "2"))
    assert await answers.wait(2) == [("1", 1), ("2", 2)]
    assert failures == []
    assert await Line.objects.acount() == 2


async def test_a_line_that_waits_too_long_is_refused(
    database_file: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise OperationalError("away")

    async with answered(patience=1.0) as answers:
        with monkeypatch.context() as patch:
            patch.setattr(Writer, "store", away)
            answers.say(line("table:m", "m-ann", "1"))
            assert await answers.wait(1) == [("1", "unavailable")]
        answers.say(line("table:m", "m-ann", "2"))
        assert await answers.wait(2) == [("1", "unavailable"), ("2", 1)]


async def test_a_line_that_cannot_be_stored_keeps_no_other_out(
    answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_row = rows.new_row

    def poisoned(line: NewLine, *arguments: Any) -> Any:
        if line.command == "2":
            raise LookupError("a fault of the program")
        return new_row(line, *arguments)

    monkeypatch.setattr(rows, "new_row", poisoned)
    answers.say(*(line("table:m", "m-ann", command) for command in "123"))
    assert await answers.wait(3) == [("1", 1), ("2", "server_error"), ("3", 2)]


@pytest.fixture
def site_url(transactional_db: None, postgres: Postgres, tmp_path: Path) -> Iterator[str]:
    """The address of an empty club in PostgreSQL."""
    url = postgres.url("site")
    with site(url, tmp_path):
        yield url


async def _refused_while(
    answers: Answers, held: Callable[[], AbstractContextManager[None]], free: str | None
) -> None:
    """A line whose rows are held is refused and not stored; one of the conversation `free` is stored."""
    name = await sync_to_async(_begin_direct)("m-ann", "m-bob")
    with held():
        answers.say(line(name, "m-ann", "held"))
        if free is not None:
            answers.say(line(free, "m-ann", "free"))
            assert await answers.wait(1) == [("free", 1)]
        await answers.wait(1 if free is None else 2)
    assert answers.results[-1] == ("held", "unavailable")
    answers.say(line(name, "m-ann", "later"))
    assert (await answers.wait(len(answers.results) + 1))[-1] == ("later", 1)
    answers.say(line(name, "m-ann", "held"))
    assert (await answers.wait(len(answers.results) + 1))[-1] == ("held", 2)


def _begin_direct(player: str, peer: str) -> str:
    return actions.begin_direct(Member.objects.get(player=player), Member.objects.get(player=peer))


@pytest.mark.parametrize(
    "rows", ["conversations_conversation", "conversations_participant", "members_member"], ids=str
)
async def test_a_locked_row_holds_up_its_conversation_alone_and_not_for_long(
    site_url: str, rows: str
) -> None:
    @contextmanager
    def held() -> Iterator[None]:
        with psycopg.connect(site_url) as db:
            db.execute(f"SELECT * FROM {rows} FOR UPDATE")
            yield

    await sync_to_async(join)("m-bob")
    async with answered(patience=2.0) as answers:
        await _refused_while(answers, held, "table:m")


async def test_a_locked_file_refuses_lines_in_time(database_file: None, tmp_path: Path) -> None:
    @contextmanager
    def held() -> Iterator[None]:
        with closing(sqlite3.connect(tmp_path / databases.FILE)) as db:
            db.execute("BEGIN IMMEDIATE")
            yield

    await sync_to_async(join)("m-bob")
    async with answered(patience=2.0) as answers:
        await _refused_while(answers, held, None)


async def test_nothing_is_taken_after_the_end(database_file: None, tmp_path: Path) -> None:
    answers = Answers(ClubConversations(0, ignored))
    await answers.conversations.close()
    answers.say(line("table:m", "m-ann", "1"))
    assert answers.results == [("1", "unavailable")]
    assert not await Member.objects.aexists()
