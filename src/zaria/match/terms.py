"""The terms that players agree on before they sit down."""

from functools import cache
from itertools import product
from typing import Literal, Self

import msgspec
from msgspec.structs import replace

from zaria import games
from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame, InvalidOptionsError, UnknownGameError
from zaria.match.first_position import can_begin
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.versions import RULES_VERSION

LENGTHS = (1, 3, 5, 7, 9)
"""The lengths offered first: a single game, or a match to so many points (anafeds rules)."""

LONGEST = 64
"""The points of the longest match; every length up to it can be agreed on."""

SESSION = 0
"""The length of a money session: single games for points, one after another, until somebody has enough."""

AUTO_DOUBLES = 6
"""The most automatic doubles that can be agreed on: then the cube shows 64."""

LONGEST_NAME = 40
"""The most characters in the name of a side of a match on one device."""

Speed = Literal["fast", "normal", "slow", "unlimited", "days"]
"""A player's time for a game: under 5 minutes, under 15, more, without limit, or counted in days."""

_FAST, _NORMAL = 5 * 60_000, 15 * 60_000
_USUAL_MOVES = 40

_LONGEST = 24 * 60 * 60 * 1000

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS

DAYS = (1, 2, 3, 5, 7, 14)
"""The days a turn that can be agreed on."""

POOLS = ((3, 12), (7, 24), (14, 24))
"""The pools that can be agreed on: days in all, and hours back for each turn."""

USUAL_POOL = (7, 24)
"""The pool that a new table offers first."""


class ClockTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """One clock for every habit, all in milliseconds.

    `delay` is time for each move that is not saved, `bank` what runs after it and is given for one
    game, `increment` what a finished turn adds to the bank. The anafeds clock ("time per move, then
    overtime") is a delay and a bank; "30 s a move" is a delay alone; "5 min + 10 s" has no delay.

    Games by the day have one of `days` (a turn: a delay of so many days) and `pool` (days for a whole match,
    and hours back for each turn: a bank that never exceeds its start). With `vacation` the clock stands while
    its player is on vacation, with `weekends` on Saturdays and Sundays (UTC).
    """

    delay: int = 0
    bank: int = 0
    increment: int = 0
    days: int = 0
    pool: tuple[int, int] | None = None
    vacation: bool = False
    weekends: bool = False

    @classmethod
    def by_days(cls, days: int, *, vacation: bool = True, weekends: bool = False) -> Self:
        """Return the clock of a game with so many days a turn."""
        return cls(delay=days * DAY_MS, days=days, vacation=vacation, weekends=weekends)

    @classmethod
    def with_pool(cls, days: int, hours: int, *, vacation: bool = True, weekends: bool = False) -> Self:
        """Return the clock of a match with so many days in all, and so many hours back for each turn."""
        return cls(
            bank=days * DAY_MS,
            increment=hours * HOUR_MS,
            pool=(days, hours),
            vacation=vacation,
            weekends=weekends,
        )

    @property
    def by_day(self) -> bool:
        """True if time is counted in days: the players need not be at the table together."""
        return bool(self.days) or self.pool is not None

    @property
    def period(self) -> int:
        """The time (ms) that a side has at most for its first turn."""
        return self.delay + self.bank

    def sound(self) -> bool:
        """Return whether such a clock can be played by."""
        if self.by_day:
            return self in _clocks_by_day()
        if self.vacation or self.weekends:
            return False
        parts = (self.delay, self.bank, self.increment)
        return all(0 <= part <= _LONGEST for part in parts) and self.delay + self.bank > 0


@cache
def _clocks_by_day() -> frozenset[ClockTerms]:
    """Return all clocks by the day that can be agreed on."""
    return frozenset(
        clock
        for vacation, weekends in product((False, True), repeat=2)
        for clock in (
            *(ClockTerms.by_days(days, vacation=vacation, weekends=weekends) for days in DAYS),
            *(ClockTerms.with_pool(*pool, vacation=vacation, weekends=weekends) for pool in POOLS),
        )
    )


def speed(clock: ClockTerms | None) -> Speed:
    """The speed of games with this clock, by the time that a side has for forty moves."""
    if clock is None:
        return "unlimited"
    if clock.by_day:
        return "days"
    time = clock.bank + _USUAL_MOVES * (clock.delay + clock.increment)
    return "fast" if time < _FAST else "normal" if time < _NORMAL else "slow"


class RatingTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bounds of a rated match, as the club sets them when the table is set.

    They stand in the record, so that a match counts ever after as it did when it was played. A match whose
    terms say nothing of it counts in full, whatever came of it. A tournament sets its own.

    * turns: how many turns each side plays, at least, or the match ends early;
    * early_gain: the most that the winner of such a match gains, in hundredths of a rating point;
    * most_points: the most that one match adds to winnings, or takes from them (None: any number);
    * a_day: how many rated matches the same two may begin in a day (0: any number).
    """

    turns: int = 0
    early_gain: int = 0
    most_points: int | None = None
    a_day: int = 0


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a match; they never change once it is open. On squares it is one game without a cube.

    * game, options: those of `zaria.games.get`;
    * length: in points, up to `LONGEST`; 1 is the single game, `SESSION` a money session, which is unrated
      and without stakes;
    * cube: whether doubling is allowed; crawford: whether matches have the Crawford game;
    * beaver: the doubled side may double again at once and keep the cube; raccoon: and the other once more;
    * jacoby: a win counts one point as long as neither player has turned the cube;
    * auto_doubles: how often in a game equal opening dice double the cube, at most;
    * raises: the cube is turned to the "double" of its value, or one is "add"ed;
    * stakes: what it is played for, None for the honour;
    * mirror: whether the board is shown the other way round; it changes the drawing alone;
    * delayed: onlookers see each move when the next one is made;
    * rated: only members may sit, and the result changes their ratings;
    * rating_terms: how it counts then; set by the server;
    * unrated: why it is not rated although it was to be: the two have played all the rated matches of a
      day ("pair");
    * training: against the computer, for nothing: one may ask for the best turn, and take one back;
    * position: the text of the position from which the game begins instead of its own start, for a single
      game that counts for nothing; starter: the side on roll in it (on squares the text says it);
    * start_score: the points that each side has before the first game: a handicap in a match to points. One
      side has none, and such a match is unrated and without stakes;
    * tournament: the id of the tournament that it belongs to, "" for none; set by the server. Both players
      must come: nobody can cancel the table, leave without losing, claim a draw or have a rematch;
    * same_start: the number of the starting position that was drawn for the first of two games, of which this
      is the second: both players have had both colours then;
    * local: two people share one device, and one player sits for both: the names of light and dark. Such a
      match counts for nothing, and is listed nowhere.
    """

    game: str
    options: dict[str, str | int | bool] = {}
    length: int = 1
    cube: bool = False
    crawford: bool = True
    clock: ClockTerms | None = None
    mirror: bool = False
    beaver: bool = False
    raccoon: bool = False
    jacoby: bool = False
    auto_doubles: int = 0
    raises: Literal["double", "add"] = "double"
    stakes: Stakes | None = None
    delayed: bool = False
    rated: bool = False
    training: bool = False
    rating_terms: RatingTerms | None = None
    unrated: Literal["", "pair"] = ""
    position: str = ""
    starter: Literal[0, 1] = 0
    tournament: str = ""
    local: tuple[str, str] | None = None
    start_score: tuple[int, int] | None = None
    same_start: int | None = None

    @property
    def by_day(self) -> bool:
        """True if the match is played by the day."""
        return self.clock is not None and self.clock.by_day

    def without_rating(self) -> "Terms":
        """The same terms for two who have played all the rated matches of a day."""
        return replace(self, rated=False, unrated="pair")

    def as_ordered(self) -> "Terms":
        """The terms as the players asked for them: what the server decided about ratings is open again."""
        return replace(self, rated=self.rated or self.unrated == "pair", rating_terms=None, unrated="")

    def check(self, version: int = RULES_VERSION) -> None:
        """Raise `CommandRefusedError` with the reason unless these rules allow a match on these terms."""
        reason = self._unplayable() or self._cube_objection()
        if reason is None and self.cube and version > 1 and not games.get(self.game).cube:
            reason = "no_cube"
        if reason is not None:
            raise CommandRefusedError(reason)

    def is_playable(self) -> bool:
        """Return whether these rules allow a match on these terms."""
        try:
            self.check()
        except CommandRefusedError:
            return False
        return True

    def check_new(self) -> None:
        """As `check`, for a match that begins now: those that are stored may have older terms."""
        self.check()
        if self.rated and self.clock is None:
            raise CommandRefusedError("rated_without_clock")
        if self.stakes is not None and self.stakes.paid:
            self._check_fit_for_stakes()
        if self.tournament and (self.clock is None or self.stakes is not None or self.training):
            raise CommandRefusedError("tournament_terms")

    def _check_fit_for_stakes(self) -> None:
        """Raise `CommandRefusedError` unless paid stakes go with these terms.

        They ask for a rated match with a clock, which onlookers see one move late.
        """
        if self.unrated == "pair":
            raise CommandRefusedError("pair_limit_staked")
        if not self.rated or self.clock is None or not self.delayed:
            raise CommandRefusedError("stakes_unrated")

    def renewed(self) -> "Terms":
        """The same for another match with the sides changed, by the present rules.

        What they do not allow any more is left out. A handicap stays with its player.
        """
        terms = replace(
            self.as_ordered(),
            tournament="",
            same_start=None,
            start_score=None if self.start_score is None else self.start_score[::-1],
        )
        if terms.clock is None:
            terms = replace(terms, rated=False)
        if not terms.cube or games.get(terms.game).cube:
            return terms
        same = replace(terms, cube=False, beaver=False, raccoon=False, jacoby=False)
        return replace(same, auto_doubles=0, raises="double")

    def _unplayable(self) -> str | None:
        if not SESSION <= self.length <= LONGEST or (self.clock is not None and not self.clock.sound()):
            return "bad_terms"
        if self.stakes is not None and not self.stakes.sound():
            return "bad_stakes"
        if self.length == SESSION and (self.rated or self.stakes is not None or self.tournament):
            return "session_counts"
        if self.start_score is not None:
            if min(self.start_score) != 0 or not 0 < max(self.start_score) < self.length:
                return "bad_handicap"
            if self.rated or self.stakes is not None or self.tournament:
                return "handicap_counts"
        if self.training and (self.rated or self.stakes is not None):
            return "training_counts"
        if self.by_day and (self.length == SESSION or self.stakes or self.training or self.local):
            return "by_day_terms"
        if self.local is not None and (reason := self._local_objection()):
            return reason
        try:
            game = games.get(self.game, **self.options)
        except UnknownGameError:
            return "bad_terms"
        except InvalidOptionsError:
            return "bad_options"
        if game.one_game and (self.length != 1 or self.cube):
            return "one_game"
        if SESSION < self.length < len(game.rotation):
            return "rotation_too_short"
        if self.jacoby and game.classes[-1][0] == 1:
            return "jacoby_for_nothing"
        if self.position and (self.rated or self.stakes is not None or self.tournament):
            return "position_counts"
        if (self.position or self.starter) and not self._can_begin(game):
            return "bad_position"
        if self.same_start is not None and not self._draws_start(game):
            return "bad_options"
        return None

    def _local_objection(self) -> str | None:
        """Return the code of a conflict with a match on one device, or None."""
        if self.rated or self.stakes is not None or self.training or self.tournament:
            return "local_counts"
        return None if all(0 < len(name) <= LONGEST_NAME for name in self.local or ()) else "bad_terms"

    def _draws_start(self, game: DiceGame | BoardGame) -> bool:
        """Return whether `same_start` may have been drawn in such a match."""
        starts = game.drawn_starts if game.is_board and not self.position else 0
        return self.same_start is not None and 0 <= self.same_start < starts

    def _can_begin(self, game: DiceGame | BoardGame) -> bool:
        single = bool(self.position) and self.length == 1 and len(game.rotation) == 1
        return single and can_begin(game, self.position, self.starter)

    def _cube_objection(self) -> str | None:
        """Return the code of a conflict between the agreements about the cube, or None."""
        if not 0 <= self.auto_doubles <= AUTO_DOUBLES or self.raises not in ("double", "add"):
            return "bad_terms"
        if not self.cube and (self.beaver or self.raccoon or self.jacoby):
            return "cube_needed"
        if not self.cube and (self.auto_doubles or self.raises != "double"):
            return "cube_needed"
        if self.raccoon and not self.beaver:
            return "raccoon_without_beaver"
        if self.beaver and self.raises == "add":
            return "beaver_with_raises"
        if self.jacoby and self.length > 1:
            return "jacoby_in_a_match"
        return None
