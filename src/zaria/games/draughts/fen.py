"""Positions of draughts as text: the FEN of PDN, with what is counted behind it.

    W:W31,32,K40:B1-20;plies=40;quiet=3

The side to move, then each side's pieces, kings marked K; ranges are of men. Squares are numbers, where they
have letters those are read too. Behind them stand, where they are not nothing, moves made since the start
(`plies`) and the counters towards a draw, see `draws.DrawCounters`. Where a game limits the moves in a row of
a king, `lightking=31;lightmoves=2` are two of the king on 31. A full stop at the end is ignored, and so are
the move numbers of some programs (`:H0:F1`). Earlier positions are not part of the text: the repetition of
`safety_draw` begins anew.
"""

import re
from typing import NamedTuple

from zaria.games.board_games import DARK, LIGHT
from zaria.games.draughts import draws
from zaria.games.draughts.board import Naming, each
from zaria.games.draughts.draws import NO_RUNS, NOTHING, DrawCounters, KingRun, Pieces
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.protocols import InvalidPositionError

_WHOLE = re.compile(
    r"([WB]):([WB])([^:;]*):([WB])([^:;]*?)(?::H\d{1,4})?(?::F\d{1,4})?\.?((?:;[a-z]+=\d{1,5})*)", re.ASCII
)
_PART = re.compile(r"(K?)(?:(\d{1,2})(?:-(\d{1,2}))?|([a-h][1-8]))", re.ASCII)
_LENGTH = 1000
_SIDES = ("light", "dark")
_RUN = 3
"""So many men in a row are written as a range."""


class Written(NamedTuple):
    """A position as text: pieces, side to move, counters."""

    turn: int
    pieces: Pieces
    plies: int = 0
    tally: DrawCounters = NOTHING
    runs: tuple[KingRun, KingRun] = NO_RUNS


def write(options: DraughtsOptions, state: Written) -> str:
    """The text of a position."""
    sides = [_write_side(options, *state.pieces.side(side)) for side in (0, 1)]
    counted = {"plies": state.plies, **state.tally._asdict()}
    for side, run in zip(_SIDES, state.runs, strict=True):
        if run.moves:
            counted |= {f"{side}king": _sorted_numbers(options, run.square)[0], f"{side}moves": run.moves}
    tail = "".join(f";{name}={count}" for name, count in counted.items() if count)
    return f"{'WB'[state.turn]}:W{sides[0]}:B{sides[1]}{tail}"


def read(options: DraughtsOptions, source: str) -> Written:
    """The position written in `source`; raises `InvalidPositionError` with the reason."""
    source = source.strip()
    match = _WHOLE.fullmatch(source) if len(source) <= _LENGTH else None
    if match is None:
        raise InvalidPositionError(
            f"not a position: {source[:60]!r}; write W:W31,32,K40:B1-20 (who moves, squares)"
        )
    if match[2] == match[4]:
        raise InvalidPositionError("one side is given twice")
    sides = {match[2]: _read_side(options, match[3]), match[4]: _read_side(options, match[5])}
    pieces = Pieces(*sides["W"], *sides["B"])
    turn = "WB".index(match[1])
    _check(options, pieces, turn)
    return Written(turn, pieces, *_read_counts(options, pieces, match[6]))


def _write_side(options: DraughtsOptions, men: int, kings: int) -> str:
    if options.orthogonal:
        letters = options.naming.letters
        pairs = [("", n) for n in _sorted_numbers(options, men)]
        pairs += [("K", n) for n in _sorted_numbers(options, kings)]
        return ",".join(mark + letters[options.naming.numbers.index(n)] for mark, n in pairs)
    parts: list[str] = []
    run: list[int] = []
    for number in [*_sorted_numbers(options, men), 0]:
        if run and number != run[-1] + 1:
            parts += [f"{run[0]}-{run[-1]}"] if len(run) >= _RUN else map(str, run)
            run = []
        run.append(number)
    return ",".join([*parts, *(f"K{number}" for number in _sorted_numbers(options, kings))])


def _sorted_numbers(options: DraughtsOptions, pieces: int) -> list[int]:
    """The numbers of squares as the game has them."""
    return sorted(options.naming.numbers[options.squares.numbers[square] - 1] for square in each(pieces))


def _read_side(options: DraughtsOptions, source: str) -> tuple[int, int]:
    """Men and kings."""
    pieces = [0, 0]
    for part in source.split(",") if source.strip() else []:
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise InvalidPositionError(f"not a square: {part.strip()[:20]!r}")
        for number in _numbers(options.naming, match):
            square = options.squares.bits[options.naming.numbers.index(number)]
            if square & (pieces[0] | pieces[1]):
                raise InvalidPositionError(f"square {number} is given twice")
            pieces[bool(match[1])] |= square
    return pieces[0], pieces[1]


def _numbers(names: Naming, match: re.Match[str]) -> range:
    """The squares that a part names."""
    if match[4]:
        if match[4] not in names.letters:
            raise InvalidPositionError(f"{match[4]} is not a dark square of this board")
        first = last = names.numbers[names.letters.index(match[4])]
    else:
        first, last = int(match[2]), int(match[3] or match[2])
    if not 1 <= first <= last <= len(names.numbers):
        raise InvalidPositionError(f"{match[0]}: the squares are 1 to {len(names.numbers)}")
    return range(first, last + 1)


def _check(options: DraughtsOptions, pieces: Pieces, turn: int) -> None:
    squares = options.squares
    light, dark = pieces.all
    if light & dark:
        number = _sorted_numbers(options, light & dark)[0]
        raise InvalidPositionError(f"both sides stand on square {number}")
    for side, name in enumerate(("White", "Black")):
        count = pieces.all[side].bit_count()
        if count > options.men:
            raise InvalidPositionError(f"{name} has {count} pieces; a side has {options.men} at the start")
        if pieces.side(side)[0] & squares.last_row(side):
            raise InvalidPositionError(f"{name} has a man on its last row, where it would be a king")
    if not pieces.all[1 - turn]:
        raise InvalidPositionError(
            "the side that moved last has no pieces" if pieces.all[turn] else "nobody is there"
        )


def _read_counts(
    options: DraughtsOptions, pieces: Pieces, source: str
) -> tuple[int, DrawCounters, tuple[KingRun, KingRun]]:
    counted: dict[str, int] = {}
    names = {"plies", *DrawCounters._fields}
    if options.king_moves:
        names |= {f"{side}{counter}" for side in _SIDES for counter in ("king", "moves")}
    for part in source.split(";")[1:]:
        name, _, count = part.partition("=")
        if name in counted or name not in names:
            raise InvalidPositionError(f"{name} is {'given twice' if name in counted else 'not counted'}")
        counted[name] = int(count)
    plies = counted.pop("plies", 0)
    if counted.get("ending") and draws.ending(options.draw_rules, pieces) is None:
        raise InvalidPositionError("no ending is there whose moves could be counted")
    if counted.get("road") and draws.road(options.draw_rules, pieces) is None:
        raise InvalidPositionError("no lone king stands on the main road against three pieces")
    runs = _read_run(options, pieces, counted, LIGHT), _read_run(options, pieces, counted, DARK)
    return plies, DrawCounters(**counted), runs


def _read_run(options: DraughtsOptions, pieces: Pieces, counted: dict[str, int], side: int) -> KingRun:
    """Take the moves in a row of a side's king out of what is counted."""
    number, moves = counted.pop(f"{_SIDES[side]}king", 0), counted.pop(f"{_SIDES[side]}moves", 0)
    numbers = options.naming.numbers
    square = options.squares.bits[numbers.index(number)] if number in numbers else 0
    if bool(square) != bool(moves) or square & ~pieces.side(side)[1]:
        raise InvalidPositionError(f"the moves in a row of a king of {_SIDES[side]} belong to no king")
    return KingRun(square, moves)
