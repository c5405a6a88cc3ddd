"""Conversations through real sockets and the real store."""

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone
from websockets.asyncio.client import ClientConnection

from tests.support.club.talking import Talk, join, read, say, sit, talking
from tests.support.live.socket_players import Json, dial, hear, tell
from zaria.club.accounts.models import Member
from zaria.club.conversations import actions
from zaria.club.conversations.batch import Writer
from zaria.club.conversations.models import Line
from zaria.club.federations.models import Federation, Membership, MembershipState
from zaria.club.relations import actions as relations
from zaria.club.site.clock import now_ms
from zaria.club.site.models import ForbiddenWord
from zaria.club.site.text import word_filter
from zaria.club.texts import actions as texts_actions
from zaria.club.texts import consent
from zaria.club.texts.kinds import TextKind
from zaria.live.conversations.store import NewLine
from zaria.match.events import Player


@sync_to_async
def pair() -> str:
    """The direct conversation of two new members."""
    return actions.begin_direct(join("m-ann"), join("m-bob"))


@sync_to_async
def store_unannounced(name: str, *texts: str) -> None:
    """Lines of a process that is killed before it can send them to anybody."""
    author = Player("m-ann", "Ann", "#777777", member=True)
    lines = [NewLine(name, f"unannounced {text}", author, 1, text, None) for text in texts]
    Writer(0).store(lines, {})


@sync_to_async
def texts_of(name: str) -> list[tuple[int, str]]:
    return list(Line.objects.filter(conversation=name).order_by("number").values_list("number", "text"))


def changed(player: str, **fields: Any) -> Any:
    return sync_to_async(Member.objects.filter(player=player).update)(**fields)


async def quiet(*sockets: ClientConnection) -> None:
    """Nothing about a conversation is on its way to these sockets."""
    for socket in sockets:
        await tell(socket, t="ping", x=1)
        while (message := await hear(socket))["t"] != "pong":
            assert message["t"] not in ("line", "lines", "typing"), message


async def lines_heard(socket: ClientConnection, number: int) -> list[Json]:
    return [await hear(socket, "line") for _ in range(number)]


async def test_a_line_reaches_all_readers_once_stored(talk: Talk) -> None:
    name = await pair()
    async with dial(talk.port, "m-ann") as ann, dial(talk.port, "m-bob") as bob:
        assert await read(ann, name) == {"t": "lines", "id": name, "lines": [], "last": 0}
        await read(bob, name)
        await tell(ann, t="say", id=name, c="one", text="Hello  there")
        assert await hear(ann, "said") == {"t": "said", "id": name, "c": "one", "n": 1}
        line = await hear(ann, "line")
        fields = {"by": {"name": "M-Ann", "colour": "#777777", "member": True}, "text": "Hello there"}
        assert line == {"t": "line", "id": name, "n": 1, "at": line["at"], **fields, "own": True}
        line.pop("own")
        assert await hear(bob, "line") == line
        assert await hear(bob, "unread") == {"t": "unread", "messages": 1, "notices": 0}
        await tell(bob, t="seen", id=name, n=1)
        assert await hear(bob, "unread") == {"t": "unread", "messages": 0, "notices": 0}
        await tell(bob, t="typing", id=name)
        await tell(bob, t="typing", id=name)
        assert (await hear(ann, "typing"))["by"]["name"] == "M-Bob"
        await quiet(ann, bob)
        await tell(bob, t="conversation", id=name, stop=True)
        assert (await say(ann, name, "Are you there?"))["n"] == 2
        assert (await hear(bob, "unread"))["messages"] == 1
        await quiet(bob)


async def test_every_reader_has_every_line_once_in_order(talk: Talk) -> None:
    match = await talk.table()
    name, people = f"onlookers:{match}", [f"m-{number}" for number in range(4)]
    for player in people:
        await sync_to_async(join)(player)
    sockets = [await dial(talk.port, player) for player in (*people, *people, "guest")]
    for socket in sockets:
        await read(socket, name)

    async def talk_much(place: int) -> None:
        for number in range(15):
            await tell(sockets[place], t="say", id=name, c=f"{number}", text=f"{place}.{number}")
            if number % 5 == 0:  # as after a lost connection
                await tell(sockets[place], t="say", id=name, c=f"{number}", text=f"{place}.{number}")

    await asyncio.gather(*map(talk_much, range(4)))
    transcripts = [
        [(line["n"], line["text"]) for line in await lines_heard(socket, 60)] for socket in sockets
    ]
    assert transcripts == [await texts_of(name)] * len(sockets)
    assert [number for number, _ in transcripts[0]] == list(range(1, 61))
    for place in range(4):
        texts = [text for _, text in transcripts[0] if text.startswith(f"{place}.")]
        assert texts == [f"{place}.{number}" for number in range(15)]
    await quiet(*sockets)
    for socket in sockets:
        await socket.close()


async def test_a_line_that_is_sent_again_is_stored_once(talk: Talk) -> None:
    name = await pair()
    async with dial(talk.port, "m-ann") as ann:
        for text in "abc":
            await tell(ann, t="say", id=name, c=text, text=text)
    async with dial(talk.port, "m-ann") as ann:
        for text in "bcad":
            assert (await say(ann, name, text, text))["n"] == "abcd".index(text) + 1
        lines = await read(ann, name, 2)
        assert [(line["n"], line["text"], line["own"]) for line in lines["lines"]] == [
            (3, "c", True),
            (4, "d", True),
        ]
    assert await texts_of(name) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


async def test_lines_that_the_bus_has_lost_come_from_the_store(database_file: None, tmp_path: Path) -> None:
    name = await pair()
    async with talking(tmp_path, check=20) as talk, dial(talk.port, "m-bob") as bob:
        await read(bob, name)
        await store_unannounced(name, "lost", "too")
        assert [line["text"] for line in await lines_heard(bob, 2)] == ["lost", "too"]
    async with talking(tmp_path) as talk, dial(talk.port, "m-bob") as bob:
        assert (await read(bob, name))["last"] == 2
        await store_unannounced(name, "again")
        assert (await say(bob, name, "known"))["n"] == 4
        assert [(line["n"], line["text"]) for line in await lines_heard(bob, 2)] == [
            (3, "again"),
            (4, "known"),
        ]
        await quiet(bob)


async def test_the_last_fifty_lines_come_first(talk: Talk) -> None:
    name = await pair()
    await store_unannounced(name, *map(str, range(1, 101)))
    async with dial(talk.port, "m-bob") as bob:
        newest = await read(bob, name)
        assert ([line["n"] for line in newest["lines"]], newest["more"]) == (list(range(51, 101)), True)
        assert "more" not in await read(bob, name, 50)
        assert (await read(bob, name, 10))["more"] is True
        assert await read(bob, name, 100) == {"t": "lines", "id": name, "lines": [], "last": 100}


async def test_refusals_of_authors(talk: Talk) -> None:
    name = await pair()
    await ForbiddenWord.objects.acreate(word="cheese")
    word_filter.forget_words()
    async with dial(talk.port, "m-ann") as ann, dial(talk.port, "guest") as guest, dial(talk.port) as nobody:
        await read(ann, name)
        assert (await read(guest, name))["code"] == "unknown_conversation"
        assert (await read(nobody, name))["code"] == "no_identity"
        assert (await say(guest, name, phrase="hello"))["code"] == "unknown_conversation"
        await changed("m-ann", muted_until=timezone.now() + timedelta(hours=2))
        refused = await say(ann, name, "Hello")
        assert (refused["code"], "(UTC)" in refused["text"]) == ("muted", True)
        await changed("m-ann", muted_until=timezone.now() + timedelta(days=9999))
        assert (await say(ann, name, "Hello"))["text"] == "You are muted."
        await changed("m-ann", muted_until=None)
        ann_row, bob_row = [await Member.objects.aget(player=player) for player in ("m-ann", "m-bob")]
        for blocker, blocked in ((ann_row, bob_row), (bob_row, ann_row)):
            await sync_to_async(relations.block)(blocker, blocked)
            assert (await say(ann, name, "Hello"))["code"] == "blocked"
            await sync_to_async(relations.unblock)(blocker, blocked)
        assert (await say(ann, "direct:unknown", "Hello"))["code"] == "unknown_conversation"
        assert (await say(ann, "table:unknown", "Hello"))["code"] == "unknown_conversation"
        assert (await say(ann, "shop:unknown", "Hello"))["code"] == "unknown_conversation"
        assert (await say(ann, name, " \u200b "))["code"] == "too_short"
        assert (await say(ann, name))["code"] == "too_short"
        assert (await say(ann, name, "x" * 501))["code"] == "too_long"
        assert (await say(ann, name, "Play at https://elsewhere.example"))["code"] == "foreign_link"
        assert (await say(ann, name, "What a ch33333s3 w0rd"))["code"] == "forbidden_word"
        await tell(ann, t="say", id="direct:\0", c="x", text="x")
        assert (await hear(ann, "no"))["code"] == "bad_message"
        for number in range(9):
            await tell(ann, t="conversation", id=f"tournament:t{number}")
        codes = {(await hear(ann, "no"))["code"] for _ in range(9)}
        assert codes == {"too_many", "unknown_conversation"}
        assert (await say(ann, name, "At last"))["n"] == 1
        assert (await hear(ann, "line"))["text"] == "At last"
        await quiet(ann)


async def test_players_and_onlookers_talk_apart(talk: Talk) -> None:
    for player in ("m-ann", "m-eve"):
        await sync_to_async(join)(player)
    match = await talk.table()
    table, onlookers = f"table:{match}", f"onlookers:{match}"
    async with (
        dial(talk.port, "m-ann") as ann,
        dial(talk.port, "guest") as guest,
        dial(talk.port, "m-eve") as eve,
    ):
        await sit(ann, match)
        await read(ann, table)
        assert (await say(ann, table, "Anybody?"))["code"] == "not_allowed"
        assert (await read(guest, onlookers))["t"] == "lines"
        assert (await read(ann, onlookers))["code"] == "not_allowed"
        assert await sit(guest, match) == ["not_allowed"], "no longer an onlooker"
        await read(eve, onlookers)
        assert (await say(eve, onlookers, "A fine roll"))["n"] == 1
        await read(guest, table)
        assert (await read(eve, table))["code"] == "not_allowed"
        assert (await say(eve, table, "Let me in"))["code"] == "not_allowed"
        assert (await say(ann, onlookers, "And me"))["code"] == "not_allowed"
        assert (await say(guest, table, "Hello"))["code"] == "phrases_only"
        for text in ("🐱", "🙂🙂", "🙂 Hello", "🙂\ufe0f"):
            assert (await say(guest, table, text))["code"] == "phrases_only"
        assert (await say(guest, table, phrase="hello"))["n"] == 1
        line = await hear(ann, "line")
        assert (line["phrase"], line["side"], "own" in line) == ("hello", 1, False)
        assert (await say(guest, table, "🙂"))["n"] == 2
        assert (await hear(ann, "line"))["text"] == "🙂"
        assert (await say(ann, table, "Good evening"))["n"] == 3
        await talk.live.annul(match)
        await hear(ann, "ev")
        assert [line["text"] for line in (await read(ann, onlookers))["lines"]] == ["A fine roll"]
        assert (await say(ann, onlookers, "Thanks"))["n"] == 2


async def test_limits_on_floods(database_file: None, tmp_path: Path) -> None:
    name = await pair()
    async with talking(tmp_path, lines_a_minute=20) as talk, dial(talk.port, "m-ann") as ann:
        assert (await say(ann, name, "a"))["n"] == 1
        assert (await say(ann, name, "a"))["code"] == "repeated"
        answers = [await say(ann, name, text) for text in "babcdeb"]
        codes = [answer.get("n", answer.get("code")) for answer in answers]
        assert codes == [2, "repeated", "repeated", 3, 4, 5, "repeated"]
        assert (await say(ann, name, "f"))["code"] == "too_fast"
        assert (await say(ann, name, "e", "c-of-e"))["code"] == "repeated"
        for number in range(80):
            await tell(ann, t="say", id=name, c=f"flood-{number}", text=f"{number}")
        assert {(await hear(ann, "said", "no"))["t"] for _ in range(80)} == {"no"}
        assert len(await texts_of(name)) == 5


ATTACKS = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>': '"><img src=x onerror=alert(1)>',
    "a\u202egnp.exe\u2066 \u200f\u061cb": "agnp.exe b",
    "Z" + "\u0335" * 60 + "a": "Z\u0335\u0335a",
    "one\r\ntwo\u2028three\x00\x07\x1b[2J": "one two three[2J",
    "so\u200bft\u00ad, \ufeffzero": "soft, zero",
    "hid\U000e0041\U000e0042den\u2800\ufff9": "hidden",
    "👩‍👧 yes ☕️": "👩‍👧 yes ☕️",
}
"""Texts that would deceive or disturb a reader, and what they see."""


async def test_texts_lose_what_deceives_or_disturbs(talk: Talk) -> None:
    name = await pair()
    async with dial(talk.port, "m-ann") as ann:
        await read(ann, name)
        for text, shown in ATTACKS.items():
            await say(ann, name, text)
            assert (await hear(ann, "line"))["text"] == shown
        for unseen in ("\u3164\u2800", "\u200b\u2060", "\u0301" * 20, " \u202e \n"):
            assert (await say(ann, name, unseen))["code"] == "too_short"
        await ann.send(json.dumps({"t": "say", "id": name, "c": "half", "text": "half \ud83d a pair"}))
        assert (await hear(ann, "no"))["code"] == "bad_message"
        assert [line["text"] for line in (await read(ann, name))["lines"]] == list(ATTACKS.values())


async def test_a_hundred_thousand_characters_change_nothing(talk: Talk) -> None:
    name = await pair()
    async with dial(talk.port, "m-ann") as ann:
        assert (await say(ann, name, "x" * 16_000))["code"] == "too_long"
        await tell(ann, t="say", id=name, c="c", text="x" * 100_000)
        await ann.wait_closed()
        assert ann.close_code == 1009
    assert await texts_of(name) == []


async def test_a_removed_line_has_no_text(talk: Talk) -> None:
    name = await pair()
    async with dial(talk.port, "m-ann") as ann, dial(talk.port, "m-bob") as bob:
        await read(bob, name)
        await say(ann, name, "Rude")
        assert await sync_to_async(actions.remove_line)(name, 1, "staff")
        assert not await sync_to_async(actions.remove_line)(name, 1, "staff")
        assert await hear(bob, "line_removed") == {"t": "line_removed", "id": name, "n": 1}
        line = (await read(ann, name))["lines"][0]
        assert (line["removed"], line.get("text", "")) == (True, "")
    assert await texts_of(name) == [(1, "Rude")]  # for the staff


async def test_a_removal_that_the_bus_has_lost_comes_from_the_store(
    database_file: None, tmp_path: Path
) -> None:
    name = await pair()
    await store_unannounced(name, "Rude", "Kind")
    async with talking(tmp_path, check=20) as talk, dial(talk.port, "m-bob") as bob:
        assert [line["text"] for line in (await read(bob, name))["lines"]] == ["Rude", "Kind"]
        await Line.objects.filter(number=1).aupdate(removed_at=now_ms())
        assert await hear(bob, "line_removed") == {"t": "line_removed", "id": name, "n": 1}
        await tell(bob, t="say", id=name, c="thanks", text="Thanks")
        messages = [await hear(bob, "said", "line", "line_removed") for _ in range(2)]
        assert {message["t"]: message["n"] for message in messages} == {"said": 3, "line": 3}, "it comes once"


async def test_a_muted_conversation_counts_as_read(talk: Talk) -> None:
    name = await pair()
    async with dial(talk.port, "m-ann") as ann, dial(talk.port, "m-bob") as bob:
        await say(ann, name, "Hello")
        assert (await hear(bob, "unread"))["messages"] == 1
        await sync_to_async(actions.mute)(name, "m-bob", muted=True)
        assert (await hear(bob, "unread"))["messages"] == 0
        await say(ann, name, "Hello?")
        await sync_to_async(actions.mute)(name, "m-bob", muted=False)
        await say(ann, name, "Hello!")
        assert (await hear(bob, "unread"))["messages"] == 1


async def test_a_list_has_the_state_of_the_conversation_for_its_reader(talk: Talk) -> None:
    ann, bob = [await sync_to_async(join)(player) for player in ("m-ann", "m-bob")]
    direct = await sync_to_async(actions.begin_direct)(ann, bob)
    match = await talk.table()
    table, onlookers = f"table:{match}", f"onlookers:{match}"
    async with dial(talk.port, "m-ann") as ann_socket, dial(talk.port, "m-bob") as bob_socket:
        await sit(ann_socket, match)
        await sit(bob_socket, match)
        await sync_to_async(relations.block)(ann, bob)
        for name in (direct, table):
            ann_state, bob_state = await read(ann_socket, name), await read(bob_socket, name)
            assert (ann_state["blocked"], ann_state["objection"]["code"]) == (True, "blocked")
            assert ("blocked" in bob_state, bob_state["objection"]["code"]) == (False, "blocked")
            await sync_to_async(actions.mute)(name, "m-bob", muted=True)
            assert (await read(bob_socket, name))["muted"]
            assert "muted" not in await read(ann_socket, name)
        await sync_to_async(relations.unblock)(ann, bob)
        assert {"muted", "blocked", "objection"}.isdisjoint(await read(ann_socket, table))
        end = timezone.now() + timedelta(hours=1)
        await changed("m-ann", muted_until=end)
        objection = (await read(ann_socket, direct))["objection"]
        assert (objection["code"], objection["until"]) == ("muted", int(end.timestamp() * 1000))
        refused = await say(ann_socket, direct, "Hello")
        assert (refused["code"], refused["until"]) == ("muted", objection["until"])
        await changed("m-ann", muted_until=timezone.now() + timedelta(days=365 * 100))
        assert "until" not in (await read(ann_socket, direct))["objection"]
        async with dial(talk.port, "guest") as guest:
            assert "objection" not in await read(guest, onlookers)


@pytest.fixture
def forgotten_texts() -> Iterator[None]:
    """The texts of this test ask nobody in another one."""
    yield
    consent.forget()


@pytest.mark.usefixtures("forgotten_texts")
async def test_members_write_once_they_have_agreed_to_new_texts(talk: Talk) -> None:
    ann = await sync_to_async(join)("m-ann")
    match = await talk.table()
    name = f"onlookers:{match}"
    async with dial(talk.port, "m-ann") as socket, dial(talk.port, "guest") as guest:
        await read(guest, name)
        assert (await say(socket, name, "Hello"))["n"] == 1
        texts = {language: "Be kind." for language, _name in settings.LANGUAGES}
        await sync_to_async(texts_actions.publish)(TextKind.CONDUCT, texts, "operator", asks_again=True)
        assert (await say(socket, name, "Hello?"))["code"] == "consent_needed"
        state = await read(socket, name)
        assert (state["last"], state["objection"]["code"]) == (1, "consent_needed")
        assert await sit(socket, match) == ["not_allowed"], "they play on, and are no onlooker any more"
        assert (await say(guest, name, phrase="hello"))["n"] == 2
        await sync_to_async(texts_actions.agree)(ann)
        async with dial(talk.port, "guest2") as second_guest:
            await sit(second_guest, match)
        assert (await say(socket, f"table:{match}", "Hello"))["n"] == 1


async def test_a_federation_is_for_its_members(database_file: None, tmp_path: Path) -> None:
    ann = await sync_to_async(join)("m-ann")
    federation = await Federation.objects.acreate(slug="north", name="North")
    membership = await Membership.objects.acreate(
        federation=federation, member=ann, state=MembershipState.MEMBER
    )
    name = "federation:north"
    async with (
        talking(tmp_path, check=20) as talk,
        dial(talk.port, "m-ann") as ann_socket,
        dial(talk.port, "guest") as guest,
    ):
        assert (await read(guest, name))["code"] == "not_allowed"
        await read(ann_socket, name)
        await tell(ann_socket, t="say", id=name, c="welcome", text="Welcome")
        # A comparison with the store may show the line before the writer answers.
        assert {(await hear(ann_socket, "said", "line"))["t"] for _ in range(2)} == {"said", "line"}
        await membership.adelete()
        assert (await hear(ann_socket, "no"))["code"] == "not_allowed"
        assert (await say(ann_socket, name, "Hello?"))["code"] == "not_allowed"
        assert len(talk.live.conversations or ()) == 0


async def test_a_blocked_author_is_not_shown_in_a_room(talk: Talk) -> None:
    ann, bob = [await sync_to_async(join)(player) for player in ("m-ann", "m-bob")]
    await sync_to_async(relations.block)(bob, ann)
    name = f"onlookers:{await talk.table()}"
    async with (
        dial(talk.port, "m-ann") as ann_socket,
        dial(talk.port, "m-bob") as bob_socket,
        dial(talk.port, "m-bob") as again,
    ):
        await read(bob_socket, name)
        await say(ann_socket, name, "Do you see me?")
        await say(bob_socket, name, "No")
        assert (await hear(bob_socket, "line"))["text"] == "No"
        assert [line["n"] for line in (await read(again, name))["lines"]] == [2]
        assert [line["n"] for line in (await read(ann_socket, name))["lines"]] == [1, 2]


async def test_a_robot_answers_people_only(talk: Talk) -> None:
    ann, robot = await sync_to_async(join)("m-ann"), await sync_to_async(join)("m-robot", robot=True)
    with pytest.raises(actions.ConversationRefusedError):
        await sync_to_async(actions.begin_direct)(robot, ann)
    name = await sync_to_async(actions.begin_direct)(ann, robot)
    player = Player("m-robot", "Robot", "#777777", member=True, robot=True)

    @sync_to_async
    def answer(command: str) -> Any:
        return Writer(0).store([NewLine(name, command, player, 1, "Beep", None)], {}).results[0]

    assert getattr(await answer("one"), "code", "") == "not_allowed"
    async with dial(talk.port, "m-ann") as socket:
        await say(socket, name, "Hello, machine")
    assert getattr(await answer("two"), "n", 0) == 2

    beep = NewLine("table:m", "one", player, 1, "Beep", None, 1, "m-ann")
    hello = NewLine("table:m", "two", ann.as_player(), 1, "", "hello", 0, "m-robot")
    beside = NewLine("onlookers:m", "one", player, 1, "Beep", None)
    batch = [beep, beside, hello, beep._replace(command="three")]
    written = await sync_to_async(Writer(0).store)(batch, {})
    assert [getattr(result, "code", "") for result in written.results] == [
        "not_allowed",
        "not_allowed",
        "",
        "",
    ]
