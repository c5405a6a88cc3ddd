"""A player who wants to be forgotten is called something else in everything that is stored."""

import asyncio
import json

from tests.support.live.journals import SECRET, Engine
from zaria.live.journal.base import Journal, Listing, Row
from zaria.live.journal.erase import AT_ONCE, forget
from zaria.match import events as ev

ANN = ev.Player("ann", "Annie", "#123456", member=True, country="BG", face="f1")
BOB = ev.Player("bob", "Bobby", "#654321", member=True)


def _row(seq: int, side: int, player: ev.Player) -> Row:
    return Row(seq, 5, "seated", ev.encode(ev.Seated(at=5, side=side, player=player, seed="s")))


def _player_entry(player: ev.Player) -> dict[str, str]:
    return {"name": player.name, "colour": player.colour}


async def _open(journal: Journal, name: str, first: ev.Player, second: ev.Player) -> None:
    card = json.dumps({"players": [_player_entry(first), _player_entry(second)]}).encode()
    places = json.dumps([{"id": first.id, "name": first.name}, None, False, 0]).encode()
    await journal.open(
        name, SECRET, places, [_row(0, 0, first), _row(1, 1, second)], Listing(1, card, (first.id, second.id))
    )


async def test_a_name_is_gone_from_all_that_is_stored(engine: Engine, journal: Journal) -> None:
    await _open(journal, "m1", ANN, BOB)
    await _open(journal, "m2", BOB, ANN)
    await _open(journal, "m3", BOB, BOB)
    before = await journal.load("m3")
    count = await asyncio.to_thread(forget, engine.url, engine.home, "ann", "Jade-Otter 12")
    assert count == 2
    for name, side in (("m1", 0), ("m2", 1)):
        match = await journal.load(name)
        assert match is not None
        seated = ev.decode(match.rows[side].body)
        assert isinstance(seated, ev.Seated)
        assert seated.player == ev.Player("ann", "Jade-Otter 12", "#123456", member=True)
        assert b"Annie" not in match.places + match.rows[0].body + match.rows[1].body
    assert await journal.load("m3") == before
    cards = b"".join(card.body for _, card in await journal.listings())
    assert b"Annie" not in cards
    assert cards.count(b"Jade-Otter 12") == 2


async def test_a_name_is_gone_from_more_matches_than_are_changed_at_once(
    engine: Engine, journal: Journal
) -> None:
    names = [f"m{number}" for number in range(2 * AT_ONCE + 1)]
    for name in names:
        await _open(journal, name, ANN, BOB)
    count = await asyncio.to_thread(forget, engine.url, engine.home, "ann", "Jade-Otter 12")
    assert count == len(names)
    for name in names:
        match = await journal.load(name)
        assert match is not None
        assert b"Annie" not in b"".join(row.body for row in match.rows)


async def test_two_who_share_a_device_keep_the_names_of_their_colours(
    engine: Engine, journal: Journal
) -> None:
    light, dark = (ev.Player("ann", name, "#123456") for name in ("Light", "Dark"))
    places = json.dumps([{"id": "ann", "name": "Annie"}, {"id": "ann", "name": "Annie"}, False, 0]).encode()
    card = json.dumps({"players": [_player_entry(light), _player_entry(dark)]}).encode()
    rows = [_row(0, 0, light), _row(1, 1, dark)]
    await journal.open("m1", SECRET, places, rows, Listing(1, card, ("ann", "ann")))
    assert await asyncio.to_thread(forget, engine.url, engine.home, "ann", "Jade-Otter 12") == 1
    match = await journal.load("m1")
    assert match is not None
    assert b"Annie" not in match.places
    assert [row.body for row in match.rows] == [row.body for row in rows]
