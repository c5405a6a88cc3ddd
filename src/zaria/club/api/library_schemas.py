"""The shapes of the library in the API."""

from typing import Literal

from ninja import Field, Schema

Scope = Literal["all", "own", "club", "public"]
Result = Literal["", "won", "lost"]
Mark = Literal["", "error", "blunder"]


class TurnQuery(Schema):
    """The matches to search and the turns to find."""

    scope: Scope = Field("all", alias="in")
    result: Result = Field("", description="The turns of games that their side won or lost")
    loss: Mark = Field("", description="The turns that an analysis marked")


class LibraryTurn(Schema):
    """A turn that was played in a position. `won` counts games; `loss` is the mean by analyses."""

    text: str
    times: int
    won: int
    loss: float | None = Field(description="Points, or chances on squares; null if no analysis knows it")


class LibraryRoll(Schema):
    """The turns of a roll, the most frequent first; the roll is empty on squares."""

    roll: str = Field(examples=["3-1"])
    times: int
    turns: list[LibraryTurn]


class LibraryPlace(Schema):
    """A turn in a match. `path` is that of the replay at this turn."""

    game: str
    players: tuple[str, str]
    side: int
    roll: str
    text: str
    path: str


class PositionUse(Schema):
    """All that was played in a position; `cut`: there is more than was counted."""

    times: int
    rolls: list[LibraryRoll]
    places: list[LibraryPlace]
    cut: bool


class PatternUse(Schema):
    """Turns that were played in positions of a pattern, the latest first; `cut`: there may be more."""

    places: list[LibraryPlace]
    cut: bool


class LibraryCollection(Schema):
    """A collection of matches from elsewhere. `key` names it in addresses."""

    key: str
    title: str
    owner: str | None = Field(description="The login; null for a collection of the club")
    visibility: Literal["private", "unlisted", "public"]
    matches: int


class CollectedMatch(Schema):
    """A match of a collection; its names are those of its file."""

    key: str
    game: str
    players: tuple[str, str]
    event: str
    played_at: int | None = Field(description="The day of play in ms since the epoch; null if unknown")
    length: int
    score: tuple[int, int]
    won: int | None
    tags: list[str]


class CollectedMatches(Schema):
    """A page of the matches of a collection, the latest day of play first."""

    collection: LibraryCollection
    matches: list[CollectedMatch]
    page: int
    pages: int


class ArchiveFile(Schema):
    """The archive of a year: the paths of its file and its SHA-256."""

    year: int
    matches: int
    size: int = Field(description="Bytes")
    checksum: str = Field(description="SHA-256, hexadecimal")
    built_at: int = Field(description="Milliseconds since the epoch")
    path: str = Field(examples=["/library/archive/2026.zip"])
