"""The requests and answers of the API, as OpenAPI describes them."""

from typing import Any, Literal

from ninja import Field, Schema

from zaria.club.api.positions import Family
from zaria.tournaments.formats.registry import FormatName


class Problem(Schema):
    """An error: `code` is stable and for programs, `text` is for people."""

    code: str = Field(examples=["unknown_game"])
    text: str = Field(examples=["There is no such game."])


class Win(Schema):
    """A kind of win and the points it counts, before the cube."""

    kind: str = Field(examples=["mars"])
    points: int = Field(examples=[2])


class Game(Schema):
    """A game of the club. `title`, `about` and `rules_of` are in the requested language."""

    id: str = Field(examples=["tabla"])
    title: str = Field(examples=["Tabla"])
    about: str = Field(examples=["Hit the lone checker, hold your points and race home."])
    rules_of: str = Field(description="The source of its rules", examples=["The anafeds.com rules"])
    family: Family = Field(
        description="The notation of positions: points and dice, six points, or squares;"
        " the protocol (`v.family`) calls the first two `tables`"
    )
    group: str = Field(description="Its group on the front page", examples=["evening"])
    dice: bool
    rotation: list[str] = Field(description="The games that a match rotates through; usually only this game")
    wins: list[Win]


class Value(Schema):
    """One value of something to choose."""

    value: str | int | bool
    title: str


class Choice(Schema):
    """An option or term; `usual` is its default."""

    name: str = Field(examples=["first_long_move"])
    title: str
    about: str = ""
    values: list[Value] = Field(description="Empty for a number within the bounds of the form")
    usual: str | int | bool | None


class GameDetail(Game):
    """A game with all its options and terms."""

    source: str = Field(description="The source of the rules, in English")
    options: list[Choice] = Field(description="The game's options (`set` of a position)")
    terms: list[Choice] = Field(description="The terms that `POST /api/v1/tables` accepts, with the options")
    start: str = Field(description="The starting position")
    formats: list[str] = Field(description="Formats of its match records", examples=[["json"]])
    contact: str | None = Field(
        None, description="What happens to a lone checker: hit, pin, single (it holds its point), none"
    )
    parallel: bool | None = Field(None, description="Both sides run the same way round")
    misere: bool | None = Field(None, description="The side that bears off first loses")
    size: int | None = Field(None, description="Squares along an edge")


class Turn(Schema):
    """A legal turn, and the position it leads to."""

    text: str = Field(
        description="In book notation; empty if nothing can be played", examples=["24/23 24/21"]
    )
    moves: list[tuple[int, int]] | None = Field(
        None, description="Steps (point, die) in the mover's own numbers: 25 is the bar", examples=[[[24, 3]]]
    )
    move: str | None = Field(
        None, description="In board games: the move as sent to the table", examples=["e2-e4"]
    )
    position: str
    side: int = Field(description="The side to play or to roll: 0 light, 1 dark")


class ChessOpening(Schema):
    """The name of a chess opening, in English."""

    eco: str = Field(description="Its code in the Encyclopaedia of Chess Openings", examples=["C60"])
    name: str = Field(examples=["Ruy Lopez"])
    plies: int = Field(description="The ply at which the game had this name", examples=[5])


class NamedOpening(Schema):
    """The opening of a game, None where it has no name."""

    opening: ChessOpening | None
    in_book: bool = Field(True, description="Whether the game may get another name by its next moves")


class Ended(Schema):
    """Result of a game: winner None is a draw."""

    winner: int | None
    points: int
    kind: str


class Turns(Schema):
    """The legal turns of a position.

    `position` is in Zaria's notation, the side on roll first; `side` is to play. A doublet may have several
    stages: `dice` are those of this stage, and the resulting positions contain the next.
    """

    game: str
    position: str
    side: int
    dice: list[int] = []
    turns: list[Turn] = []
    ended: Ended | None = None


class Rating(Schema):
    """A rating and its rated matches; `game` is "" for all games, and "tabla.days" for tabla by the day."""

    game: str
    rating: float
    best: float
    played: int
    won: int
    lost: int
    winnings: int = Field(description="Points won minus points lost")


class Tally(Schema):
    """Numbers of matches by result; `void` do not count."""

    won: int
    drawn: int
    lost: int
    void: int


class Profile(Schema):
    """The public part of a member. Ratings and matches are missing for members who hide their games."""

    login: str
    robot: bool
    country: str = Field(description="ISO 3166; empty if the member hides it", examples=["BG"])
    since: int = Field(description="Milliseconds since the epoch")
    face: str = Field(description="URL of the avatar")
    page: str
    ratings: list[Rating] | None = None
    matches: Tally | None = None


class Account(Schema):
    """The owner of the token."""

    login: str
    robot: bool
    language: str
    country: str
    may_play: bool = Field(description="Whether this token, or this browser, may play")
    scopes: list[str] = Field(description="Scopes of this token: read, play")
    tables: list[str] = Field(description="The owner's matches in progress")


class Balance(Schema):
    """The balance of a member; amounts have two decimals."""

    unit: str = Field(description="credits, or an ISO 4217 code", examples=["credits"])
    available: str = Field(examples=["995.00"])
    held: str = Field(description="Held for stakes", examples=["5.00"])


class Conversation(Schema):
    """A direct conversation; its lines come over the socket."""

    id: str = Field(examples=["direct:k7m2p9qrst"])
    login: str = Field(description="The other member; empty if their account is deleted")
    last: int = Field(description="The number of the last line")
    at: int = Field(description="Milliseconds since the epoch, of the last line")
    unread: bool


class ConversationList(Schema):
    """Direct conversations of the owner."""

    conversations: list[Conversation]


class Transfer(Schema):
    """An entry of the owner's account. `id` grows with time."""

    id: int
    at: int = Field(description="Milliseconds since the epoch")
    kind: str = Field(examples=["hold", "release", "win", "gift"])
    state: Literal["pending", "posted", "voided"] = Field(description="`pending`: still held")
    amount: str = Field(description="Below zero for expenses", examples=["-5.00"])
    balance: str = Field(description="The balance after it", examples=["995.00"])
    match: str = Field(description="The match that it came from, or empty")
    subject: str = Field(description="The good or the payment that it came from, or empty")
    fee: str = Field("0.00", description="Of winnings: the fee that the club took before", examples=["0.50"])


class TransferPage(Schema):
    """Latest entries first. `cursor` continues with older ones; null on the last page."""

    transfers: list[Transfer]
    cursor: str | None


class Played(Schema):
    """A finished match, as the member sees it: their points come first."""

    id: str
    game: str
    opponent: str
    opponent_is: Literal["member", "guest", "computer", "robot"]
    result: Literal["won", "drawn", "lost", "void"]
    score: tuple[int, int]
    length: int
    how: str = Field(description="How the last game ended", examples=["played", "resigned", "flagged"])
    rated: bool
    training: bool
    by_day: bool = Field(False, description="Whether it had a clock by the day")
    ended: int = Field(description="Milliseconds since the epoch")


class PlayedPage(Schema):
    """Latest matches first. `cursor` continues with older ones; null on the last page."""

    matches: list[Played]
    cursor: str | None


class MatchQuery(Schema):
    """The criteria of a search; empty ones do not matter."""

    player: str = Field("", max_length=30, description="The login of a member")
    opponent: str = Field("", max_length=30, description="The login of another member")
    game: str = Field("", max_length=40)
    result: Literal["", "won", "drawn", "lost"] = Field("", description="Won and lost are those of `player`")
    rated: Literal["", "yes", "no"] = ""
    length: int | None = Field(None, ge=1, le=999, description="Points of the match")
    opening: str = Field("", max_length=60, description="A part of its code or name", examples=["C65"])
    since: str = Field("", max_length=10, description="The first day (UTC)", examples=["2026-11-01"])
    until: str = Field("", max_length=10, description="The last day (UTC)", examples=["2026-11-30"])


class PublicSide(Schema):
    """A side of a match; the club's programs are called by their levels."""

    name: str
    member: bool = Field(description="The name is the login of a member")


class PublicMatch(Schema):
    """A finished match; pairs are of side 0 (light) and side 1."""

    id: str
    game: str
    sides: tuple[PublicSide, PublicSide]
    score: tuple[int, int]
    won: int | None = Field(description="The side that won; None for a draw")
    length: int
    how: str = Field(description="How the last game ended", examples=["played", "resigned", "flagged"])
    rated: bool
    opening: str = Field(
        description="ECO code and name of a chess opening, first turns of a game of backgammon, or empty",
        examples=["C60 Ruy Lopez"],
    )
    ended: int = Field(description="Milliseconds since the epoch")


class FoundMatches(Schema):
    """Latest matches first. `cursor` continues with older ones; null on the last page."""

    matches: list[PublicMatch]
    cursor: str | None


class Point(Schema):
    """A rating after a change."""

    at: int = Field(description="Milliseconds since the epoch")
    rating: float


class Ranked(Schema):
    """One member in a list."""

    place: int
    login: str
    country: str
    rating: float
    played: int
    won: int
    lost: int
    winnings: int


class Ranking(Schema):
    """A page of the leaderboard."""

    game: str
    by: Literal["rating", "won", "winnings"]
    period: Literal["", "year", "month"]
    country: str
    page: int
    pages: int
    total: int
    members: list[Ranked]


class NewTable(Schema, extra="forbid"):
    """A table to open.

    `opponent`: the computer; a friend (who has the link); anyone (listed for five minutes); or a person
    online, with `to` as their handle in the list of people. `terms` holds the terms of `GameDetail`, and for
    the computer its level from 1 to 5: `{"terms": {"level": 1}}`. Board games have levels between these, from
    1.5 to 4.5; a game without them takes the level below. In a game that dice decide alone (indiyka) the
    level makes no difference.
    """

    game: str = Field(max_length=40, examples=["tabla"])
    opponent: Literal["computer", "friend", "anyone", "person"] = "computer"
    to: str = Field("", max_length=40)
    terms: dict[str, str | int | float | bool] = Field(
        {}, max_length=40, examples=[{"length": 3, "clock": "quick"}]
    )


class Table(Schema):
    """A new table: watch `match` at the socket and sit down. `page` is for people."""

    match: str
    page: str
    socket: str = "/ws"


class Listed(Schema):
    """A page of a lobby list.

    `cards` are matches as the socket sends them, `people` the users online, `seeks` the searches for an
    opponent; a `seek` at the socket that names one joins it.
    """

    what: Literal["open", "playing", "people"]
    page: int
    total: int
    online: int
    cards: list[dict[str, Any]] = []
    people: list[dict[str, Any]] = []
    seeks: list[dict[str, Any]] = []


class Tournament(Schema):
    """A tournament in a list; amounts have two decimals."""

    id: str
    title: str
    game: str = Field(examples=["tabla"])
    format: FormatName
    phase: Literal["open", "playing", "over", "cancelled"]
    starts_at: int = Field(description="Milliseconds since the epoch")
    ended_at: int | None
    players: int = Field(description="The number of players who take part")
    most: int = Field(description="The most players who can enter")
    fee: str = Field(examples=["10.00"])
    club_rate: float = Field(0, description="Per cents of the fee that the club takes", examples=[5])
    federation_rate: float = Field(
        0, description="Per cents of the fee that the federation takes", examples=[10]
    )
    bonus: str = Field(description="Added to the prizes by the sponsor", examples=["0.00"])
    rated: bool
    pause_ms: int = Field(
        0,
        description="Milliseconds between the pairing of a later round and its matches",
        examples=[45000],
    )
    robots: bool = Field(description="Whether bot accounts can enter")
    access: Literal["all", "invited", "code"]
    federation: str = Field(description="The slug of the federation that holds it, or empty")
    private: bool
    round: int = Field(description="The number of the current round; 0 before the first")
    winner: str | None = Field(description="The login of the winner")
    document: str = Field(description="Its document, which `zaria verify` checks")


class TournamentPage(Schema):
    """A page of a list of tournaments."""

    what: Literal["nearest", "ongoing", "completed", "cancelled"]
    page: int
    pages: int
    total: int
    tournaments: list[Tournament]


class Entrant(Schema):
    """A player of a tournament."""

    place: int | None = Field(description="Null before the start")
    login: str
    rating: int = Field(description="The rating at entry")
    points: float | None = Field(description="Null for formats that count no points")
    active: bool = Field(description="False for a player who has withdrawn")
    prize: str = Field(examples=["0.00"])


class TournamentDetail(Tournament):
    """A tournament with a page of its players (`page`, `pages`, `total`)."""

    events: int = Field(description="The number of its events; the socket announces them")
    paused: bool
    entered: bool = Field(description="Whether the caller takes part")
    terms: dict[str, Any] = Field(
        description="All terms; those that are as usual are left out. Amounts are hundredths, times ms"
    )
    seal: str = Field(description="The SHA-256 of the secret of the draw")
    secret: str = Field(description="Empty until the end")
    rounds: int = Field(description="The number of rounds that have begun")
    page: int
    pages: int
    total: int
    entrants: list[Entrant]


class TournamentMeeting(Schema):
    """Two players of a round; null in place of one: the other has a bye."""

    place: int
    players: tuple[str | None, str | None]
    points: tuple[float, float] | None = Field(description="Null until it is decided")
    how: str = Field(
        description="played, absent, lot, director, bye, walkover, cancelled; empty until it is decided",
        examples=["played"],
    )
    match: str | None = Field(description="The id of its last match, once it was opened")


class TournamentRound(Schema):
    """A page of the meetings of a round."""

    tournament: str
    number: int
    page: int
    pages: int
    total: int
    meetings: list[TournamentMeeting]


class NewEntry(Schema, extra="forbid"):
    """An entry; `code` is what the director of a tournament with a code gives to its players.

    `nonce` is your part of the draw: 16 to 64 hexadecimal digits by chance, in lower case; "" for none.
    """

    code: str = Field("", max_length=40)
    nonce: str = Field("", max_length=64)


class OwnEntry(Schema):
    """The caller's own entry."""

    tournament: str
    entered: bool
    starts_at: int
