"""Members, a few of whom play very often and most hardly ever."""

import random
import uuid
from bisect import bisect_right
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

from tools.bench.large_club.rows import Batches

from zaria.club.accounts.models import Member

VETERAN, OWNER, ADMINISTRATOR = range(3)
"""Indexes of the member with the most of everything, of the owner, and of who administers federations."""
FIRST_PLAYER = 3
SPECIAL = ("Veteran", "Owner", "Administrator")
COUNTRIES = ("BG", "RO", "TR", "GR", "RU", "AZ", "GE", "AM", "DE", "", "", "")
LANGUAGES = ("bg", "ro", "tr", "el", "ru", "en", "")
COLOURS = ("#7b4f8a", "#a0522d", "#2f6f73", "#8a4b3a", "#4a5d8a")
SYLLABLES = ("ba", "da", "go", "ka", "li", "ma", "ni", "po", "ra", "sa", "ti", "vo", "zu", "he")
DAY_MS = 24 * 3_600_000
AGE_MS = 730 * DAY_MS
"""Age of the club."""
HEAD, SLOPE = 30, 0.85
"""The member of rank r plays in proportion to 1 / (r + HEAD) ** SLOPE."""
HIDDEN, WITH_BIO, CLOSED = 11, 9, 500
"""Of so many members one hides being online, has a text about themselves, has closed their account."""
SEEN_DAYS = 60
"""Mean age of the last visit."""


class Person(NamedTuple):
    """A member: `pk` is the key of the row, `player` the id under which they play."""

    pk: int
    player: str
    login: str
    colour: str


def moment(ms: int) -> datetime:
    """Return a moment (ms since the epoch) as databases take it."""
    return datetime.fromtimestamp(ms / 1000, UTC)


class Population:
    """All members of the club, as of `now` (ms since the epoch)."""

    def __init__(self, count: int, choices: random.Random, now: int) -> None:
        self.choices, self.now = choices, now
        self.people = [self._person(number) for number in range(count)]
        self._ranked = self.people[FIRST_PLAYER:]
        choices.shuffle(self._ranked)
        self._sums = [*accumulate(1 / (rank + HEAD) ** SLOPE for rank in range(len(self._ranked)))]

    def _person(self, number: int) -> Person:
        login = "".join(self.choices.choices(SYLLABLES, k=2)) + str(number)
        if number < FIRST_PLAYER:
            login = SPECIAL[number]
        player = uuid.UUID(int=self.choices.getrandbits(128), version=4).hex
        return Person(number + 1, player, login, COLOURS[number % len(COLOURS)])

    @property
    def start(self) -> int:
        """The moment (ms) at which the club was opened."""
        return self.now - AGE_MS

    def someone(self) -> Person:
        """Draw a member; who plays often is drawn often."""
        place = bisect_right(self._sums, self.choices.random() * self._sums[-1])
        return self._ranked[min(place, len(self._ranked) - 1)]

    def pair(self, first: Person | None = None) -> tuple[Person, Person]:
        """Draw two members, or an opponent for the first one."""
        first = first or self.someone()
        second = self.someone()
        while second == first:
            second = self.someone()
        return first, second

    def moment_of(self, number: int, count: int) -> int:
        """Return the moment (ms) of an event of so many, which are spread over the age of the club."""
        return self.start + (number + 1) * (AGE_MS - 3_600_000) // count

    def store(self, batches: Batches) -> None:
        """Store the rows of the members."""
        for number, person in enumerate(self.people):
            since = moment(self.moment_of(number, len(self.people)))
            seen_ms = int(self.choices.expovariate(1 / (SEEN_DAYS * DAY_MS)))
            batches.add(
                Member(
                    id=person.pk,
                    username=person.login,
                    email=f"{person.login.lower()}@club.example",
                    password="!",
                    is_staff=number == OWNER,
                    is_superuser=number == OWNER,
                    is_active=number % CLOSED != CLOSED - 1,
                    player=person.player,
                    colour=person.colour,
                    country=self.choices.choice(COUNTRIES),
                    language=self.choices.choice(LANGUAGES) if number >= FIRST_PLAYER else "en",
                    since=since,
                    date_joined=since,
                    seen_at=moment(self.now) - timedelta(milliseconds=seen_ms),
                    bio="I play long nardy." if number % WITH_BIO == 0 else "",
                    settings={"show_online": False} if number % HIDDEN == HIDDEN - 1 else {},
                )
            )
