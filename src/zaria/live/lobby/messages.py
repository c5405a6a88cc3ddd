"""The lobby's messages between processes, and those to one person.

Topics of the bus: "hall" carries `ListingChanged`, "waits" `DayTableChanged`, "people" `People` and
`PeopleRequest`, "pairing" `SeekUpdate`, "tournament:<id>" `TournamentChanged`, "study:<id>" `StudyChanged`,
and "u:<player id>" the messages to every socket of that player (`Mail`). All of them
are structs that `encode` and `decode` carry between processes.
"""

import msgspec

from zaria.live.lobby.speeds import Kind, kind_of
from zaria.live.lobby.widening import Widening
from zaria.live.matches.messages import DayTableChanged, ListingChanged
from zaria.live.sockets.protocol.server import (
    CallMissed,
    CreditsChanged,
    GuestArrived,
    Invitation,
    InvitationOver,
    Rated,
    Redirect,
    Seeking,
    StudyChanged,
    TermsOffered,
    TimersChanged,
    TournamentChanged,
    UnreadChanged,
    WaitsChanged,
)
from zaria.match.events import Player
from zaria.match.stakes import Stakes

PEOPLE = "people"
PAIRING = "pairing"


class _Message(msgspec.Struct, frozen=True, tag_field="t"):
    pass


class OnlineUser(msgspec.Struct, frozen=True, array_like=True):
    """A player with a socket, as the processes know them; `hidden`: no list shows them.

    `unlisted`: no list shows their matches either.

    `ratings` are a member's known ratings by game; "" is the overall one.
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
    unlisted: bool = False

    @classmethod
    def of(
        cls, player: Player, *, hidden: bool = False, ratings: dict[str, int] | None = None
    ) -> "OnlineUser":
        """The user for a player who has come."""
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
            player.unlisted,
        )

    @property
    def player(self) -> Player:
        """The player, as seated at a table."""
        return Player(
            self.id,
            self.name,
            self.colour,
            member=self.member,
            robot=self.robot,
            country=self.country,
            face=self.face,
            unlisted=self.unlisted,
        )


class People(_Message, frozen=True, tag="people"):
    """Change number `n` of the users at `process`; `whole`: `came` has all. Also a heartbeat."""

    process: str
    n: int
    came: list[OnlineUser] = []
    gone: list[str] = []
    whole: bool = False


class PeopleRequest(_Message, frozen=True, tag="people?"):
    """A request for all users at `process`: the sender has missed a change."""

    process: str


class SeekUpdate(_Message, frozen=True, tag="wanted"):
    """`player` looks for an opponent, or has stopped (game ""). Repeated as long as it holds.

    `rating` is theirs in that game; `rated`: they would play a rated match. `to` is the player whose search
    this one answers. `hidden`: no list names the player. `since` is the beginning of the search (ms; 0: now),
    `speeds`, `games` and `lengths` say what it may come to accept besides. `length` and `cube` are those of
    the match; processes of earlier versions send neither. `resumes`: a search that has stopped may go
    on at another page. `stakes` are those of the match; `refused` is the code of the reason for which they
    cannot be held now, and the search has stopped.
    """

    player: Player
    game: str
    speed: str
    rating: int | None = None
    rated: bool = False
    to: str = ""
    hidden: bool = False
    since: int = 0
    speeds: bool = False
    games: bool = False
    resumes: bool = False
    stakes: Stakes | None = None
    refused: str = ""
    length: int = 0
    cube: bool = False
    lengths: bool = False

    @property
    def kind(self) -> Kind | None:
        """The match that the player looks for; None: no search, or a match that does not exist."""
        return kind_of(self.game, self.speed, self.length, cube=self.cube)

    @property
    def widening(self) -> Widening:
        """The consent of the player to accept something else."""
        return Widening(self.speeds, self.games, self.lengths)


Mail = (
    Redirect
    | GuestArrived
    | CallMissed
    | Invitation
    | InvitationOver
    | Seeking
    | Rated
    | CreditsChanged
    | TermsOffered
    | TimersChanged
    | UnreadChanged
    | WaitsChanged
)
"""Messages sent to all sockets of a player as they are."""

Message = (
    ListingChanged
    | DayTableChanged
    | People
    | PeopleRequest
    | SeekUpdate
    | Mail
    | TournamentChanged
    | StudyChanged
)
"""All messages of these topics."""

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def encode(message: Message) -> bytes:
    """Encode a message for a bus between processes."""
    return _encoder.encode(message)


def decode(message: bytes) -> Message:
    """Decode a message that `encode` made; raises `msgspec.DecodeError`."""
    return _decoder.decode(message)
