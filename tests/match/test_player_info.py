"""A player is described once: what is flat on the wire has the same fields."""

from msgspec.json import encode

from zaria.live.sockets.protocol.cards import Person, Seeker
from zaria.match.events import Player
from zaria.match.player_info import PlayerInfo
from zaria.match.view import SeatView

FIELDS = PlayerInfo.__struct_fields__
ANN = Player("p1", "Ann", "#111111", None, member=True, robot=True, country="BG", face="3")


def test_a_player_is_an_id_and_the_info() -> None:
    assert Player.__struct_fields__ == ("id", *FIELDS, "unlisted")
    assert all(getattr(ANN.info, field) == getattr(ANN, field) for field in FIELDS)


def test_an_info_never_has_the_id() -> None:
    assert ANN.id not in encode(ANN.info).decode()


def test_a_seat_names_the_program_even_where_there_is_none() -> None:
    assert SeatView.__struct_fields__ == FIELDS
    assert encode(SeatView("Ann", "#111111", None)) == b'{"name":"Ann","colour":"#111111","bot":null}'
    assert encode(PlayerInfo("Ann", "#111111")) == b'{"name":"Ann","colour":"#111111"}'


def test_people_and_searches_have_the_fields_of_an_info_but_the_program() -> None:
    shown = {field: kind for field, kind in PlayerInfo.__annotations__.items() if field != "bot"}
    for listed in (Person, Seeker):
        assert shown.items() <= listed.__annotations__.items()
