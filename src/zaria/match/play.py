"""The protocol of a kind of games in a match: its commands, its events, its visible state."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from zaria.games.protocols import GameKind
from zaria.match import events as ev
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.moment import Moment
from zaria.match.shared_events import Appliers

Handlers = Mapping[type, Callable[[Draft, int, Any], None]]
"""The handlers of the commands of play, given by one of the sides."""


class BoardShape(NamedTuple):
    """The shape of a board: fields of `match.view.View`."""

    contact: str
    parallel: bool
    size: int
    coordinates: str
    light_below: bool
    first: int
    hand: bool


class MoveView(msgspec.Struct, frozen=True):
    """A legal move: what to send, the squares it goes through, what it takes, what the piece becomes."""

    move: str
    path: tuple[str, ...]
    captures: tuple[str, ...] = msgspec.field(name="takes")
    promotion: str = msgspec.field(name="becomes")


class Play(Protocol):
    """The play of the games of one kind in a match. Stateless."""

    @property
    def kind(self) -> GameKind:
        """Its key."""

    @property
    def handlers(self) -> Handlers:
        """The commands of play."""

    @property
    def appliers(self) -> Appliers:
        """The events that are not common to both kinds."""

    def actor(self, match: Match, side: int | None) -> int:
        """The side that gives a command of play; raises `CommandRefusedError` unless it may."""

    def starter(self, match: Match) -> int | None:
        """The side that begins the first game, None where dice decide."""

    def check_order(self, match: Match, event: ev.Event) -> None:
        """Raise `BrokenHistoryError` where an event of play cannot follow."""

    def end_on_time(self, draft: Draft, before: Match, loser: int) -> None:
        """End the game of a side that was out of time in the match `before`."""

    def end_by_absence(self, draft: Draft, before: Match, winner: int | None) -> None:
        """End the match `before`, which a side has left; no winner: a draw."""

    def moment(self, match: Match) -> Moment:
        """The visible state that an event may change."""

    def board_shape(self, match: Match) -> BoardShape:
        """The shape of the present game's board."""

    def tree(self, match: Match) -> bytes | None:
        """All ways to play the stage that is due, as JSON; None where steps are not played or none can be."""

    def effects(self, match: Match) -> bytes | None:
        """The effects of the steps of that tree, as JSON; None where none has any."""

    def moves(self, match: Match) -> list[MoveView] | None:
        """All legal moves on a board of squares; None where nobody moves on one."""

    def plies(self, match: Match) -> int:
        """Return the moves made in a board game; 0 in games with dice, which count rolls."""

    def notation(self, before: Match, event: ev.TurnPlayed | ev.Moved) -> str:
        """A turn as books of the game write it."""

    def position_text(self, match: Match) -> str:
        """The position written."""
