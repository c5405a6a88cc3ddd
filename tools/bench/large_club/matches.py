"""Results of matches, with the ratings, stakes, gifts and purchases that come with them."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from django.conf import settings
from tools.bench.large_club.money import Money
from tools.bench.large_club.population import DAY_MS, VETERAN, Person, Population
from tools.bench.large_club.rows import Batches

from zaria.club.matches.results.models import LastMeeting, Played
from zaria.club.ratings import ledger
from zaria.club.ratings.models import Change, PairMatch, Season, SeatAddress, Standing
from zaria.club.ratings.seasons import periods
from zaria.club.ratings.system import RatingState, rating_system
from zaria.club.shop.goods import GOODS

GAMES = {
    "tabla": 24,
    "tapa": 5,
    "gulbara": 5,
    "long-nardy": 22,
    "short-nardy": 12,
    "backgammon": 14,
    "chess": 4,
}
"""Games by how often each is played."""
STAKES = (100, 200, 500, 1000)
RATED, CASUAL = 0.6, 0.75
"""Shares of rated matches, and of these with those of members that are not; the others are with programs."""
GIFTS, PURCHASES = 0.66, 0.1
"""Gifts and purchases for each match."""
EARLY, EARLY_GAIN = 0.02, 1
"""Share of rated matches that end before they count in full, and what their winners gain at most."""
PER_VETERAN = 40
"""Of so many matches one is the veteran's."""
ADDRESSES_DAYS = 90
HOUR_MS = 3_600_000


class Match(NamedTuple):
    """A match that is over; times in ms since the epoch."""

    id: str
    game: str
    pair: tuple[Person, Person]
    won: int
    score: tuple[int, int]
    rated: bool
    program: bool
    early: bool
    began: int
    ended: int


class Matches:
    """The matches of a club, from its first day on."""

    def __init__(self, population: Population, batches: Batches) -> None:
        self._population, self._batches = population, batches
        self._choices = population.choices
        self._money = Money(batches, settings.LEDGER.unit)
        self._system = rating_system()
        self._states: dict[ledger.Key, RatingState] = {}
        self._seasons: dict[tuple[int, str, str], Season] = {}
        self._meetings: dict[tuple[str, str], int] = {}

    def play(self, count: int) -> None:
        """Store so many results and all that follows from them."""
        goods = [*GOODS.values()]
        for match in self._matches(count):
            stake = self._stake(match)
            self._batches.add(Played(**self._fields(match), stake=stake))
            if match.rated:
                self._rate(match)
            if self._choices.random() < GIFTS:
                self._money.give(self._population.someone(), match.ended, DAY_MS)
            if self._choices.random() < PURCHASES:
                self._money.sell(self._population.someone(), self._choices.choice(goods), match.ended)
        self._money.close(self._population.people, self._population.now)
        self._store_states()

    def _matches(self, count: int) -> Iterator[Match]:
        choices, people = self._choices, self._population.people
        for number in range(count):
            veteran = people[VETERAN] if number % PER_VETERAN == 0 else None
            pair, kind = self._population.pair(veteran), choices.random()
            rated = veteran is not None or kind < RATED
            if kind < CASUAL and choices.random() < 0.5:
                pair = pair[1], pair[0]
            ended, won = self._population.moment_of(number, count), choices.randrange(2)
            yield Match(
                id=f"L{number:08}",
                game=choices.choices([*GAMES], [*GAMES.values()])[0],
                pair=pair,
                won=won,
                score=(3, 1) if won == 0 else (2, 3),
                rated=rated,
                program=veteran is None and kind >= CASUAL,
                early=rated and choices.random() < EARLY,
                began=ended - choices.randrange(HOUR_MS // 12, HOUR_MS),
                ended=ended,
            )

    def _stake(self, match: Match) -> int | None:
        if not match.rated:
            return None
        stake = self._choices.choice(STAKES)
        is_staked = self._money.stake(match.id, match.pair, match.won, stake, match.began, match.ended)
        return stake if is_staked else None

    def _fields(self, match: Match) -> dict[str, Any]:
        """Return the columns of a result, but for its stake."""
        choices, plies = self._choices, self._choices.randint(40, 160)
        dice = [[choices.randint(5, 20) for _ in range(8)] for _ in match.pair]
        sides = [(person.player, person.login, True, "") for person in match.pair]
        if match.program:
            sides[1] = ("bot:plain", "Plain", False, "plain")
        fields: dict[str, Any] = {
            "match_id": match.id, "game": match.game, "began": match.began, "ended": match.ended,
            "length": 3, "speed": choices.choice(("fast", "slow")), "won": match.won, "kind": "single",
            "how": choices.choice(("played", "played", "resigned")), "rated": match.rated,
            "early": match.early, "early_gain": 100 * EARLY_GAIN,
            "plies": plies, "turns0": plies // 2, "turns1": plies // 2,
            "games": [[choices.randrange(2), 1, "single", "played"] for _ in range(sum(match.score))],
        }  # fmt: skip
        for side, (player, name, member, program) in enumerate(sides):
            fields |= {
                f"player{side}": player,
                f"name{side}": name,
                f"member{side}": member,
                f"bot{side}": program,
                f"score{side}": match.score[side],
                f"dice{side}": [] if match.game == "chess" else dice[side],
            }
        return fields

    def _rate(self, match: Match) -> None:
        """Store the changes of ratings by a match, and remember its place in lists of pairs."""
        first, second = match.pair
        players = (first.player, second.player)
        early_gain = Decimal(EARLY_GAIN) if match.early else None
        rated = ledger.RatedMatch(
            match.ended, match.id, match.game, players, match.won, match.score, early_gain=early_gain
        )
        for entry in ledger.apply(self._system, self._states, rated):
            person, after = match.pair[entry.key.player == second.player], entry.after
            self._batches.add(
                Change(
                    member_id=person.pk, player=person.player, game=entry.key.game, match=match.id,
                    at=match.ended, before=entry.before, after=after.rating, points=entry.points,
                    result=entry.result, best=after.best, reached=after.reached, played=after.played,
                    won=after.won, lost=after.lost, winnings=after.winnings,
                )
            )  # fmt: skip
            self._count_season(person, entry)
        self._meetings[players] = self._meetings[players[::-1]] = match.ended
        age_days = (self._population.now - match.ended) // DAY_MS
        if age_days < ADDRESSES_DAYS:
            for player in players:
                address = f"{self._choices.getrandbits(60):016x}"
                self._batches.add(
                    SeatAddress(match_id=match.id, player=player, address=address, at=match.ended)
                )
        lower, higher = sorted(players)
        self._batches.add(PairMatch(match_id=match.id, one=lower, two=higher, day=match.ended // DAY_MS))

    def _count_season(self, person: Person, entry: ledger.LedgerEntry) -> None:
        for period in periods(entry.at):
            key = (person.pk, entry.key.game, period)
            season = self._seasons.setdefault(
                key, Season(member_id=person.pk, game=entry.key.game, period=period)
            )
            season.played += 1
            season.won += entry.result == 1
            season.lost += entry.result == -1
            season.winnings += entry.points
            season.rating, season.at = entry.after.rating, entry.at

    def _store_states(self) -> None:
        """Store the ratings as they are now, those of months and years, and who has met whom."""
        keys = {person.player: person.pk for person in self._population.people}
        for key, state in self._states.items():
            self._batches.add(Standing(member_id=keys[key.player], game=key.game, **state._asdict()))
        for season in self._seasons.values():
            self._batches.add(season)
        for (player, opponent), ended in self._meetings.items():
            self._batches.add(LastMeeting(player=player, opponent=opponent, ended=ended))
