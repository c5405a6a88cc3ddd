"""A member with some months of analysed matches, written straight into the tables."""

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from tests.support.club.graded_matches import Losses, store_grades
from tests.support.club.random_matches import OPPONENTS
from zaria.bots.analysis.game_sums import FirstTurn
from zaria.club.matches.results.models import Played
from zaria.match.events import Event

DAY = 86_400_000
OPENINGS = {(3, 1): "8/5 6/5", (6, 5): "24/13", (4, 2): "8/4 6/4", (5, 2): "13/8 13/11"}


class _EmptyLists:
    """Lists of a lobby where nobody is."""

    def __getattr__(self, name: str) -> Callable[..., list[Any]]:
        return lambda *_arguments: []


class QuietLive:
    """A live side with finished records, where nobody plays."""

    def __init__(self, records: Mapping[str, Sequence[Event]] | None = None) -> None:
        self._records = records or {}
        self.lobby = SimpleNamespace(lists=_EmptyLists())
        self.running_boards = self

    async def record(self, match_id: str) -> list[Event] | None:
        """The events of a match."""
        events = self._records.get(match_id)
        return None if events is None else list(events)

    async def waiting_tables(self, _player: str) -> list[Any]:
        """No tables by the day."""
        return []

    waits_at = waiting_tables

    async def waiting_count(self, _player: str) -> int:
        """No table by the day waits."""
        return 0

    async def of_tables(self, _tables: list[Any], _game: str) -> frozenset[Any]:
        """No boards of them."""
        return frozenset()


def fill_progress(
    player: str, count: int = 60, *, months: int = 7, game: str = "tabla", seed: str = "p"
) -> None:
    """Store matches of a player, as many a month, whose later ones have fewer errors."""
    chance = Random(f"{seed} {game}")
    now = int(time.time() * 1000)
    for number in range(count):
        ended = now - (count - number) * months * 30 * DAY // count
        match_id = f"{seed}{number:05}"
        _match(match_id, player, game, ended, won=int(chance.random() < 0.5)).save()
        worse = 1.6 - number / count
        turn = FirstTurn(*chance.choice(list(OPENINGS.items())), 120, chance.choice(["won", "lost"]), 2)
        luck = None if game == "chess" else chance.gauss(0, 0.6)
        store_grades(match_id, _losses(chance, game, worse), game=game, luck=luck, first_turns=[turn])


def _match(match_id: str, player: str, game: str, ended: int, won: int) -> Played:
    opponent = OPPONENTS["member"]
    both = {"player0": player, "name0": "Marica", "member0": True, "bot0": ""}
    both |= {f"{name}1": value for name, value in opponent.items()}
    return Played(
        match_id=match_id, game=game, began=ended - 1000, ended=ended, length=1, speed="fast", won=won,
        score0=1 - won, score1=won, how="played", games=[[won, 1, "single", "played"]], **both,
    )  # fmt: skip


def _losses(chance: Random, game: str, worse: float) -> Losses:
    def some(decisions: int, mean: float) -> list[float]:
        return [
            round(chance.expovariate(1 / (2 * mean * worse)), 4) if chance.random() < 0.5 else 0.0
            for _ in range(decisions)
        ]

    if game == "chess":
        return {("opening", "turn"): some(10, 0.01), ("middle", "turn"): some(15, 0.03)}
    losses: dict[tuple[str, str], list[float]] = {
        ("opening", "turn"): some(3, 0.01),
        ("contact", "turn"): some(9, 0.03),
        ("bear_in", "turn"): some(3, 0.02),
        ("race", "turn"): some(2, 0.005),
        ("bear_off", "turn"): some(4, 0.01),
    }
    if game == "backgammon":
        losses |= {("contact", "double"): some(1, 0.06), ("contact", "take"): some(1, 0.1)}
    return losses  # type: ignore[return-value]
