"""A committed event on its way to the watchers: encoded once for each audience, not for each socket."""

from typing import Self

import msgspec

from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import EventFrame
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.view import after

Ids = tuple[str | None, str | None]
"""The players' ids by side."""


class PackedEvent(msgspec.Struct, frozen=True, array_like=True):
    """A `PublishedEvent` for another process: the JSON for each audience."""

    m: str
    n: int
    at: int
    ids: Ids
    to_move: int | None
    body: bytes
    view: bytes
    tree: bytes | None
    ways: bytes | None
    effects: bytes | None = None
    acts: int | None = None


class _Kind(msgspec.Struct):
    t: str


_kind = msgspec.json.Decoder(_Kind)


class PublishedEvent:
    """Event `n` of match `m`. There are three audiences: each of the two sides, and everybody else."""

    __slots__ = (
        "_body",
        "_effects",
        "_frames",
        "_match",
        "_tree",
        "_view",
        "_ways",
        "acts",
        "at",
        "ids",
        "m",
        "n",
        "to_move",
    )

    def __init__(
        self, match: Match, n: int, event: ev.Event, body: bytes, now: int, *, with_tree: bool = True
    ) -> None:
        """`match` is the state after `event`, whose stored JSON is `body`."""
        self.m = match.id
        self.n = n
        self.at = now
        self.ids = ids_of(match)
        self.acts = match.acting_side() if match.terms.local is not None else None
        """The side for which the player acts who sits for both on one device."""
        self.to_move = match.turn if match.phase == "move" and with_tree else None
        self._body = msgspec.Raw(ev.encode(public(event)) if type(event) is ev.Seated else body)
        self._view = msgspec.Raw(encode(after(match, event)))
        self._tree = tree_of(match) if self.to_move is not None else None
        self._effects = effects_of_tree(match) if self.to_move is not None else None
        self._match: Match | None = match
        self._ways: msgspec.Raw | None = None
        self._frames: dict[int | None, bytes] = {}

    @classmethod
    def unpack(cls, packed: PackedEvent) -> Self:
        """Restore what another process published."""
        published = cls.__new__(cls)
        published.m, published.n, published.at, published.ids = packed.m, packed.n, packed.at, packed.ids
        published.to_move, published.acts = packed.to_move, packed.acts
        published._body, published._view = msgspec.Raw(packed.body), msgspec.Raw(packed.view)
        published._tree, published._effects = _raw(packed.tree), _raw(packed.effects)
        published._ways = _raw(packed.ways)
        published._match = None
        published._frames = {}
        return published

    def pack(self) -> PackedEvent:
        """Pack it for another process, which need not know the match."""
        tree, way = (self._tree, self._moves()) if self.to_move is not None else (None, None)
        return PackedEvent(
            self.m,
            self.n,
            self.at,
            self.ids,
            self.to_move,
            bytes(self._body),
            bytes(self._view),
            None if tree is None else bytes(tree),
            None if way is None else bytes(way),
            None if self._effects is None else bytes(self._effects),
            self.acts,
        )

    @property
    def kind(self) -> str:
        """The tag of the event."""
        return _kind.decode(self._body).t

    def frame(self, reader: str | None) -> bytes:
        """The message for the reader with this id (None: nobody in particular)."""
        you = side_of(self.ids, reader)
        if you is not None and self.acts is not None:
            you = self.acts
        frame = self._frames.get(you)
        if frame is None:
            moves = you is not None and you == self.to_move
            tree, way, effects = (self._tree, self._moves(), self._effects) if moves else (None, None, None)
            message = EventFrame(self.m, self.n, self.at, you, self._body, self._view, tree, way, effects)
            frame = self._frames[you] = encode(message)
        return frame

    def _moves(self) -> msgspec.Raw | None:
        """The legal moves of a board game for the side on turn, as JSON."""
        if self._match is not None and self._ways is None:
            moves = play_of(self._match).moves(self._match)
            self._ways = None if moves is None else msgspec.Raw(encode(moves))
        return self._ways


def ids_of(match: Match) -> Ids:
    """The players' ids by side."""
    first, second = match.players
    return first.id if first else None, second.id if second else None


def side_of(ids: Ids, reader: str | None) -> int | None:
    """The side on which `reader` plays."""
    if reader is None:
        return None
    return 0 if ids[0] == reader else 1 if ids[1] == reader else None


def playing_side(match: Match, reader: str | None) -> int | None:
    """The side for which `reader` plays now: on one device the one that acts."""
    side = side_of(ids_of(match), reader)
    return side if side is None or match.terms.local is None else match.acting_side()


def tree_of(match: Match) -> msgspec.Raw | None:
    """All ways to play the present stage, as JSON; None if there are none (a pass follows)."""
    return _raw(play_of(match).tree(match))


def effects_of_tree(match: Match) -> msgspec.Raw | None:
    """The effects of the steps of the tree, as JSON; None if none has any."""
    return _raw(play_of(match).effects(match))


def _raw(text: bytes | None) -> msgspec.Raw | None:
    return None if text is None else msgspec.Raw(text)


def public(event: ev.Event) -> ev.Event:
    """The event as anybody may see it: without a player's id."""
    if isinstance(event, ev.Seated):
        return msgspec.structs.replace(event, player=msgspec.structs.replace(event.player, id=""))
    return event
