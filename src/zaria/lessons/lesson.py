"""A lesson: boards on each of which one turn is asked for. Texts are named by keys and live elsewhere."""

from functools import cached_property

import msgspec

from zaria import games
from zaria.games.board_games import BoardPosition
from zaria.games.dice import Roll
from zaria.games.protocols import Position

Place = int | str
"""A point in the numbers of the side that plays, 25 the bar or hand, 0 off; a square by its name."""

ANY = "*"
"""The result that stands for all that a board neither accepts nor refuses by name."""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn of the other side that is shown after an accepted one, as its game writes it, and its roll."""

    turn: str
    dice: Roll | None = None


class LessonBoard(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A board on which one turn is asked for.

    * id: the file and its own name in it; `goal` is the key of what it asks for, among the texts;
    * game: by whose rules it is played;
    * position: as `zaria turns GAME --position` reads it, `side` being on roll; in board games the text says
      who moves;
    * dice: the roll, None in board games and where the position holds what is to be played;
    * accept: the accepted turns, or the name of a predicate with the number of `answers` that it accepts;
    * refuse: the reason against a turn, by turn or `ANY`;
    * mark, arrows: places that glow, and ways that are drawn from the beginning;
    * hint: the key of a hint that is given after two tries, beside the way of an accepted turn.
    """

    id: str
    goal: str
    game: str
    position: str
    side: int = 0
    dice: Roll | None = None
    accept: tuple[str, ...] | str
    answers: int = 0
    refuse: dict[str, str] = {}
    mark: tuple[Place, ...] = ()
    arrows: tuple[tuple[Place, Place], ...] = ()
    reply: Reply | None = None
    hint: str = ""

    @cached_property
    def before(self) -> Position | BoardPosition:
        """The position with what is to be played. Raises the errors of its text."""
        if games.get(self.game).is_board:
            return games.board_game(self.game).parse(self.position)
        position = games.dice_game(self.game).nth(1).parse(self.position, self.side)
        return position if self.dice is None else position.rolled(self.dice)


class GameLesson(msgspec.Struct, frozen=True):
    """The boards of a game in the order of learning, and the position of a short match against a beginner.

    `mini` is "" where the game itself is short enough; in it side 0 is on roll.
    """

    game: str
    boards: tuple[LessonBoard, ...]
    mini: str = ""
