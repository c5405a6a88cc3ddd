"""Kinds of backgammon that begin from other positions, which a file names."""

from zaria import games
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

_USUAL = ("", "backgammon", "standard", "normal", "?")
"""Names of the usual starting position."""
_ELSEWHERE = ("nackgammon", "hypergammon", "longgammon")
"""Beginnings of the names of other starting positions."""
_PRESUMED = "backgammon"

IN_MAT = {"nackgammon": "NackGammon", "longgammon": "LongGammon", "hypergammon": "HyperGammon"}
"""Our games with their words in the head of a `.mat`, as GNU Backgammon and eXtreme Gammon write them."""
IN_SGF = {"nackgammon": "Nackgammon", "longgammon": "LongGammon", "hypergammon": "Hypergammon3"}
"""The same for the rules of an SGF file."""


def named(name: str, line: int | None) -> str:
    """The game that a file names, "" for backgammon; raises `InvalidRecordError` for one that we have not."""
    if name.lower() in _USUAL:
        return ""
    for words in (IN_MAT, IN_SGF):
        for game, word in words.items():
            if name.lower() == word.lower():
                return game
    raise InvalidRecordError(f"another game than backgammon: {source_text.quoted(name)}", line)


def named_in_rules(names: list[str], line: int) -> str:
    """The game that the rules of a file name, as `named`."""
    for name in names:
        if name.strip().lower().startswith(_ELSEWHERE):
            return named(name.strip(), line)
    return ""


def played_as(variation: str, game: str, line: int) -> str:
    """The game by which a file is played that names `variation`, and that is to be read as `game`.

    Backgammon may be presumed, so that the file decides; raises `InvalidRecordError` for two other games.
    """
    if variation and game not in ("", _PRESUMED, variation):
        raise InvalidRecordError(f"a match of {variation}, not of {game}", line)
    return variation or game or _PRESUMED


def first_checkers(variation: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Both sides' checkers at the start of a game that a file names; None for backgammon."""
    if not variation:
        return None
    start = games.dice_game(variation).start()
    return start.counts(0), start.counts(1)
