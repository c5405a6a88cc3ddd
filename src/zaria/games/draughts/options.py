"""Everything in which the games of draughts differ, as one set of options."""

from functools import cache

import msgspec

from zaria.games.board_games import DARK
from zaria.games.draughts.board import MOST_ROWS, Board, Naming, board, naming, whole_board
from zaria.games.draughts.draws import DRAW_RULES, DrawRules
from zaria.games.protocols import InvalidOptionsError

PRIORITIES = ("none", "count", "count_kings", "king_first", "italian", "frisian")
_CHOICES: dict[str, tuple[str | int, ...]] = {
    "size": (8, 10, 12),
    "rows": (2, 3, 4, 5),
    "priority": PRIORITIES,
    "capture_lines": ("diagonal", "eight"),
    "king_moves": (0, 3),
    "landing": ("any", "behind"),
    "removal": ("end", "at_once"),
    "crowning": ("stop", "king", "man"),
    "draws": tuple(DRAW_RULES),
    "first": (0, 1),
    "numbered_from": (0, 1),
}


class DraughtsOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game of draughts.

    Raises `InvalidOptionsError` for a value or a combination that is no game.

    * size: squares along an edge, 8, 10 or 12; rows: so many are full of men; first: the side that begins;
    * orthogonal: pieces stand on all squares, and move and capture along rows and columns, men forwards and
      sideways; no capture turns round between two pieces (see `orthogonal_kernel`);
    * flying: kings go any distance; back: men capture backwards too; men_take_kings: men capture kings too;
    * priority: which captures are compulsory: any ("none"), those of most pieces ("count"), of these those of
      most kings ("count_kings"), those by a king ("king_first"), or, where kings go one step, those of most
      pieces, then by a king, then of most kings, then of kings as early as possible ("italian"), or those of
      the highest value, a king being worth 1.99 men, then by a king ("frisian");
    * max_in_direction: of the captures of one piece that begin in one direction only those that take most;
    * capture_lines: captures go along diagonals or in "eight" directions, also along rows and columns, over
      every second square; king_moves: so many moves in a row may a side with men make with the same king, 0
      for any number;
    * landing: a flying king lands on any square behind a captured piece ("any") or on the first ("behind");
    * removal: captured pieces leave at the end of the move ("end") or "at_once";
    * crowning: a man that captures into the last row ends there as king ("stop"), goes on as "king", or goes
      on as "man" if it can and else ends there as king;
    * giveaway: who has no pieces or cannot move wins;
    * draws: by which rules the game is drawn, see `draws`; safety_draw: also by the third repetition and
      after fifty moves of either side together without a capture or a move of a man;
    * mirror: the square at light's left hand is not played on; numbered_from: the side from whose right hand
      squares are numbered. Neither changes the moves.
    """

    size: int = 8
    rows: int = 3
    first: int = 0
    orthogonal: bool = False
    flying: bool = True
    back: bool = True
    men_take_kings: bool = True
    priority: str = "none"
    max_in_direction: bool = False
    capture_lines: str = "diagonal"
    king_moves: int = 0
    landing: str = "any"
    removal: str = "end"
    crowning: str = "king"
    giveaway: bool = False
    draws: str = "none"
    safety_draw: bool = False
    mirror: bool = False
    numbered_from: int = DARK

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices or isinstance(value, bool):
                raise InvalidOptionsError(f"{name} is one of {', '.join(map(str, choices))}, not {value!r}")
        if self.priority != "none" and self.max_in_direction:
            raise InvalidOptionsError("where some captures are compulsory no direction matters")
        if self.priority == "italian" and self.flying:
            raise InvalidOptionsError("the order in which kings are taken is one of kings that go one step")
        if self.capture_lines == "eight" and not (self.flying and self.back):
            raise InvalidOptionsError(
                "captures in eight directions are made by flying kings, and by men backwards"
            )
        if self.orthogonal:
            self._check_orthogonal()
        elif self.removal == "at_once" and self.flying and self.landing == "any":
            raise InvalidOptionsError("a king that lands anywhere captures pieces that stay to the end")
        if not self.men_take_kings and self.crowning == "king":
            raise InvalidOptionsError("a man that goes on as king would take kings")

    def _check_orthogonal(self) -> None:
        rules = (self.size, self.flying, self.back, self.men_take_kings, self.priority, self.max_in_direction)
        captures = self.capture_lines, self.king_moves, self.landing, self.removal, self.crowning, self.mirror
        if (rules, captures) != (
            (8, True, False, True, "count", False),
            ("diagonal", 0, "any", "at_once", "man", False),
        ):
            raise InvalidOptionsError("along rows and columns only Turkish draughts is played")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The rules as `DiagonalKernel.set_rules` takes them."""
        return (
            self.size,
            int(self.flying),
            int(self.back),
            PRIORITIES.index(self.priority),
            _CHOICES["crowning"].index(self.crowning),
            int(self.max_in_direction),
            int(self.men_take_kings),
            int(self.landing == "behind"),
            int(self.removal == "at_once"),
            int(self.capture_lines == "eight"),
        )

    @property
    def men(self) -> int:
        """Men of each side at the start."""
        return self.rows * self.squares.wide

    @property
    def is_wide(self) -> bool:
        """True if the game needs the wider words of `wide_kernel`."""
        return self.size > MOST_ROWS or self.capture_lines == "eight"

    @property
    def squares(self) -> Board:
        """The board."""
        return whole_board() if self.orthogonal else board(self.size, in_wide_words=self.is_wide)

    @property
    def naming(self) -> Naming:
        """The names of its squares."""
        return _naming(self)

    @property
    def draw_rules(self) -> DrawRules:
        """The draws, `safety_draw` among them."""
        rules = DRAW_RULES[self.draws]
        return rules.with_safety() if self.safety_draw else rules


@cache
def _naming(options: DraughtsOptions) -> Naming:
    return naming(options.squares, mirror=options.mirror, numbered_from=options.numbered_from)
