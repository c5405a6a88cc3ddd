"""What a player, or the server itself, may ask a match for.

As JSON a command is an object whose `t` names its kind, the same that a browser sends.
"""

import msgspec

from zaria.match.events import Move, Player


class _Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class Sit(_Command, frozen=True, tag="sit"):
    """Take the seat of the side that asks.

    `seal` must be the match's: it proves that the commitment was seen before `seed` was given.
    """

    player: Player
    seed: str
    seal: str


class Roll(_Command, frozen=True, tag="roll"):
    """Roll both dice."""


class Play(_Command, frozen=True, tag="play"):
    """Play a whole turn: (point, die) in order, answering roll number `n`."""

    moves: tuple[Move, ...]
    n: int


class Double(_Command, frozen=True, tag="double"):
    """Offer to play on for twice the points."""


class Take(_Command, frozen=True, tag="take"):
    """Take the offered double."""


class Drop(_Command, frozen=True, tag="drop"):
    """Decline the offered double and lose the game."""


class Resign(_Command, frozen=True, tag="resign"):
    """Offer to lose the game by `points` (1 to 3, before the cube)."""

    points: int


class Accept(_Command, frozen=True, tag="accept"):
    """Accept the offered resignation."""


class Reject(_Command, frozen=True, tag="reject"):
    """Refuse the offered resignation."""


class Flag(_Command, frozen=True, tag="flag"):
    """State that the time of whoever has to act is over."""


class Credit(_Command, frozen=True, tag="credit"):
    """Set the running clock back by `ms` (the server only)."""

    ms: int


Command = Sit | Roll | Play | Double | Take | Drop | Resign | Accept | Reject | Flag | Credit
