"""Requests and answers of the API about studies."""

from typing import Any, Literal

from ninja import Field, Schema

from zaria.club.studies.forms import LONGEST_PASTE, LONGEST_POSITION
from zaria.studies.chapter import LONGEST_TITLE

MOST_ACTS = 100
"""Acts of one request."""


class StudyEntry(Schema):
    """A study in a list; moments are in ms."""

    id: str
    title: str
    visibility: Literal["private", "unlisted", "public"]
    role: Literal["", "owner", "writer", "reader"] = Field(description="Your part in it")
    changed: int
    chapters: int = Field(description="Number of chapters")


class StudyList(Schema):
    """The studies of a member."""

    studies: list[StudyEntry]


class ChapterEntry(Schema):
    """A chapter of a study; `revision` counts its changes."""

    id: int
    title: str
    game: str
    revision: int
    formats: list[str]


class Study(Schema):
    """A study with the list of its chapters; moments are in ms."""

    id: str
    title: str
    visibility: Literal["private", "unlisted", "public"]
    role: Literal["", "owner", "writer", "reader"] = Field(description="Your part in it")
    created: int
    changed: int
    formats: list[str] = Field(description="Formats of the whole study")
    chapters: list[ChapterEntry]


class ChapterWithTree(ChapterEntry):
    """A chapter with its tree, as a study saved as JSON has it: `start`, `nodes`, `names`, `title`."""

    tree: dict[str, Any]


class NewChapters(Schema, extra="forbid"):
    """New chapters: those of a `file`, or one of a `game` that begins from a `position`."""

    file: str = Field("", max_length=LONGEST_PASTE, description="Text of a PGN, PDN, SGF or JSON file")
    game: str = Field("", max_length=32)
    position: str = Field("", max_length=LONGEST_POSITION, description="Empty: the start of the game")
    chapter: str = Field("", max_length=4 * LONGEST_TITLE, description="Title of the chapter of a `game`")


class NewStudy(NewChapters):
    """A new study with its first chapters."""

    title: str = Field(max_length=4 * LONGEST_TITLE)
    visibility: Literal["private", "unlisted", "public"] = "unlisted"


class NewActs(Schema, extra="forbid"):
    """Acts that follow one another after a node; with a `revision` only if it is still that one."""

    node: int = Field(0, ge=0, description="0 is the start of the chapter")
    acts: list[str] = Field(min_length=1, max_length=MOST_ACTS, examples=[["31", "8-3,6-1"]])
    revision: int | None = Field(None, ge=0)


class NewChange(Schema, extra="forbid"):
    """One operation on a chapter, as its page sends it."""

    operation: dict[str, Any] = Field(examples=[{"do": "comment", "node": 1, "text": "!", "before": ""}])
    revision: int | None = Field(None, ge=0)


class ChangedChapter(Schema):
    """The chapter after a change: its `revision`, and the `node` of the last act."""

    revision: int
    node: int
