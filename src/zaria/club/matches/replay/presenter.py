"""The protocol of a kind of games in a replay: its sentences, and the data of its board."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from zaria.club.matches.replay.narration import Names, Sentences
from zaria.games.protocols import Option
from zaria.records.replay import Frame

Options = Mapping[str, Option]
"""The agreed options of a game."""


class ListedMove(NamedTuple):
    """A move in the list: the frame it leads to, and how books write it.

    `ahead` says why nobody gave it then, "" if somebody did.
    """

    at: int
    text: str
    ahead: str = ""


class MovePair(NamedTuple):
    """A numbered move of both sides, the first player's first; number 0: another remark."""

    number: int
    moves: tuple[ListedMove | None, ...]
    at: int = 0
    text: str = ""


class FramePresenter(Protocol):
    """The presenter of games of one kind on the pages of a replay. Stateless."""

    @property
    def sentences(self) -> Sentences:
        """The sentences of its events."""

    @property
    def sides(self) -> Names:
        """The sides of a position without players, in the visitor's language."""

    def remaining(self, frame: Frame, names: Names) -> str:
        """The stages still to be played, or the moves counted towards an end; "" for none."""

    def squares(self, frame: Frame) -> dict[str, Any] | None:
        """The board of squares that the page draws; None where it is one of points."""

    def borne_off(self, frame: Frame) -> tuple[int, int]:
        """The checkers that each side has borne off."""

    def score(self, frame: Frame) -> tuple[object, object]:
        """The score beside each player's name."""

    def details(self, frames: Sequence[Frame]) -> list[dict[str, Any]]:
        """Fields that the script needs with each frame beside its own."""

    def opening(self, frames: Sequence[Frame]) -> ListedMove | None:
        """The name of the opening and the frame that has it last; None where it has no name."""

    def turn_name(self, before: Frame, frame: Frame) -> str:
        """The name of the turn of a frame, such as "31P" for a first turn; "" for none."""

    def board(self, frames: Sequence[Frame], options: Options, *, mirror: bool, cube: bool) -> dict[str, Any]:
        """Fields that tell the script how to draw the board of these frames."""

    def query(self, frame: Frame, *, cube: bool) -> list[tuple[str, str]]:
        """Fields of the address of a position, behind its text and the options."""

    def move_pairs(self, frames: Sequence[Frame], remarks: Mapping[int, str]) -> list[MovePair]:
        """The list of moves by number; `remarks` by their frames. Empty where turns are listed one by one."""

    def example(self, frame: Frame) -> str:
        """A position written as the page takes it."""
