"""The lobby's entries for matches, players and searches."""

from typing import Literal

import msgspec

from zaria.match.player_info import PlayerInfo
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Speed


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as the lobby lists it.

    `state`: open (waits for a player until `until`), playing (since `since`), over. `options` are those that
    differ from the game's own. `players` are by side; None: anybody. `by` is the side that set the table, `n`
    the last event that the card includes: a lower one is older. `you` is the side of its reader, if the card
    is sent to one of its players; `rated`: only members sit. `more`: the terms have more than the card shows,
    about the cube or spectators. `seated`: which of the `players` of an open table have sat down.
    `tournament` is the id of the tournament that it belongs to. Times are ms since the epoch.
    """

    id: str
    game: str
    state: Literal["open", "playing", "over"]
    since: int
    players: tuple[PlayerInfo | None, PlayerInfo | None]
    speed: Speed
    length: int = 1
    clock: ClockTerms | None = None
    cube: bool = False
    options: dict[str, str | int | bool] = {}
    stakes: Stakes | None = None
    score: tuple[int, int] = (0, 0)
    until: int | None = None
    by: int | None = None
    n: int = 0
    you: int | None = None
    rated: bool = False
    more: bool = False
    seated: tuple[bool, bool] = (False, False)
    tournament: str = ""


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A user who is online: `handle` names them to others, `table` is a match that they play in public.

    `rating` is the overall one, if they have one.
    """

    handle: str
    name: str
    colour: str
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
    rating: int | None = None
    table: str | None = None


class Seeker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A search for an opponent, to be answered by a `seek` for the same terms with this `id`.

    They are `game`, `speed`, `length` and `cube`, and with `stakes` the same `stake` and `most`. A match has
    this `clock`, and is `rated` between members. A hidden player has no name.
    """

    id: str
    game: str
    speed: Literal["fast", "normal", "slow"]
    length: int = 1
    clock: ClockTerms | None = None
    rated: bool = False
    name: str = ""
    colour: str = ""
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
    rating: int | None = None
    stakes: Stakes | None = None
    cube: bool = False


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """The find of a search: a match of `game` against `opponent`, with these terms.

    `open`: it is at the opponent's open table, where anybody may sit down; else both seats are reserved.
    """

    opponent: PlayerInfo
    game: str
    clock: ClockTerms | None = None
    length: int = 1
    rated: bool = False
    open: bool = False
    stakes: Stakes | None = None
    cube: bool = False
