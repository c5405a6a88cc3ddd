"""The time that visitors wait for an opponent, with searches that widen and without.

Days of visitors, simulated on the real matcher: a process that pairs, its bus and a clock that jumps to the
next moment at which something happens. The visitors are invented (`Town`): how many come at which hour, what
they want to play, how strong they are, how long they wait, and what they agreed to. Everybody who is found
comes. Open tables, rematches and answers to a search that one sees are left out; all of them shorten the
wait.

    python -m tools.bench.pairing [--visitors 10 100 1000] [--visits 2000] [--seed 1]
"""

import argparse
import asyncio
import random
import selectors
import time
from collections import Counter
from collections.abc import Sequence
from statistics import quantiles
from typing import Any, NamedTuple, cast

from zaria.live.bus import MemoryBus
from zaria.live.lobby.matcher import Matcher
from zaria.live.lobby.meetings import Meeting, Meetings
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.speeds import PACES, Kind, usual, usual_kind
from zaria.live.lobby.widening import Widening
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.protocol.server import Redirect
from zaria.match.events import Player
from zaria.match.terms import ClockTerms

HOURS = (6, 3, 2, 1, 1, 1, 2, 4, 6, 8, 9, 10, 12, 12, 11, 11, 12, 14, 17, 21, 25, 27, 22, 13)
"""The shares of a day's visitors that come in each of its hours."""

GAMES = {
    "tabla": 30, "backgammon": 14, "long-nardy": 14, "short-nardy": 8, "tapa": 6, "gulbara": 6, "chess": 8,
    "russian-draughts": 4, "tabla-bg": 3, "chelebi": 2, "gulbar": 1, "draughts": 1, "ugolki": 1, "indiyka": 1,
    "three-games": 1,
}  # fmt: skip
SPEEDS = {"fast": 25, "normal": 60, "slow": 15}
MINUTES = {"fast": 6, "normal": 9, "slow": 15}
"""Mean time of a game (min)."""

RATING = 600, 140
"""Mean and standard deviation of the ratings."""

PATIENCE_S = 90
"""Median time (s) that visitors wait who do nothing else."""

BESIDE_S = 12 * 60
"""Median time (s) of those who play the computer meanwhile: half of all."""

AGAIN = 0.5
"""The share of players who search for another opponent after a game."""

PEOPLE_A_VISIT = 3
"""People for each daily visit: everybody comes every third day."""

EARLY_S = 15, 60
"""Waits (s) within which visitors who have found somebody are counted as well."""

REPEAT_S = 2
"""Seconds between two repeats of a search, and here between two rounds of pairing as well."""
DAY_S = 24 * 60 * 60
EPOCH_MS = 1_800_000_000_000


class Consent(NamedTuple):
    """The share of players who agree that a search comes to accept other speeds, and similar games."""

    speeds: float
    games: float


CONSENTS = {
    "no widening": Consent(0, 0),
    "9 of 10 speeds, half games": Consent(0.9, 0.5),
    "all agree to both": Consent(1, 1),
}


class Outcome(NamedTuple):
    """The first search of a visit: how long it took (s), what was wanted, and what was played (or None)."""

    seconds: float
    wanted: Kind
    played: Kind | None


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__(_JumpingSelector(self))
        self.elapsed = 0.0

    def time(self) -> float:
        return self.elapsed

    def now(self) -> int:
        """The time in ms since the epoch."""
        return EPOCH_MS + round(self.elapsed * 1000)


class _JumpingSelector(selectors.SelectSelector):
    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._loop.elapsed += timeout or 0
        return super().select(0)


class _Tables:
    """Opens tables that nobody has to play at."""

    def __init__(self) -> None:
        self.requests: dict[str, TableRequest] = {}

    async def open(self, request: TableRequest) -> str:
        match_id = f"m{len(self.requests)}"
        self.requests[match_id] = request
        return match_id


class Town:
    """The visitors of some days."""

    def __init__(self, loop: JumpingLoop, a_day: int, days: int, consent: Consent, seed: int) -> None:
        self._loop = loop
        self._a_day, self._days, self._consent = a_day, days, consent
        self._draw = random.Random(seed)
        self._bus = MemoryBus()
        self._tables = _Tables()
        self._meetings = Meetings(loop.now)
        tables = cast(MatchService, self._tables)
        self._matcher = Matcher(self._bus, tables, loop.now, meetings=self._meetings, every=REPEAT_S)
        self._busy: set[str] = set()
        self._ratings = [round(self._draw.gauss(*RATING)) for _ in range(PEOPLE_A_VISIT * a_day)]
        self.outcomes: list[Outcome] = []

    async def live(self) -> list[Outcome]:
        """Let all visitors come and go."""
        self._matcher.start()
        draw, visits = self._draw, []
        for day in range(self._days):
            for hour in draw.choices(range(24), HOURS, k=self._a_day):
                at = day * DAY_S + (hour + draw.random()) * 3600
                visits.append(
                    self._visit(at, draw.randrange(len(self._ratings)), random.Random(draw.random()))
                )
        await asyncio.gather(*visits)
        self._matcher.close()
        return self.outcomes

    async def _visit(self, at: float, person: int, draw: random.Random) -> None:
        kind = usual_kind(_drawn(draw, GAMES), _drawn(draw, SPEEDS))
        consent = Widening(draw.random() < self._consent.speeds, draw.random() < self._consent.games)
        median = BESIDE_S if draw.random() < 0.5 else PATIENCE_S
        player = Player(f"p{person}", f"P{person}", "#777777")
        await asyncio.sleep(at)
        if player.id in self._busy:
            return  # the same person is here already
        self._busy.add(player.id)
        first = True
        while first or draw.random() < AGAIN:
            since, patience = self._loop.time(), draw.lognormvariate(0, 0.7) * median
            request = await self._search(player, kind, self._ratings[person], consent, patience)
            played = None
            if request is not None:
                terms = request.terms
                speed = _speed_of(terms.game, terms.clock)
                played = Kind(terms.game, speed, terms.length, terms.cube)
                host, guest = request.places
                assert isinstance(host, Player)
                assert isinstance(guest, Player)
                if host == player:
                    self._meetings.add(Meeting(self._loop.now(), host.id, guest.id))
            if first:
                self.outcomes.append(Outcome(self._loop.time() - since, kind, played))
            if played is None:
                break
            first = False
            await asyncio.sleep(draw.uniform(0.6, 1.4) * MINUTES[played.speed] * 60)
        self._busy.discard(player.id)

    async def _search(
        self, player: Player, kind: Kind, rating: int, consent: Widening, patience: float
    ) -> TableRequest | None:
        """Search until somebody is found, or patience ends."""
        loop, topic = self._loop, person_topic(player.id)
        paired: asyncio.Future[str | None] = loop.create_future()
        repeats: list[asyncio.TimerHandle] = []
        wanted = SeekUpdate(
            player,
            kind.game,
            kind.speed,
            rating,
            since=loop.now(),
            speeds=consent.speeds,
            games=consent.games,
            length=kind.length,
            cube=kind.cube,
        )

        def hear(message: Any) -> None:
            if isinstance(message, Redirect):
                end(message.m)

        def repeat() -> None:
            repeats[:] = [loop.call_later(REPEAT_S, repeat)]
            self._bus.publish(PAIRING, wanted)

        def end(match_id: str | None = None) -> None:
            repeats[0].cancel()
            if not paired.done():
                paired.set_result(match_id)

        self._bus.subscribe(topic, hear)
        repeat()
        patient = loop.call_later(patience, end)
        match_id = await paired
        patient.cancel()
        self._bus.unsubscribe(topic, hear)
        if match_id is None:
            self._bus.publish(PAIRING, SeekUpdate(player, "", ""))
            return None
        return self._tables.requests[match_id]


def _drawn(draw: random.Random, weights: dict[str, int]) -> str:
    return draw.choices(list(weights), list(weights.values()))[0]


def _speed_of(game: str, clock: ClockTerms | None) -> str:
    return next(pace for pace in PACES if usual(usual_kind(game, pace)).clock == clock)


def simulate(a_day: int, visits: int, consent: Consent, seed: int) -> list[Outcome]:
    """The first searches of about so many visits."""
    random.seed(seed)  # the matcher draws the sides
    loop = JumpingLoop()
    try:
        return loop.run_until_complete(Town(loop, a_day, -(-visits // a_day), consent, seed).live())
    finally:
        loop.close()


def row(outcomes: Sequence[Outcome]) -> str:
    """One line of the table."""
    waits = [outcome.seconds for outcome in outcomes if outcome.played]
    differences = Counter(_differs(outcome.wanted, outcome.played) for outcome in outcomes if outcome.played)
    tenths = quantiles(waits, n=10) if len(waits) > 1 else [0.0] * 9
    early = [sum(wait <= limit for wait in waits) for limit in EARLY_S]
    shares = [100 * count / len(outcomes) for count in (len(waits), *early)]
    other_shares = [100 * differences[term] / max(1, len(waits)) for term in ("speed", "game")]
    parts = [f"{share:6.0f} %" for share in shares]
    parts += [f"{_time(tenths[index]):>8}" for index in (4, 8)]
    parts += [f"{share:6.0f} %" for share in other_shares]
    return "".join(parts)


def _differs(wanted: Kind, played: Kind) -> str:
    if wanted == played:
        return "same"
    return "speed" if wanted[0] == played[0] else "game"


def _time(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, nargs="+", default=[10, 100, 1000], help="a day")
    parser.add_argument("--visits", type=int, default=2000, help="simulated for each line, about")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = ("found", *(f"in {limit} s" for limit in EARLY_S), "median", "90 %", "speed", "game")
    heads = "".join(f"{name:>8}" for name in names)
    print(f"{'a day':>6}  {'':28}{heads}")
    for a_day in options.visitors:
        for name, consent in CONSENTS.items():
            began = time.perf_counter()
            line = row(simulate(a_day, options.visits, consent, options.seed))
            print(f"{a_day:6}  {name:28}{line}   ({time.perf_counter() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
