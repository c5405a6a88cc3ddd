"""Draws in draughts, and the counters that lead to them.

`DrawCounters` hold what the board does not show: moves since an ending arose, since the lone king has stood
on the main road, and since a piece was captured or a man moved. What an ending is depends on the game:

* Russian: three kings or more, with or without men, against one king. Any capture or crowning is a new
  ending. Three kings alone draw with their 15th move if they hold the main road (r1), more with their 15th
  (r2). Apart from that three pieces of any kind draw with their 5th move against a king that stays on the
  main road (r3). Only kings moved and nothing captured in 15 moves of each side: r4.
* English: one king each, 20 moves of each.
* International: three pieces, a king among them, against one king draw with their 16th move ("three_one"),
  two with their 5th, one king with the 5th of each side ("two_one"). Crowning does not begin a new ending, a
  capture does. Only kings moved and nothing captured in 25 moves of each side: "kings".

The count begins with the ply after the one that brought the ending about. A side holds the main road when a
piece of it stands on a1-h8 and the lone king of the other does not.
"""

from typing import NamedTuple

from zaria.games.board_games import Counter
from zaria.games.draughts.board import MAIN_ROAD

SAFETY_PLIES = 50
SAFETY_TIMES = 3


class Pieces(NamedTuple):
    """The squares of men and kings of light and dark, as bits."""

    light_men: int
    light_kings: int
    dark_men: int
    dark_kings: int

    def side(self, side: int) -> tuple[int, int]:
        """Men and kings of a side."""
        return self[2:] if side else self[:2]

    @property
    def all(self) -> tuple[int, int]:
        """All pieces of light, of dark."""
        return self.light_men | self.light_kings, self.dark_men | self.dark_kings


class DrawCounters(NamedTuple):
    """The counters towards a draw.

    * ending: moves of the stronger side since the ending arose, plies where neither is stronger;
    * road: its moves while the lone king has stood on the main road;
    * quiet: plies since anything was captured or a man moved.
    """

    ending: int = 0
    road: int = 0
    quiet: int = 0


NOTHING = DrawCounters()


class Ending(NamedTuple):
    """An ending that limits moves.

    * key: what must stay the same lest the count begin anew;
    * name: the reason of the draw;
    * strong: whose moves are counted, None for those of both;
    * of: how many moves of a side draw.
    """

    key: tuple[int, ...]
    name: str
    strong: int | None
    of: int


def ending(draws: str, pieces: Pieces) -> Ending | None:
    """The ending there is by the rules of a game, if any."""
    men, kings = _counts(pieces)
    total = men[0] + kings[0], men[1] + kings[1]
    if draws == "english":
        return Ending((), "one_king", None, 20) if total == kings == (1, 1) else None
    strong = 0 if total[0] >= total[1] else 1
    weak = 1 - strong
    if total[weak] != 1 or kings[weak] != 1:
        return None
    if draws == "russian":
        if kings[strong] < 3:
            return None
        return Ending((strong, men[strong], kings[strong]), "r1" if total[strong] == 3 else "r2", strong, 15)
    if draws == "international" and total[strong] <= 3 and kings[strong]:
        key = strong, total[strong]
        if total[strong] == 3:
            return Ending(key, "three_one", strong, 16)
        return Ending(key, "two_one", None if total[strong] == 1 else strong, 5)
    return None


def road(draws: str, pieces: Pieces) -> int | None:
    """The side that has three pieces against one king standing on the main road, if any."""
    if draws != "russian":
        return None
    for strong in (0, 1):
        men, kings = pieces.side(1 - strong)
        if not men and kings.bit_count() == 1 and kings & MAIN_ROAD and pieces.all[strong].bit_count() == 3:
            return strong
    return None


def after(draws: str, before: Pieces, tally: DrawCounters, pieces: Pieces, mover: int) -> DrawCounters:
    """The counters after a move of a side."""
    was, now = ending(draws, before), ending(draws, pieces)
    since = 0
    if was and now and was.key == now.key:
        since = tally.ending + (now.strong in (None, mover))
    held = road(draws, pieces)
    on_road = 0
    if held is not None and road(draws, before) == held:
        on_road = tally.road + (held == mover)
    still = _counts(before) == _counts(pieces) and before.side(mover)[0] == pieces.side(mover)[0]
    return DrawCounters(since, on_road, tally.quiet + 1 if still else 0)


def counters(draws: str, *, safety: bool, pieces: Pieces, tally: DrawCounters) -> tuple[Counter, ...]:
    """The rules that are counting, each with its moves so far and how many draw."""
    counting = []
    current = ending(draws, pieces)
    if current and (current.name != "r1" or _holds_road(pieces)):
        counting.append(
            Counter(current.name, tally.ending // (2 if current.strong is None else 1), current.of)
        )
    if road(draws, pieces) is not None:
        counting.append(Counter("r3", tally.road, 5))
    if draws == "russian" and tally.quiet:
        counting.append(Counter("r4", tally.quiet // 2, 15))
    if draws == "international" and tally.quiet:
        counting.append(Counter("kings", tally.quiet // 2, 25))
    if safety and tally.quiet:
        counting.append(Counter("quiet", tally.quiet // 2, SAFETY_PLIES // 2))
    return tuple(counting)


def reason(draws: str, *, safety: bool, pieces: Pieces, tally: DrawCounters) -> str:
    """By which of these rules the game is drawn, "" for none."""
    for name, now, of in counters(draws, safety=safety, pieces=pieces, tally=tally):
        if now >= of:
            return name
    return ""


def _holds_road(pieces: Pieces) -> bool:
    """Does the side with more pieces hold the main road?"""
    weak, strong = sorted(pieces.all, key=int.bit_count)
    return bool(strong & MAIN_ROAD) and not weak & MAIN_ROAD


def _counts(pieces: Pieces) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return how many men, how many kings the sides have."""
    light_men, light_kings, dark_men, dark_kings = map(int.bit_count, pieces)
    return (light_men, dark_men), (light_kings, dark_kings)
