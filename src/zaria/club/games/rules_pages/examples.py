"""Worked examples: positions, what is rolled and played there, and what must be true of it.

They stand in `web/rules/pictures/<game>.toml`, once for all languages, each under the name by which an
article shows it:

    [mothers]
    position = "X=24:1,2:14;O=..."     # the text form of a position; missing: the start
    roll = "6-5"                       # what is rolled there
    turns = ["24/13"]                  # what is played, stage by stage, in the usual notation
    shown = 1                          # how many of these turns have been played in the picture (0)

X is light, sits below and is on roll. `game` and `options` name another game than the page's. For the tests
there are claims: `only` (all legal turns), `never` (turns that may not be played; the
first is drawn), `result` (the text
of the last position), `outcome` (winner, points and kind, "X 2 mars") and `locked`.

On a board of squares there is no roll. Positions are written as the FEN of their family, moves as
`BoardMove.move` writes them; `outcome` is the winner, if any, and the rule ("W mate", "- fifty"), and
`counters` are the rules that are counting in the last position ("fifty 49/50").
"""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from zaria import games
from zaria.games.protocols import Option, Position
from zaria.games.turn import Turn

HOME = Path(__file__).resolve().parents[3] / "web" / "rules"
COMMON = "common"
"""Examples and paragraphs that several articles share; shared examples are of the game that shows them."""
_PLAIN = "tabla"
"""The game of a shared example on the page of what all games share."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """See the module's own words."""

    position: str = ""
    game: str = ""
    options: dict[str, Option] = {}
    roll: str = ""
    turns: tuple[str, ...] = ()
    shown: int = 0
    only: tuple[str, ...] | None = None
    never: tuple[str, ...] = ()
    result: str = ""
    outcome: str = ""
    locked: bool = False
    counters: tuple[str, ...] = ()


class UnknownExampleError(LookupError):
    """No example has this name."""


@cache
def examples(name: str) -> dict[str, Example]:
    """The examples of a game, or the common ones."""
    path = HOME / "pictures" / f"{name}.toml"
    if not path.exists():
        return {}
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Example])


def example(game: str, name: str) -> Example:
    """The example `name` of a game's own, or `common/name`; raises `UnknownExampleError`.

    A game may have a `common/name` of its own, where the shared one is no position of it.
    """
    family, _, short = name.rpartition("/")
    entry = examples(game).get(name) or examples(family or game).get(short)
    if entry is None:
        raise UnknownExampleError(f"{game} shows no example {name!r}")
    return entry if entry.game else msgspec.structs.replace(entry, game=_PLAIN if game == COMMON else game)


def start(example: Example) -> Position:
    """The position with which an example begins."""
    game = games.dice_game(example.game, **example.options)
    return game.parse(example.position) if example.position else game.start()


def history(example: Example) -> list[tuple[Position, Turn | None]]:
    """The positions of an example, each with the turn that is played there (None where nothing is).

    Raises `LookupError` when a turn is not among the legal ones.
    """
    position = start(example)
    if example.roll:
        first, second = map(int, example.roll.split("-"))
        position = position.rolled((first, second))
    seen: list[tuple[Position, Turn | None]] = []
    for written in example.turns:
        turn = _found(position, written)
        seen.append((position, turn))
        position = position.play(turn)
    return [*seen, (position, None)]


def _found(position: Position, written: str) -> Turn:
    legal = position.turns()
    if not legal and not written:
        return position.complete(())
    for turn in legal:
        if str(turn) == written:
            return turn
    raise LookupError(f"{written!r} is not among the legal turns {[str(turn) for turn in legal]}")
