"""What the players agree on before they sit down."""

import msgspec

from zaria import games
from zaria.games.game import BadOptions, UnknownGame
from zaria.match.refusals import Refused

LENGTHS = (1, 3, 5, 7, 9)
"""A single game, or a match to so many points (anafeds rules; 1 is the single game)."""

_LONGEST = 24 * 60 * 60 * 1000


class ClockTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """One clock for every habit, all in milliseconds.

    `delay` is time for each move that is not saved, `bank` what runs after it and is given for one
    game, `increment` what a finished turn adds to the bank. The anafeds clock ("time per move, then
    overtime") is a delay and a bank; "30 s a move" is a delay alone; "5 min + 10 s" has no delay.
    """

    delay: int = 0
    bank: int = 0
    increment: int = 0

    def sound(self) -> bool:
        """Whether such a clock can be played by."""
        parts = (self.delay, self.bank, self.increment)
        return all(0 <= part <= _LONGEST for part in parts) and self.delay + self.bank > 0


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a match; they never change once it is open.

    `game` and `options` are those of `zaria.games.get`. `length` is in points (`LENGTHS`), `cube`
    whether doubling is allowed, `crawford` whether the Crawford game is kept in matches, `mirror`
    whether the board is shown the other way round: it changes the drawing alone.
    """

    game: str
    options: dict[str, str | int | bool] = {}
    length: int = 1
    cube: bool = False
    crawford: bool = True
    clock: ClockTerms | None = None
    mirror: bool = False

    def check(self) -> None:
        """Raise `Refused("bad_terms")` unless a match can be played on these terms."""
        if self.length not in LENGTHS or (self.clock is not None and not self.clock.sound()):
            raise Refused("bad_terms")
        try:
            games.get(self.game, **self.options)
        except (UnknownGame, BadOptions) as error:
            raise Refused("bad_terms") from error
