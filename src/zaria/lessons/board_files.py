"""TOML files of boards, as lessons and courses have them: a file for each game, a table for each board.

A name with a dot names a board of another file: "tapa.pin" is the table `pin` of `tapa.toml`.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeVar

import msgspec

from zaria.games.registry import GAMES

Wanted = TypeVar("Wanted")


class BoardTable(NamedTuple):
    """The table of a board, with the file and the name that it stands under."""

    file: str
    name: str
    fields: dict[str, Any]

    @property
    def place(self) -> str:
        """The name with its file, which no other board has."""
        return f"{self.file}.{self.name}"


class BoardFiles:
    """The files of a folder; what is wrong in them is raised as `error`, with the place in its text."""

    def __init__(self, home: Traversable, kind: str, error: type[ValueError]) -> None:
        """`kind` is the word for what a file holds."""
        self._home = home
        self._kind = kind
        self._error = error

    def games(self) -> list[str]:
        """Return the games that have a file, in the order of the registry."""
        return [game for game in GAMES if (self._home / f"{game}.toml").is_file()]

    def source(self, name: str) -> str:
        """Return the text of a file; raises `OSError`."""
        return (self._home / name).read_text(encoding="utf-8")

    def tables(self, file: str, sources: Mapping[str, str]) -> dict[str, Any]:
        """Return the tables of a file: that of `sources`, TOML by name, else the shipped one."""
        try:
            return tomllib.loads(sources[file] if file in sources else self.source(f"{file}.toml"))
        except tomllib.TOMLDecodeError as wrong:
            raise self._error(f"{file}.toml: {wrong}") from wrong
        except OSError as missing:
            raise self._error(f"there is no file {file}.toml") from missing

    def board(self, game: str, name: str, sources: Mapping[str, str]) -> BoardTable:
        """Return the table of a board that the file of a game names."""
        file, dot, own_name = name.partition(".")
        if not dot:
            file, own_name = game, name
        fields = self.tables(file, sources).get(own_name)
        if not isinstance(fields, dict):
            reader = f"which the {self._kind} of {game} shows"
            raise self._error(f"{file}.toml has no board {own_name!r}, {reader}")
        return BoardTable(file, own_name, fields)

    def converted(self, fields: object, wanted: type[Wanted], place: str) -> Wanted:
        """Return what was read as an object of a type."""
        try:
            return msgspec.convert(fields, wanted)
        except msgspec.ValidationError as wrong:
            raise self._error(f"{place}: {wrong}") from wrong
