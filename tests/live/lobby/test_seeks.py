"""A seek is seen by all, and can be joined."""

import asyncio
from collections.abc import Callable

import pytest

from tests.live.lobby.conftest import Club
from tests.live.lobby.test_processes import Both, both, page
from tests.support.by_day import by_day
from tests.support.live.page_sessions import Page
from tests.support.live.seekers import want
from tests.support.live.socket_players import Json
from tests.support.patience import PATIENCE
from zaria.live.bus import MemoryBus
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.online_users import Handles, OnlineUsers
from zaria.live.lobby.pairing import FORGOTTEN, Pool
from zaria.live.lobby.seeks import MOST, Seeks
from zaria.live.lobby.speeds import Kind
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.sockets.connection import Identity
from zaria.match.events import Player

__all__ = ["both"]


def lists(*names: str) -> Callable[[Json], bool]:
    """True if a page names exactly these seekers."""

    def true(message: Json) -> bool:
        seeks = message.get("seeks")
        return seeks is not None and sorted(entry.get("name", "") for entry in seeks) == sorted(names)

    return true


def seek(client: Page, game: str = "chess", speed: str = "fast", **more: object) -> None:
    client.tell(t="seek", game=game, speed=speed, **more)


@pytest.mark.parametrize("list_name", by_day(("open", "people"), ("open", "playing", "people")))
async def test_a_search_is_listed_with_its_terms_until_it_ends(club: Club, list_name: str) -> None:
    reader, ann = Page(club.live, None), Page(club.live, "ann")
    reader.tell(t="hall", what=list_name)
    assert reader.got[-1]["seeks"] == []
    seek(ann, "three-games", "normal")
    (entry,) = (await reader.heard(lists("Ann")))["seeks"]
    assert (entry["game"], entry["speed"], entry["length"]) == ("three-games", "normal", 3)
    assert entry["clock"] == {"delay": 12_000, "bank": 240_000}
    assert not entry.get("rated"), "a guest plays no rated match"
    assert "ann" not in str(entry)
    reader.got.clear()
    seek(ann, "three-games", "normal")
    seek(ann, "")
    await reader.heard(lists())


async def test_news_of_tables_do_not_tell_again_who_searches(club: Club) -> None:
    reader, ann = Page(club.live, None), Page(club.live, "ann")
    seek(ann)
    reader.tell(t="hall", what="open")
    assert [entry["name"] for entry in reader.got[-1]["seeks"]] == ["Ann"]
    match_id = await club.table("bob")
    assert "seeks" not in await reader.heard(lambda message: message.get("ids") == [match_id])


async def test_a_search_that_is_answered_is_paired_at_once_and_listed_no_more(club: Club) -> None:
    reader, ann, bob, cid = (Page(club.live, who) for who in (None, "m-ann", "m-bob", "m-cid"))
    for who, rating in (("m-ann", 100), ("m-bob", 900), ("m-cid", 2500)):
        club.live.lobby.sessions.rated(who, {"chess": rating})
    reader.tell(t="hall", what="open")
    seek(cid)
    seek(ann)
    entries = (await reader.heard(lists("M-Ann", "M-Cid")))["seeks"]
    (ann_seek,) = [entry for entry in entries if entry["name"] == "M-Ann"]
    assert (ann_seek["rated"], ann_seek["rating"]) == (True, 100)
    reader.got.clear()
    seek(bob, to=ann_seek["id"])
    match_id = (await bob.next_message("go"))["m"]
    assert (await ann.next_message("go"))["m"] == match_id
    await reader.heard(lists("M-Cid"))
    terms = await club.live.terms(match_id)
    assert terms is not None
    assert terms.rated


async def test_a_guest_who_joins_a_member_plays_an_unrated_match(club: Club) -> None:
    ann, bob = Page(club.live, "m-ann"), Page(club.live, "bob")
    club.live.lobby.sessions.rated("m-ann", {"chess": 2000})
    seek(ann)
    seek(bob, to=club.live.lobby.sessions.seeks.handle("m-ann"))
    terms = await club.live.terms((await bob.next_message("go"))["m"])
    assert terms is not None
    assert not terms.rated


@pytest.mark.parametrize("to", ["", "nobody", "x" * 40])
async def test_who_joins_a_search_that_has_ended_searches_too(club: Club, to: str) -> None:
    ann = Page(club.live, "ann")
    seek(ann, to=to)
    assert (await ann.next_message("seeking"))["game"] == "chess"
    seek(ann, to=club.live.lobby.sessions.seeks.handle("ann"))
    assert [message["t"] for message in ann.got] == ["seeking"]


async def test_who_wants_to_be_hidden_searches_without_a_name(club: Club) -> None:
    reader, ann = Page(club.live, None), Page(club.live, "m-ann")
    user = ann.user
    assert user is not None
    ann.user = Identity(user.player, user.lang, hidden=True)
    reader.tell(t="hall", what="open")
    seek(ann)
    (entry,) = (await reader.heard(lists("")))["seeks"]
    assert entry.keys() <= {"id", "game", "speed", "clock", "rated", "length"}
    desk = club.live.lobby.sessions
    assert entry["id"] != desk.handle("m-ann"), "the search is no way to a page of the player"


async def test_all_processes_know_who_searches_at_one(both: Both) -> None:
    readers = [page(process, None) for process in (both.first, both.second)]
    for reader in readers:
        reader.tell(t="hall", what="open")
    ann, bob = page(both.first, "ann"), page(both.second, "bob")
    seek(ann)
    seek_lists = [(await reader.heard(lists("Ann")))["seeks"] for reader in readers]
    assert seek_lists[0] == seek_lists[1]
    for reader in readers:
        reader.got.clear()
    seek(bob, to=seek_lists[1][0]["id"])
    assert (await ann.next_message("go"))["m"] == (await bob.next_message("go"))["m"]
    for reader in readers:
        await reader.heard(lists())


async def test_a_search_that_is_not_repeated_is_forgotten() -> None:
    now, changed, times = [0], asyncio.Event(), LobbyTimeouts(seek_check=1)
    seeks = Seeks(MemoryBus(), lambda: now[0], OnlineUsers(Handles(b"key")), changed.set, times)
    seeks.receive(SeekUpdate(Player("ann", "Ann", "#777777"), "chess", "fast"))
    assert len(seeks.listed) == 1
    changed.clear()
    now[0] = FORGOTTEN + 1
    async with asyncio.timeout(PATIENCE):
        await changed.wait()
    assert seeks.listed == []
    seeks.close()


async def test_a_long_list_of_searches_has_every_game() -> None:
    bus = MemoryBus()
    seeks = Seeks(bus, lambda: 0, OnlineUsers(Handles(b"key")), lambda: None, LobbyTimeouts())
    seeks.start()
    for i in range(2 * MOST):
        bus.publish(PAIRING, SeekUpdate(Player(f"p{i}", "P", "#777777"), "tabla", "fast"))
    bus.publish(PAIRING, SeekUpdate(Player("last", "Last", "#777777"), "chess", "fast"))
    bus.publish(PAIRING, SeekUpdate(Player("odd", "Odd", "#777777"), "no such game", "fast"))
    assert len(seeks.listed) == MOST
    assert [entry.game for entry in seeks.listed].count("chess") == 1
    seeks.close()


def test_two_who_answer_one_search_are_not_both_paired_with_it() -> None:
    pool, kind = Pool(), Kind("chess", "fast")
    ann, bob, cid = (Player(who, who, "#777777") for who in ("ann", "bob", "cid"))
    want(pool, kind, ann, 100, 0)
    want(pool, kind, bob, 1000, 1, to="ann")
    want(pool, kind, cid, 2000, 2, to="ann")
    (pair,) = pool.pairs(2)
    assert {pair.first, pair.second} == {ann, bob}
    assert len(pool) == 1
