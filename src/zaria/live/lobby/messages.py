"""What the processes tell each other about the lobby, and what they send to one person.

Topics of the bus: "hall" carries `Listed`, "people" `People` and `PeopleAsked`, "pairing" `Wanted`, and
"u:<player id>" what every socket of that player gets (`Mail`). All of them are structs that `encode` and
`decode` carry between processes.
"""

import msgspec

from zaria.live.journal.base import Listing
from zaria.live.sockets import protocol
from zaria.match.events import Player

LOBBY = "hall"
PEOPLE = "people"
PAIRING = "pairing"


def person_topic(player_id: str) -> str:
    """Where messages for one player are published."""
    return f"u:{player_id}"


class _Message(msgspec.Struct, frozen=True, tag_field="t"):
    pass


class Listed(_Message, frozen=True, tag="listed"):
    """Match `id` is listed so from now on, unless something newer is known (`Card.n` in the body)."""

    id: str
    shown: int
    body: bytes
    players: tuple[str | None, str | None]

    @classmethod
    def of(cls, match_id: str, listing: Listing) -> "Listed":
        """The message for a listing that was just stored."""
        return cls(match_id, *listing)

    @property
    def listing(self) -> Listing:
        """What was stored."""
        return Listing(self.shown, self.body, self.players)


class OnlineUser(msgspec.Struct, frozen=True, array_like=True):
    """Somebody with a socket, as the processes know him; `hidden`: no list shows him.

    `ratings` are those of a member that are known, by game; "" is that over all.
    """

    id: str
    name: str
    colour: str
    hidden: bool = False
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
    ratings: dict[str, int] = {}

    @classmethod
    def of(cls, player: Player, hidden: bool = False, ratings: dict[str, int] | None = None) -> "OnlineUser":
        """A player who has come."""
        return cls(
            player.id,
            player.name,
            player.colour,
            hidden,
            player.member,
            player.robot,
            player.country,
            player.face,
            ratings or {},
        )

    @property
    def player(self) -> Player:
        """As he sits at a table."""
        return Player(
            self.id,
            self.name,
            self.colour,
            member=self.member,
            robot=self.robot,
            country=self.country,
            face=self.face,
        )


class People(_Message, frozen=True, tag="people"):
    """Change number `n` of who is at `process`; `whole`: `came` are all of them. Else it just lives."""

    process: str
    n: int
    came: list[OnlineUser] = []
    gone: list[str] = []
    whole: bool = False


class PeopleAsked(_Message, frozen=True, tag="people?"):
    """Whoever is `process` shall say all that are there: somebody has missed a change."""

    process: str


class Wanted(_Message, frozen=True, tag="wanted"):
    """`player` looks for an opponent, or does not any more (game ""). Said again as long as it is so.

    `rating` is his in that game; `rated`: he would play a rated one. `to` is the player whose search this
    one answers. `hidden`: no list names the player.
    """

    player: Player
    game: str
    speed: str
    rating: int | None = None
    rated: bool = False
    to: str = ""
    hidden: bool = False


Mail = protocol.Redirect | protocol.Invitation | protocol.InvitationOver | protocol.Seeking | protocol.Rated
"""What is sent to all sockets of a player as it is."""

Message = Listed | People | PeopleAsked | Wanted | Mail
"""All that these topics carry."""

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def encode(message: Message) -> bytes:
    """For a bus between processes."""
    return _encoder.encode(message)


def decode(message: bytes) -> Message:
    """Of what `encode` made; raises `msgspec.DecodeError`."""
    return _decoder.decode(message)
