"""Positions as text: our own form for every game, and two well-known ones for games of hitting.

Ours names each side's checkers in that side's own numbers, the side on roll (X) first:

    X=24:2,13:5,8:3,6:5;O=bar:1,24:1,13:5,8:3,6:5

`point:checkers`, `bar:checkers` and, optionally, `off:checkers`, which must agree with the number of a side;
missing checkers are borne off. `^` marks a checker pinned under the opponent's on that point (`24:1^`).
Behind them may stand, where the rules need it and in this order:

* `;open=62`: the first player's opening roll, where the second player's first turn depends on it;
* `;rolls=2,0`: how often X and O have rolled, up to three, where the ladder comes with the fourth (three);
* `;starter=O`: who made the first turn of the game, where the other makes the last (X);
* what X has to play, see `turn_duty_text`.
"""

import re

from zaria.games.protocols import Duty, InvalidPositionError
from zaria.games.tables import position_ids, turn_duty_text
from zaria.games.tables.board import (
    BAR,
    OFF,
    Board,
    across,
    compose,
    counts,
    flipped,
    others_off,
    own_off,
    pinned,
)
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.rule_history import RuleHistory
from zaria.games.tables.turn_duty import LADDER_ROLLS

_WHOLE = re.compile(
    r"X=([^;=]*);O=([^;=]*)(?:;open=(\d\d))?(?:;rolls=([0-3]),([0-3]))?(?:;starter=([XO]))?(;[^X]*)?",
    re.ASCII,
)
_PART = re.compile(r"(bar|off|[1-9]|1\d|2[0-4]):(\d|1[0-5])(\^?)", re.ASCII)
_OPENINGS = {"21": 21, "55": 55, "62": 62}


def write(options: TablesOptions, board: Board, past: RuleHistory, duty: Duty | None) -> str:
    """A position in our own form; in `past` X, who is on roll, is side 0."""
    parts = [f"X={_write_side(options, board)};O={_write_side(options, flipped(options, board))}"]
    if past.opened:
        parts.append(f"open={past.opened}")
    if past.rolls is not None:
        parts.append(f"rolls={past.rolls[0]},{past.rolls[1]}")
    if past.starter is not None:
        parts.append(f"starter={'XO'[past.starter]}")
    return ";".join(parts) + turn_duty_text.write(duty)


def read(options: TablesOptions, source: str) -> tuple[Board, RuleHistory, Duty | None]:
    """Parse a position written in any form, X being side 0; raises `InvalidPositionError`."""
    source = source.strip()
    rolls = None if options.ladder_from_roll == 1 else (LADDER_ROLLS, LADDER_ROLLS)
    starter = 0 if options.paritet else None
    if options.contact_rule.hits and "=" not in source:
        own_checkers, other_checkers = position_ids.read(source, options.checkers)
        return (
            _checked(options, own_checkers, other_checkers, set(), set()),
            RuleHistory(0, rolls, starter),
            None,
        )
    match = _WHOLE.fullmatch(source)
    if match is None:
        raise InvalidPositionError(
            f"not a position: {source!r}; write X=24:2,13:5;O=24:2,13:5 (point:checkers)"
        )
    if (match[4] is not None and rolls is None) or (match[6] is not None and starter is None):
        raise InvalidPositionError("neither rolls nor the starter are of account here")
    if match[4] is not None:
        rolls = int(match[4]), int(match[5])
    if match[6] is not None:
        starter = "XO".index(match[6])
    own_checkers, own_pins = _read_side(options, match[1])
    other_checkers, other_pins = _read_side(options, match[2])
    board = _checked(options, own_checkers, other_checkers, own_pins, other_pins)
    duty = turn_duty_text.read(options, match[7] or "")
    if duty is not None and (own_off(board) or (others_off(board) and starter != 1)):
        raise InvalidPositionError("nothing is to be played in a game that is over")
    return board, RuleHistory(_opening(options, match[3]), rolls, starter), duty


def _write_side(options: TablesOptions, board: Board) -> str:
    checkers, pins = counts(options, board), pinned(board)
    parts = [
        f"{point}:{checkers[point]}{'^' * (point in pins)}" for point in range(24, 0, -1) if checkers[point]
    ]
    if checkers[BAR]:
        parts.insert(0, f"bar:{checkers[BAR]}")
    if checkers[OFF]:
        parts.append(f"off:{checkers[OFF]}")
    return ",".join(parts)


def _read_side(options: TablesOptions, source: str) -> tuple[list[int], set[int]]:
    checkers, pins = [0] * 26, set()
    stated: dict[int, int] = {}
    for part in source.split(",") if source else []:
        match = _PART.fullmatch(part)
        if match is None:
            raise InvalidPositionError(f"not a point and its checkers: {part!r}")
        point = {"bar": BAR, "off": OFF}.get(match[1]) if match[1].isalpha() else int(match[1])
        assert point is not None
        if point in stated:
            raise InvalidPositionError(f"{match[1]} is given twice")
        stated[point] = checkers[point] = int(match[2])
        if match[3]:
            pins.add(point)
    on_board = sum(checkers[1:])
    off = options.checkers - on_board
    if off < 0 or stated.get(OFF, off) != off:
        raise InvalidPositionError(
            f"a side has {options.checkers} checkers, not {on_board} on the board and {checkers[OFF]} off"
        )
    checkers[OFF] = off
    return checkers, pins


def _checked(
    options: TablesOptions,
    own_checkers: list[int],
    other_checkers: list[int],
    own_pins: set[int],
    other_pins: set[int],
) -> Board:
    if not options.contact_rule.hits and (own_checkers[BAR] or other_checkers[BAR]):
        raise InvalidPositionError("nobody is on the bar in this game")
    _check_pins(options, own_checkers, other_checkers, own_pins)
    _check_pins(options, other_checkers, own_checkers, other_pins)
    for point in range(1, 25):
        facing = across(options, point)
        if (
            own_checkers[point]
            and other_checkers[facing]
            and point not in own_pins
            and facing not in other_pins
        ):
            raise InvalidPositionError(f"both sides stand on point {point}")
        if point in own_pins and facing in other_pins:
            raise InvalidPositionError(f"both sides are pinned on point {point}")
    if not any(own_checkers[1:]) and not any(other_checkers[1:]) and not options.paritet:
        raise InvalidPositionError("both sides have borne off all checkers")
    return compose(options, own_checkers, other_checkers, own_pins, other_pins)


def _check_pins(options: TablesOptions, side: list[int], upon: list[int], pins: set[int]) -> None:
    for point in pins:
        if not options.contact_rule.pins:
            raise InvalidPositionError("nobody is pinned in this game")
        if not 1 <= point <= 24 or side[point] != 1 or upon[across(options, point)] == 0:
            raise InvalidPositionError(
                "a pinned checker is the only one of its side there, under some of the other's"
            )


def _opening(options: TablesOptions, source: str | None) -> int:
    if source is None:
        return 0
    if options.head_list != "fivestars" or source not in _OPENINGS:
        raise InvalidPositionError(f"the opening roll {source} is of no account here")
    return _OPENINGS[source]
