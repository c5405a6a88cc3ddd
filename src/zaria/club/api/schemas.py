"""The requests and answers of the API, as OpenAPI describes them."""

from typing import Any, Literal

from ninja import Field, Schema


class Problem(Schema):
    """Why a request was not answered: `code` is for programs and stays, `text` is for people."""

    code: str = Field(examples=["unknown_game"])
    text: str = Field(examples=["There is no such game here."])


class Win(Schema):
    """A kind of win and the points it counts, before the cube."""

    kind: str = Field(examples=["mars"])
    points: int = Field(examples=[2])


class Game(Schema):
    """A game of the club. `title`, `about` and `rules_of` are in the language asked for."""

    id: str = Field(examples=["tabla"])
    title: str = Field(examples=["Tabla"])
    about: str = Field(examples=["Hit the lone checker, hold your points and race home."])
    rules_of: str = Field(description="Whose rules it has", examples=["The anafeds rules"])
    family: Literal["tables", "indiyka", "squares"] = Field(
        description="How a position is written: with points and dice, with six points, with squares;"
        " the table (`v.family` of the protocol) calls the first two tables"
    )
    group: str = Field(description="The games that it stands with on the front page", examples=["evening"])
    dice: bool
    rotation: list[str] = Field(description="The games a match of it goes through: mostly itself alone")
    wins: list[Win]


class Value(Schema):
    """One value of something to choose."""

    value: str | int | bool
    title: str


class Choice(Schema):
    """Something that can be agreed on; the usual value is that without which nothing is said."""

    name: str = Field(examples=["first_long_move"])
    title: str
    about: str = ""
    values: list[Value] = Field(description="Empty: a number, within the bounds of the form")
    usual: str | int | bool | None


class GameDetail(Game):
    """A game with all that can be agreed on."""

    source: str = Field(description="Where the rules come from, in English")
    options: list[Choice] = Field(description="The game's own options (`set` of a position)")
    terms: list[Choice] = Field(description="What `POST /api/v1/tables` takes as terms; options among them")
    start: str = Field(description="The position it begins from")
    formats: list[str] = Field(description="In which a record of its matches can be had", examples=[["json"]])
    contact: str | None = Field(None, description="A lone checker: hit, pin, single (it holds), none")
    parallel: bool | None = Field(None, description="Both sides run the same way round")
    misere: bool | None = Field(None, description="Whoever bears all off loses")
    size: int | None = Field(None, description="Squares along an edge")


class Turn(Schema):
    """A legal turn, and the position it leads to."""

    text: str = Field(description="As books write it; empty: nothing can be played", examples=["24/23 24/21"])
    moves: list[tuple[int, int]] | None = Field(
        None, description="Steps (point, die) in the mover's own numbers: 25 is the bar", examples=[[[24, 3]]]
    )
    move: str | None = Field(None, description="On squares: as the table is told it", examples=["e2-e4"])
    position: str
    side: int = Field(description="Who is to play in it, or to roll: 0 light, 1 dark")


class Ended(Schema):
    """How a game ended: winner None is a draw."""

    winner: int | None
    points: int
    kind: str


class Turns(Schema):
    """What can be played in a position.

    `position` is it, written as we write it, the side on roll first; `side` is to play. A doublet may be
    played in stages: `dice` are those of this stage, and the positions it leads to say what comes next.
    """

    game: str
    position: str
    side: int
    dice: list[int] = []
    turns: list[Turn] = []
    ended: Ended | None = None


class Rating(Schema):
    """A rating, and the rated matches behind it; `game` "" is that over all games."""

    game: str
    rating: float
    best: float
    played: int
    won: int
    lost: int
    winnings: int = Field(description="Points won less points lost")


class Tally(Schema):
    """Matches that count, by their results, and those that do not."""

    won: int
    drawn: int
    lost: int
    void: int


class Profile(Schema):
    """The public part of a member. Ratings and matches are missing for members who hide their games."""

    login: str
    robot: bool
    country: str = Field(description="ISO 3166, empty where he does not tell it", examples=["BG"])
    since: int = Field(description="Milliseconds since the epoch")
    face: str = Field(description="The address of his picture")
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
    scopes: list[str] = Field(description="What this token is for: read, play")
    tables: list[str] = Field(description="Matches in which he sits and that are not over")


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
    ended: int = Field(description="Milliseconds since the epoch")


class PlayedPage(Schema):
    """The last matches first. `cursor` asks for those before them, None: there are no more."""

    matches: list[Played]
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
    """A page of a list of the best."""

    game: str
    by: Literal["rating", "won", "winnings"]
    period: Literal["", "year", "month"]
    country: str
    page: int
    pages: int
    total: int
    members: list[Ranked]


class NewTable(Schema, extra="forbid"):
    """A table to be set.

    `opponent`: the computer; a friend (with the link); anyone (it is listed for five minutes); or a person
    who is online, `to` being their handle in the list of people. `terms` are those of the game's detail;
    `level` among them is how well the computer plays, from 1 to 5.
    """

    game: str = Field(max_length=40, examples=["tabla"])
    opponent: Literal["computer", "friend", "anyone", "person"] = "computer"
    to: str = Field("", max_length=40)
    terms: dict[str, str | int | bool] = Field({}, max_length=40, examples=[{"length": 3, "clock": "quick"}])


class Table(Schema):
    """A table that was set: watch `match` at the socket and sit down. `page` is for people."""

    match: str
    page: str
    socket: str = "/ws"


class Listed(Schema):
    """A page of a list of the lobby: `cards` are matches as the socket tells them, `people` who is online.

    `seeks` are those who search for an opponent: a `seek` at the socket that names one of them joins it.
    """

    what: Literal["open", "playing", "people"]
    page: int
    total: int
    online: int
    cards: list[dict[str, Any]] = []
    people: list[dict[str, Any]] = []
    seeks: list[dict[str, Any]] = []
