"""The lobby through real sockets: lists, people, invitations, searches, and nonsense."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.live.lobby.conftest import Club, look, page, sit
from tests.support.live.page_sessions import Page, started
from tests.support.live.socket_players import Json, dial, hear, tell
from zaria.live.lobby import groups
from zaria.live.lobby.index import Filter
from zaria.live.lobby.list_readers import SLICE
from zaria.live.sockets.protocol.client import WatchLobby as Query
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms

FAST = ClockTerms(bank=60_000)


async def test_a_table_goes_through_the_lists(club: Club) -> None:
    async with dial(club.port) as open_list, dial(club.port) as playing, dial(club.port, "ann") as ann:
        first = await look(open_list, "open")
        assert (first["ids"], first["total"], first["page"]) == ([], 0, 0)
        assert (await look(playing, "playing"))["ids"] == []
        sessions = club.live.lobby.sessions
        assert msgspec.to_builtins(sessions.page(Query("open"))) | {"now": 0} == first | {"now": 0}
        match_id = await club.table("ann", clock=FAST, length=3)
        listed = await page(open_list, lambda message: message["total"] == 1)
        (card,) = listed["cards"]
        assert listed["ids"] == [card["id"]] == [match_id]
        assert (card["state"], card["speed"], card["length"], card["by"]) == ("open", "fast", 3, 0)
        assert [side and side["name"] for side in card["players"]] == ["Ann", None]
        assert "ann" not in str(listed)
        assert listed["counts"] == {"tabla": [1, 0]}
        async with dial(club.port, "bob") as bob:
            await sit(bob, match_id)
            await sit(ann, match_id)
            gone = await page(open_list, lambda message: message["total"] == 0)
            assert gone["ids"] == []
            played = await page(playing, lambda message: message["total"] == 1)
            (card,) = played["cards"]
            assert (card["state"], [side["name"] for side in card["players"]]) == ("playing", ["Ann", "Bob"])
            assert card["since"] <= played["now"]
            assert "until" not in card


async def test_filters(club: Club) -> None:
    tabla = await club.table("ann", clock=FAST)
    chess = await club.table("bob", "chess", clock=ClockTerms(bank=600_000), stakes=Stakes(100))
    queries = [
        ({}, in_order_of_list(club, [tabla, chess])),
        ({"game": "tabla"}, [tabla]),
        ({"speed": "normal"}, [chess]),
        ({"stakes": "with"}, [chess]),
        ({"stakes": "without"}, [tabla]),
        ({"game": "tabla", "stakes": "with"}, []),
        ({"game": "no such game"}, []),
    ]
    async with dial(club.port) as socket:
        for query, expected in queries:
            listed = await look(socket, "open", **query)
            assert listed["ids"] == [card["id"] for card in listed.get("cards", [])] == expected, query
            assert listed["total"] == len(expected)


def in_order_of_list(club: Club, ids: list[str]) -> list[str]:
    """Open tables stand by their time, those of one millisecond by their ids."""
    entries = [entry for entry in map(club.live.lobby.lists.index.get, ids) if entry is not None]
    return [entry.id for entry in sorted(entries, key=lambda entry: (entry.since, entry.id))]


async def test_a_long_list_has_pages(club: Club) -> None:
    opened = [await club.table(f"p{i}") for i in range(groups.SIZE + 3)]
    ids = in_order_of_list(club, opened)
    async with dial(club.port) as first, dial(club.port) as second:
        assert (await look(first, "open"))["ids"] == ids[: groups.SIZE]
        assert (await look(second, "open", page=1))["ids"] == ids[groups.SIZE :]
        assert (await look(second, "open", page=7))["ids"] == []
        await look(second, "open", page=1)
        async with dial(club.port, f"p{opened.index(ids[0])}") as p0:
            await sit(p0, ids[0])
            await tell(p0, t="do", m=ids[0], c="x", k={"t": "cancel"})
            moved = await page(first, lambda message: ids[0] not in message["ids"])
            assert moved["ids"] == ids[1 : groups.SIZE + 1]
            assert [card["id"] for card in moved["cards"]] == [ids[groups.SIZE]], "only what is new"
            assert (await page(second, lambda message: message["total"] == 22))["ids"] == ids[21:]


async def test_one_message_for_all_who_look_at_the_same(club: Club) -> None:
    pages = [Page(club.live, None) for _ in range(2 * SLICE + 1)]
    watcher = Page(club.live, None)
    watcher.tell(t="hall", what="playing")
    for reader in pages:
        reader.tell(t="hall", what="open", game="tabla")
    match_id = await club.table("ann")
    for reader in pages:
        await reader.heard(lambda message: message.get("ids") == [match_id])
    assert len({id(reader.raw[-1]) for reader in pages}) == 1
    assert all("cards" not in message for message in watcher.got)


async def test_news_are_gathered(club: Club) -> None:
    reader = Page(club.live, None)
    reader.tell(t="hall", what="open")
    opened = [await club.table(f"p{i}") for i in range(15)]
    ids = in_order_of_list(club, opened)
    await reader.heard(lambda message: message.get("ids") == ids)
    took = reader.got[-1]["now"] - reader.got[0]["now"]
    assert len(reader.got) <= 3 + took / groups.EVERY_MS
    cards = [card["id"] for message in reader.got for card in message.get("cards", [])]
    assert sorted(cards) == sorted(ids), "each card once"


async def test_who_stops_or_leaves_is_sent_no_more(club: Club) -> None:
    stays, stops, leaves = (Page(club.live, None) for _ in range(3))
    for reader in (stays, stops, leaves):
        reader.tell(t="hall", what="open")
    stops.tell(t="hall", what="")
    leaves.close(1000)
    await club.table("ann")
    await stays.heard(lambda message: message.get("total") == 1)
    assert len(stops.got) == len(leaves.got) == 1


async def test_people_and_what_they_play(club: Club) -> None:
    async with dial(club.port) as reader, dial(club.port, "ann") as ann, dial(club.port, "bob") as bob:
        both = await look(reader, "people")
        assert [(person["name"], person.get("table")) for person in both["people"]] == [
            ("Ann", None),
            ("Bob", None),
        ]
        assert both["online"] == 2
        visitor = club.live.lobby.sessions.visitor(both["ids"][0])
        assert visitor is not None
        assert visitor.id == "ann"
        assert club.live.lobby.sessions.handle("ann") == both["ids"][0]
        match_id = await club.table("ann")
        await sit(bob, match_id)
        await sit(ann, match_id)
        playing = await page(reader, lambda message: len(message.get("people", [])) == 2)
        assert [person["table"] for person in playing["people"]] == [match_id, match_id]


async def test_own_tables_are_listed(club: Club) -> None:
    match_id = await club.table("ann")
    async with dial(club.port, "ann") as ann, dial(club.port, "ann") as second_tab:
        await tell(ann, t="hall", what="")
        assert [(card["id"], card["you"]) for card in (await hear(ann))["cards"]] == [(match_id, 0)]
        await sit(second_tab, match_id)
        await tell(second_tab, t="do", m=match_id, c="x", k={"t": "cancel"})
        while (await hear(ann, "mine"))["cards"]:
            pass
    assert club.live.lobby.lists.own_matches("ann") == []


async def test_an_invitation(club: Club) -> None:
    async with dial(club.port, "bob") as bob, dial(club.port, "ann") as ann, dial(club.port) as reader:
        await look(reader, "open")
        match_id = await club.table("ann", guest="bob")
        call = await hear(bob, "call")
        assert (call["card"]["id"], call["card"]["by"], call["card"]["you"]) == (match_id, 0, 1)
        assert call["card"]["players"][0]["name"] == "Ann"
        async with dial(club.port, "bob") as again:
            assert (await hear(again, "call"))["card"]["id"] == match_id
        assert [card.id for card in club.live.lobby.lists.own_matches("bob")] == []
        assert [card.id for card in club.live.lobby.lists.own_matches("ann")] == [match_id]
        await tell(ann, t="answer", m=match_id)
        assert (await hear(ann, "no"))["code"] == "unknown_match"
        await tell(ann, t="watch", m=match_id)
        await tell(bob, t="answer", m=match_id)
        assert (await hear(bob, "calloff"))["m"] == match_id
        cancelled = (await hear(ann, "ev"))["e"]
        assert (cancelled["t"], cancelled["side"]) == ("cancelled", 1)
        await tell(bob, t="answer", m=match_id)
        assert (await hear(bob, "no"))["code"] == "unknown_match"
        assert (await look(reader, "open"))["counts"] == {}


async def test_an_invitation_is_taken_by_sitting_down(club: Club) -> None:
    async with dial(club.port, "bob") as bob, dial(club.port, "ann") as ann:
        match_id = await club.table("ann", guest="bob")
        await hear(bob, "call")
        await sit(bob, match_id)
        await sit(ann, match_id)
        assert (await hear(bob, "calloff"))["m"] == match_id
        assert [card.id for card in club.live.lobby.lists.own_matches("bob")] == [match_id]


async def test_two_who_search_find_each_other(club: Club) -> None:
    async with dial(club.port, "ann") as ann, dial(club.port, "bob") as bob, dial(club.port) as reader:
        await look(reader, "playing")
        await tell(ann, t="seek", game="chess", speed="fast")
        first = await hear(ann)
        expected = {"t": "seeking", "game": "chess", "speed": "fast", "others": 0}
        assert {**first, **expected} == first, "as clients of older versions read it"
        await tell(bob, t="seek", game="chess", speed="fast")
        went = [await hear(socket, "go") for socket in (ann, bob)]
        match_id = went[0]["m"]
        for message, opponent in zip(went, ("Bob", "Ann"), strict=True):
            assert (message["m"], message["why"]) == (match_id, "seek")
            assert message["until"] > 0
            assert message["found"]["opponent"]["name"] == opponent
            assert message["found"]["clock"] == {"bank": 180_000}
        assert (await look(reader, "open"))["total"] == 0, "nobody else can come to it"
        await look(reader, "playing")
        await sit(ann, match_id)
        await sit(bob, match_id)
        listed = await page(reader, lambda message: message["total"] == 1)
        assert listed["cards"][0]["speed"] == "fast"


async def test_who_was_found_finds_nobody_else_until_that_is_settled(club: Club) -> None:
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    for seeker in (ann, bob):
        seeker.tell(t="seek", game="chess")
    match_id = (await ann.next_message("go"))["m"]
    ann.tell(t="seek", game="tabla")
    assert (await ann.next_message("no"))["code"] == "awaited"
    assert (await bob.did(match_id, {"t": "cancel"}))["t"] == "ack"
    ann.tell(t="seek", game="tabla")
    assert not [message for message in ann.got if message["t"] == "no"]


async def test_a_search_ends(club: Club) -> None:
    async with dial(club.port, "ann") as ann, dial(club.port, "bob") as bob:
        await tell(ann, t="seek", game="tabla")
        await hear(ann, "seeking")
        await tell(ann, t="seek", game="")
        assert (await hear(ann, "seeking"))["game"] == ""
        await tell(bob, t="seek", game="tabla")
        assert (await hear(bob, "seeking"))["others"] == 0
        async with dial(club.port, "cid") as cid:
            await tell(cid, t="seek", game="chess")
            await hear(cid, "seeking")
        await club.gone(2)
        await tell(bob, t="seek", game="chess")
        assert (await hear(bob, "seeking"))["others"] == 0


async def test_a_newer_search_replaces_the_one_of_another_page(club: Club) -> None:
    def ended(message: Json) -> bool:
        return message["t"] == "seeking" and not message["game"]

    old, new = Page(club.live, "ann"), Page(club.live, "ann")
    old.tell(t="seek", game="tabla")
    new.tell(t="seek", game="chess")
    await old.heard(ended)
    for _ in range(30):  # as pages do that did not hear it
        old.tell(t="seek", game="tabla")
        new.tell(t="seek", game="chess")
    assert not [message for page in (old, new) for message in page.got if message["t"] == "no"]
    assert not any(map(ended, new.got))
    old.tell(t="seek", game="")
    bob = Page(club.live, "bob")
    bob.tell(t="seek", game="chess")
    assert (await new.next_message("go"))["m"] == (await bob.next_message("go"))["m"]


async def test_a_search_lasts_until_the_last_page_ends_it(club: Club) -> None:
    first, second = Page(club.live, "ann"), Page(club.live, "ann")
    for tab in (first, second):
        tab.tell(t="seek", game="chess")
    second.close(1000)
    bob = Page(club.live, "bob")
    bob.tell(t="seek", game="chess")
    assert (await first.next_message("go"))["m"] == (await bob.next_message("go"))["m"]


async def test_nobody_finds_themselves(club: Club) -> None:
    async with dial(club.port, "ann") as first, dial(club.port, "ann") as second:
        for socket in (first, second, first):
            await tell(socket, t="seek", game="tabla")
            assert (await hear(socket, "seeking"))["others"] == 0


@pytest.mark.parametrize(
    ("who", "message", "code"),
    [
        (None, {"t": "seek", "game": "tabla"}, "no_identity"),
        (None, {"t": "answer", "m": "0123456789"}, "unknown_match"),
        ("ann", {"t": "answer", "m": "0123456789"}, "unknown_match"),
        ("ann", {"t": "seek", "game": "poker"}, "bad_terms"),
        ("ann", {"t": "seek", "game": "tabla", "speed": "unlimited"}, "bad_message"),
        ("ann", {"t": "hall", "what": "open", "page": -1}, "bad_message"),
        ("ann", {"t": "hall", "what": "open", "page": 10**9}, "bad_message"),
        ("ann", {"t": "hall", "what": "closed"}, "bad_message"),
        ("ann", {"t": "hall", "what": "open", "game": "x" * 50}, "bad_message"),
    ],
)
async def test_nonsense(club: Club, who: str | None, message: dict[str, object], code: str) -> None:
    async with dial(club.port, who) as socket:
        await tell(socket, **message)
        assert (await hear(socket, "no"))["code"] == code


async def test_too_many_searches(club: Club) -> None:
    ann = Page(club.live, "ann")
    for i in range(21):
        ann.tell(t="seek", game=("tabla", "chess")[i % 2])
    refused = await ann.heard(lambda message: message["t"] == "no")
    assert refused["code"] == "too_many"
    ann.got.clear()
    ann.tell(t="seek", game="chess")
    assert (await ann.heard(lambda message: True))["code"] == "too_many"


async def test_after_a_restart_everything_is_listed_again(club: Club, tmp_path: Path) -> None:
    opened = await club.table("ann")
    invited = await club.table("ann", guest="bob")
    again = await started(tmp_path / "live.sqlite3")
    try:
        bob, reader = Page(again, "bob"), Page(again, None)
        assert (await bob.next_message("call"))["card"]["id"] == invited
        reader.tell(t="hall", what="open")
        assert reader.got[0]["ids"] == [opened]
    finally:
        await again.stop()


async def test_pages_that_nobody_reads_are_forgotten(club: Club) -> None:
    pages = [Page(club.live, None) for _ in range(50)]
    readers = club.live.lobby.sessions._readers
    for i, reader in enumerate(pages):
        for turn in range(5):
            reader.tell(t="hall", what="open", game=f"g{turn}", page=i)
    assert len(readers._groups) == 50
    await club.table("ann")
    await pages[0].heard(lambda message: bool(message["counts"]))
    for reader in pages:
        reader.close(1000)
    assert len(readers._groups) == len(readers._reads) == 0
    assert not any(which.game.startswith("g") for which in club.live.lobby.lists.index.versions)


def has_total(total: int) -> Callable[[Json], bool]:
    return lambda message: bool(message["total"] == total)


async def test_a_socket_that_fails_keeps_nothing_from_the_others(club: Club) -> None:
    bad, good = Page(club.live, None), Page(club.live, None)
    for reader in (bad, good):
        reader.tell(t="hall", what="open")
    bad.closed = 1000  # its `send` raises from now on
    for who in ("ann", "bob"):
        await club.table(who)
        total = club.live.lobby.lists.index.count(Filter("open"))
        await good.heard(has_total(total))
    assert len(bad.got) == 1
