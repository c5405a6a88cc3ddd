"""A committed event on its way to whoever watches: encoded once for each audience, not for each socket."""

import msgspec

from zaria.live import protocol
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.squares_view import ways
from zaria.match.view import after

_PASS = b"[[]]"
"""A tree without a step."""

Ids = tuple[str | None, str | None]
"""The players' ids by side."""


class Published:
    """Event `n` of match `m`. There are three audiences: each of the two sides, and everybody else."""

    __slots__ = ("_body", "_frames", "_match", "_tree", "_view", "at", "ids", "m", "n", "to_move")

    def __init__(
        self, match: Match, n: int, event: ev.Event, body: bytes, now: int, with_tree: bool = True
    ) -> None:
        """`match` is the state after `event`, whose stored JSON is `body`."""
        self.m = match.id
        self.n = n
        self.at = now
        self.ids = ids_of(match)
        self.to_move = match.turn if match.phase == "move" and with_tree else None
        self._body = msgspec.Raw(ev.encode(public(event)) if isinstance(event, ev.Seated) else body)
        self._view = msgspec.Raw(protocol.encode(after(match, event)))
        self._tree = tree_of(match) if with_tree else None
        self._match = match
        self._frames: dict[int | None, bytes] = {}

    def frame(self, reader: str | None) -> bytes:
        """The message for the reader with this id (None: nobody in particular)."""
        you = side_of(self.ids, reader)
        made = self._frames.get(you)
        if made is None:
            moves = you is not None and you == self.to_move
            tree, way = (self._tree, ways(self._match)) if moves else (None, None)
            message = protocol.Ev(self.m, self.n, self.at, you, self._body, self._view, tree, way)
            made = self._frames[you] = protocol.encode(message)
        return made


def ids_of(match: Match) -> Ids:
    """Who sits on the two sides."""
    one, two = match.players
    return one.id if one else None, two.id if two else None


def side_of(ids: Ids, reader: str | None) -> int | None:
    """The side on which `reader` plays."""
    if reader is None:
        return None
    return 0 if ids[0] == reader else 1 if ids[1] == reader else None


def tree_of(match: Match) -> msgspec.Raw | None:
    """All ways to play the stage that is being played, as JSON; None if there are none (a pass follows)."""
    if match.phase != "move" or match.squares is not None:
        return None
    tree = match.position.tree_json()
    return msgspec.Raw(tree) if tree != _PASS else None


def public(event: ev.Event) -> ev.Event:
    """The event as anybody may see it: without a player's id."""
    if isinstance(event, ev.Seated):
        return msgspec.structs.replace(event, player=msgspec.structs.replace(event.player, id=""))
    return event
