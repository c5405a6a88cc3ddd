"""The spectators' chat of a rated match: its players read it in no browser before the end."""

from asgiref.sync import sync_to_async

from tests.support.club.member_client import Somebody
from tests.support.club.talking import Talk, join, read, say
from tests.support.http_client import Visitor
from tests.support.live.socket_players import dial
from tests.support.servers import Server
from zaria.match.terms import ClockTerms

CLOCK = ClockTerms(delay=20_000, bank=240_000)


async def test_guests_read_it_once_the_match_is_over(talk: Talk) -> None:
    for player in ("m-ann", "m-bob"):
        await sync_to_async(join)(player)
    match = await talk.table(rated=True, clock=CLOCK)
    name = f"onlookers:{match}"
    async with (
        dial(talk.port, "m-ann") as member,
        dial(talk.port, "guest") as guest,
        dial(talk.port) as nobody,
    ):
        await read(member, name)
        assert (await say(member, name, "Play the bar point"))["n"] == 1
        for outsider in (guest, nobody):
            assert (await read(outsider, name))["code"] == "members_only"
        assert (await say(guest, name, phrase="hello"))["code"] == "members_only"
        await talk.live.annul(match)
        for outsider in (guest, nobody):
            lines = (await read(outsider, name))["lines"]
            assert [line["text"] for line in lines] == ["Play the bar point"]


async def test_guests_read_that_of_an_unrated_match(talk: Talk) -> None:
    name = f"onlookers:{await talk.table()}"
    async with dial(talk.port, "guest") as guest:
        assert (await read(guest, name))["t"] == "lines"


def test_its_address_is_for_members_too(server: Server) -> None:
    host = Somebody(server.url).join()
    path = host.set_table(game="tabla", opponent="friend", clock="quick", length="1", rated="yes")
    address = f"/messages/onlookers:{path.rpartition('/')[2]}/lines?before=99"
    assert Somebody(server.url).join().get(address).status == 200
    assert Visitor(server.url).get(address).status == 404
