"""Bounds of rated matches, all from the environment.

They are written into the terms of each rated match when its table is set (`RatingTerms`), so another number
changes no match that is there already.
"""

from typing import NamedTuple

from zaria import games
from zaria.club.site import environment, variables
from zaria.club.site.data_directory import ConfigurationError
from zaria.games.registry import GAMES
from zaria.match.terms import RatingTerms, Terms

TURNS = "ZARIA_RATED_TURNS"


class RatingLimits(NamedTuple):
    """The bounds of rated matches.

    * a_day: how many rated matches the same two members may begin in a day of UTC (0: any number);
    * early_gain: the most rating points that an opponent gains who wins before enough turns were played;
    * cube: up to which value the cube counts in the winnings of a single game;
    * turns: how many turns by each side are enough, by game ("": in all games), where it is not as many as
      the game itself says (`rated_turns`);
    * address_days: how many days it is kept who sat down to rated matches from the same address (0: not at
      all).
    """

    a_day: int = 5
    early_gain: int = 1
    cube: int = 2
    turns: dict[str, int] = {}
    address_days: int = 90

    def terms(self, terms: Terms) -> RatingTerms:
        """Terms of a match, with their effect on ratings."""
        game = games.get(terms.game, **terms.options)
        single = game.classes[-1][0] * (max(self.cube, 1) if terms.cube else 1)
        return RatingTerms(
            turns=self.enough_turns(terms.game, game.rated_turns),
            early_gain=self.early_gain * 100,
            most_points=terms.length if terms.length > 1 else single,
            a_day=self.a_day,
        )

    def enough_turns(self, game: str, usual: int) -> int:
        """The turns by each side that are enough in a game, which has so many of its own."""
        return self.turns.get(game, self.turns.get("", usual))


def from_environment() -> RatingLimits:
    """The numbers that are set, the others as usual; raises `ConfigurationError`."""
    return RatingLimits(
        environment.number("ZARIA_RATED_A_DAY"),
        environment.number("ZARIA_EARLY_GAIN"),
        environment.number("ZARIA_RATED_CUBE"),
        _turns(variables.value(TURNS)),
        environment.number("ZARIA_ADDRESS_DAYS"),
    )


def _turns(text: str) -> dict[str, int]:
    """ "6" for all games, or "chess=10, tabla=6" for some."""
    turns = {}
    allowed = {"", *GAMES}
    for word in text.replace(",", " ").split():
        game, _, number = word.rpartition("=")
        if game not in allowed or not number.isascii() or not number.isdigit() or len(number) > 4:
            raise ConfigurationError(
                f"{TURNS} is neither a number of turns nor of the form chess=10, tabla=6"
            )
        turns[game] = int(number)
    return turns
