"""The terms of a tournament, as its director sets them."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, get_args

import msgspec

from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import HIGHEST
from zaria.match.terms import DAY_MS, Terms
from zaria.tournaments.formats.base import Format
from zaria.tournaments.formats.registry import FORMATS, FormatInfo

MOST_PLAYERS = 10_000
MOST_ROUNDS = 100
LONGEST_TITLE, LONGEST_TEXT = 120, 20_000
LONGEST_PAUSE_MS = 3_600_000
FULL_SIZES = (4, 8, 16)
"""Numbers of players with which a knock-out may begin as soon as it is full."""

WHOLE, WHOLE_RATE = 100, 100_00
"""All of an amount, in per cents and in hundredths of a per cent."""

_UNIT = re.compile(r"([A-Z]{3})?", re.ASCII)
_COUNTRY = re.compile(r"([A-Z]{2})?", re.ASCII)

Access = Literal["all", "invited", "code"]


class TournamentTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """`format` is a name of `FORMATS`, `match` the terms of each match, `starts_at` ms since the epoch.

    Amounts are whole numbers of hundredths of the unit, rates hundredths of a per cent, lengths of time ms.

    * rounds: the number of rounds of a Swiss;
    * seeded: a bracket is made by ratings and not by the draw;
    * least, most: with fewer than `least` players at the start it is cancelled; `most` may enter;
    * title, text: the text is in Markdown;
    * fee: each player pays it; bonus: the sponsor adds it; sponsor: the name;
    * unit: an ISO 4217 code, "" for the credits of the club;
    * house_rate, federation_rate: their parts of the fees;
    * shares: whole per cents of the pool by place, the rest goes to the first place;
    * federation: the slug of the federation that holds it, or "";
    * access: for "all", for "invited" players, or for players with a "code";
    * lowest_rating, highest_rating: the bounds of entry, both included; None: no bound;
    * country: an ISO 3166 code of two letters, or ""; members_only_of: the slug of a federation, or "";
    * round_ms: the whole length of an arena, the length of a round of a league, and of every round of matches
      by the day, which end with it; 0: none;
    * absent_ms: the time to come to a match after the start of the round;
    * pause_ms: the pause between the pairing of a later round and its matches; both players may end it;
    * check_in_ms: the time before the start in which players have to check in; 0: no check-in;
    * private: it stands in no list; robots: robot accounts may enter;
    * when_full: a knock-out of 4, 8 or 16 players that begins as soon as it is full.
    """

    format: str
    match: Terms
    starts_at: int
    rounds: int = 5
    seeded: bool = False
    least: int = 2
    most: int = MOST_PLAYERS
    title: str = ""
    text: str = ""
    fee: int = 0
    bonus: int = 0
    sponsor: str = ""
    unit: str = ""
    house_rate: int = 0
    federation_rate: int = 0
    shares: tuple[int, ...] = (100,)
    federation: str = ""
    access: Access = "all"
    lowest_rating: int | None = None
    highest_rating: int | None = None
    country: str = ""
    members_only_of: str = ""
    round_ms: int = 0
    absent_ms: int = 300_000
    check_in_ms: int = 0
    private: bool = False
    robots: bool = False
    when_full: bool = False
    pause_ms: int = 0

    def is_sound(self) -> bool:
        """Return whether a tournament on these terms is possible."""
        return self.objection() is None

    def objection(self) -> str | None:
        """Return the name of the first invalid field, or None."""
        return next((name for name, is_sound in self._checks() if not is_sound), None)

    def _checks(self) -> Iterator[tuple[str, bool]]:
        """Name each field that has bounds, with whether its value keeps them."""
        yield "format", self.format in FORMATS
        yield "title", len(self.title) <= LONGEST_TITLE
        yield "text", len(self.text) <= LONGEST_TEXT
        yield "match", self._has_playable_match()
        yield "starts_at", self.starts_at >= 0
        yield "rounds", 1 <= self.rounds <= MOST_ROUNDS
        yield "least", self.least >= 2
        yield "most", self.least <= self.most <= MOST_PLAYERS
        yield "when_full", not self.when_full or self._can_begin_when_full()
        yield from self._checks_of_money()
        yield from self._checks_of_entry()
        yield "round_ms", self.round_ms >= self._least_round_ms()
        yield "absent_ms", self.absent_ms > 0
        yield "check_in_ms", self.check_in_ms >= 0
        yield "pause_ms", 0 <= self.pause_ms <= LONGEST_PAUSE_MS

    def _checks_of_money(self) -> Iterator[tuple[str, bool]]:
        falling = all(share >= next_share for share, next_share in pairwise(self.shares))
        yield "fee", 0 <= self.fee <= HIGHEST
        yield "bonus", 0 <= self.bonus <= HIGHEST
        yield "sponsor", len(self.sponsor) <= LONGEST_TITLE
        yield "unit", _UNIT.fullmatch(self.unit) is not None
        yield "house_rate", 0 <= self.house_rate <= WHOLE_RATE
        yield "federation_rate", 0 <= self.federation_rate <= WHOLE_RATE - self.house_rate
        yield "federation", bool(self.federation) or self.federation_rate == 0
        # No share exceeds that of the place before it: nobody gains by a lower place.
        yield "shares", bool(self.shares) and self.shares[-1] > 0 and falling and sum(self.shares) <= WHOLE

    def _checks_of_entry(self) -> Iterator[tuple[str, bool]]:
        lowest, highest = self.lowest_rating, self.highest_rating
        yield "access", self.access in get_args(Access)
        yield "lowest_rating", lowest is None or lowest >= 0
        yield "highest_rating", highest is None or highest >= (lowest or 0)
        yield "country", _COUNTRY.fullmatch(self.country) is not None

    def _has_playable_match(self) -> bool:
        """True if a match on these terms can begin; fee and prizes are the only money."""
        try:
            self.match.check_new()
        except CommandRefusedError:
            return False
        paid = self.match.stakes is not None and self.match.stakes.paid
        if self.match.by_day and self._is_continuous():
            return False
        return not paid and not self.match.training

    def _can_begin_when_full(self) -> bool:
        fits = self.format in FORMATS and "when_full" in self.info.settings
        return fits and self.most in FULL_SIZES and not self.check_in_ms

    def rest_ms(self, number: int, since: int, now: int) -> int:
        """Return the ms that remain of the pause before a match of round `number`, paired at `since`.

        0 in the first round, for matches by the day, and if the clock was set back behind the pairing: nobody
        waits longer for that.
        """
        if self.match.by_day or number <= 1 or since > now:
            return 0
        return max(0, since + self.pause_ms - now)

    def _least_round_ms(self) -> int:
        if self.match.by_day:
            return DAY_MS
        return 1 if self._is_continuous() else 0

    def _is_continuous(self) -> bool:
        return self.format in FORMATS and self.info.continuous

    @property
    def info(self) -> FormatInfo:
        """The entry of the format."""
        return FORMATS[self.format]

    @property
    def rules(self) -> Format:
        """The rules of pairing and ranking."""
        return self.info.create(self)
