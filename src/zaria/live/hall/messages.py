"""What the processes tell each other about the hall, and what they send to one person.

Topics of the bus: "hall" carries `Listed`, "people" `People` and `PeopleAsked`, "pairing" `Wanted`, and
"u:<player id>" what every socket of that player gets (`Mail`). All of them are structs that `encode` and
`decode` carry between processes.
"""

import msgspec

from zaria.live import protocol
from zaria.live.journal import Listing
from zaria.match.events import Player

HALL = "hall"
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


class Visitor(msgspec.Struct, frozen=True, array_like=True):
    """Somebody with a socket, as the processes know him; `hidden`: no list shows him."""

    id: str
    name: str
    colour: str
    hidden: bool = False


class People(_Message, frozen=True, tag="people"):
    """Change number `n` of who is at `process`; `whole`: `came` are all of them. Else it just lives."""

    process: str
    n: int
    came: list[Visitor] = []
    gone: list[str] = []
    whole: bool = False


class PeopleAsked(_Message, frozen=True, tag="people?"):
    """Whoever is `process` shall say all that are there: somebody has missed a change."""

    process: str


class Wanted(_Message, frozen=True, tag="wanted"):
    """`player` looks for an opponent, or does not any more (game ""). Said again as long as it is so."""

    player: Player
    game: str
    speed: str
    rating: int | None = None


Mail = protocol.Go | protocol.Call | protocol.CallOff | protocol.Seeking
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
