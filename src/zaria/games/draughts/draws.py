"""Draws in draughts, and the counters that lead to them.

`DrawCounters` hold what the board does not show: moves since an ending arose, since the lone king has stood
on the main road, and since a piece was captured or a man moved. `DRAW_RULES` says by which of them a game is
drawn: an ending is one of several pieces against a lone king. The count begins with the ply after the one
that brought the ending about, and begins anew with another number of pieces or, in most games, of kings.

* Russian: three kings alone draw with their 15th move if they hold the main road (r1), more with their 15th
  (r2), whether men stand beside them or not. Apart from that three pieces of any kind draw with their 5th
  move against a king that stays on the main road (r3). A side holds the main road when a piece of it stands
  on a1-h8 and the lone king of the other does not.
* Elsewhere an ending is named by its pieces, and who holds the main road does not matter.
* Only kings moved and nothing captured in so many moves of each side: "kings", in Russian draughts r4.
"""

from typing import NamedTuple

from zaria.games.board_games import Counter
from zaria.games.draughts.board import MAIN_ROAD

SAFETY_PLIES = 50
SAFETY_TIMES = 3
ANY = 99
"""No limit of pieces."""


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


class KingRun(NamedTuple):
    """Moves without a capture that a side has made in a row with one king, and the square of that king."""

    square: int = 0
    moves: int = 0


NO_RUNS = (KingRun(), KingRun())
"""The runs of light and of dark where none is counted."""


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


class EndingRule(NamedTuple):
    """A lone king against several pieces, a limit of moves.

    * name: the reason of the draw;
    * least, most: how many pieces the other side has; kings: at least so many of them are kings;
    * of: how many moves draw, those of the side with more pieces, or of each side where `both` count.
    """

    name: str
    least: int
    most: int
    kings: int
    of: int
    both: bool = False


class DrawRules(NamedTuple):
    """The draws of one game.

    * endings: its endings; crowning_restarts: a crowning among their pieces is a new ending;
    * quiet: plies without a capture or a move of a man that draw, 0 for none; quiet_name: their reason;
    * main_road: the main road matters, as in Russian draughts;
    * repetition: the same position so many times draws, 0 for never;
    * one_each: one piece of each side draws at once unless the side to move can capture;
    * safety: `SAFETY_PLIES` quiet plies draw as well.
    """

    endings: tuple[EndingRule, ...] = ()
    quiet: int = 0
    quiet_name: str = "kings"
    repetition: int = 0
    crowning_restarts: bool = True
    main_road: bool = False
    one_each: bool = False
    safety: bool = False

    def with_safety(self) -> "DrawRules":
        """The same with `safety_draw`."""
        return self._replace(safety=True, repetition=self.repetition or SAFETY_TIMES)


INTERNATIONAL = DrawRules(
    (
        EndingRule("three_one", 3, 3, 1, 16),
        EndingRule("two_one", 2, 2, 1, 5),
        EndingRule("two_one", 1, 1, 1, 5, both=True),
    ),
    quiet=50,
    crowning_restarts=False,
)
DRAW_RULES = {
    "none": DrawRules(),
    "russian": DrawRules(
        (EndingRule("r1", 3, 3, 3, 15), EndingRule("r2", 4, ANY, 3, 15)),
        quiet=30,
        quiet_name="r4",
        main_road=True,
    ),
    "english": DrawRules((EndingRule("one_king", 1, 1, 1, 20, both=True),)),
    "international": INTERNATIONAL,
    "brazilian": DrawRules(
        (EndingRule("lone_king", 1, 2, 1, 5, both=True),), quiet=40, quiet_name="quiet", repetition=3
    ),
    "pool": DrawRules((EndingRule("lone_king", 3, 3, 3, 13),), quiet=60, quiet_name="quiet", repetition=3),
    "spanish": DrawRules((EndingRule("lone_king", 3, 3, 3, 12),), quiet=40, quiet_name="quiet", repetition=3),
    "italian": DrawRules(quiet=80, quiet_name="quiet", repetition=4),
    "frisian": DrawRules(
        (EndingRule("lone_king", 2, 2, 2, 7), EndingRule("lone_king", 1, 1, 1, 2, both=True)), repetition=3
    ),
    "turkish": DrawRules(one_each=True),
    "canadian": INTERNATIONAL._replace(repetition=3),
}
"""The draws of each game, by the option `draws`."""


def ending(rules: DrawRules, pieces: Pieces) -> Ending | None:
    """The ending there is by the rules of a game, if any."""
    men, kings = _counts(pieces)
    total = men[0] + kings[0], men[1] + kings[1]
    strong = 0 if total[0] >= total[1] else 1
    weak = 1 - strong
    if total[weak] != 1 or kings[weak] != 1:
        return None
    for rule in rules.endings:
        if rule.least <= total[strong] <= rule.most and kings[strong] >= rule.kings:
            key = strong, total[strong], kings[strong] if rules.crowning_restarts else 0
            return Ending(key, rule.name, None if rule.both else strong, rule.of)
    return None


def road(rules: DrawRules, pieces: Pieces) -> int | None:
    """The side that has three pieces against one king standing on the main road, if any."""
    if not rules.main_road:
        return None
    for strong in (0, 1):
        men, kings = pieces.side(1 - strong)
        if not men and kings.bit_count() == 1 and kings & MAIN_ROAD and pieces.all[strong].bit_count() == 3:
            return strong
    return None


def after(rules: DrawRules, before: Pieces, tally: DrawCounters, pieces: Pieces, mover: int) -> DrawCounters:
    """The counters after a move of a side."""
    was, now = ending(rules, before), ending(rules, pieces)
    since = 0
    if was and now and was.key == now.key:
        since = tally.ending + (now.strong in (None, mover))
    held = road(rules, pieces)
    on_road = 0
    if held is not None and road(rules, before) == held:
        on_road = tally.road + (held == mover)
    still = _counts(before) == _counts(pieces) and before.side(mover)[0] == pieces.side(mover)[0]
    return DrawCounters(since, on_road, tally.quiet + 1 if still else 0)


def counters(rules: DrawRules, pieces: Pieces, tally: DrawCounters) -> tuple[Counter, ...]:
    """The rules that are counting, each with its moves so far and how many draw."""
    counting = []
    current = ending(rules, pieces)
    if current and (current.name != "r1" or _holds_road(pieces)):
        counting.append(
            Counter(current.name, tally.ending // (2 if current.strong is None else 1), current.of)
        )
    if road(rules, pieces) is not None:
        counting.append(Counter("r3", tally.road, 5))
    if rules.quiet and tally.quiet:
        counting.append(Counter(rules.quiet_name, tally.quiet // 2, rules.quiet // 2))
    if rules.safety and tally.quiet:
        counting.append(Counter("quiet", tally.quiet // 2, SAFETY_PLIES // 2))
    return tuple(counting)


def reason(rules: DrawRules, pieces: Pieces, tally: DrawCounters) -> str:
    """By which of these rules the game is drawn, "" for none."""
    for name, now, of in counters(rules, pieces, tally):
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
