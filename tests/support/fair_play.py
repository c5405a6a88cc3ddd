"""Simulated members: people of all strengths, and people who let the master take part of their decisions.

The decisions are real ones, from `tests/data/fair_play` (`tools.generate.fair_play_decisions`). A person
judges each choice with an error, the greater the better its idea is hidden, and overlooks some, as the levels
of the computer do. Nobody is as exact as the engine: the strongest errs by `STRENGTHS[unit][0]`.
"""

import lzma
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from zaria.bots.levels.lapses import misjudged
from zaria.club.fair_play.detection import SHOWN, TOLERATED, Choices, Evidence, Unit, find_evidence, tally

STORED = Path(__file__).resolve().parent.parent / "data" / "fair_play"
UNITS: dict[str, Unit] = {"backgammon": "points", "russian-draughts": "chance"}
DECISIONS = {"backgammon": 200, "russian-draughts": 5 * 35}
"""Decisions of a member: in draughts those of five games."""
STRENGTHS: dict[Unit, tuple[float, float]] = {"points": (0.045, 0.3), "chance": (0.06, 0.4)}
"""The errors of the strongest and the weakest player, in the unit of the game."""
OVERLOOKED = 1.0
"""The chance to overlook a hidden choice, for each unit of the error."""
CHANGED: dict[Unit, float] = {"points": 0.0, "chance": 0.1}
"""The chance that the master, asked again, chooses otherwise: in board games its time is limited."""


class Recorded(NamedTuple):
    """A decision: losses, how well each choice is hidden, the master's choice, how many choices there are."""

    losses: tuple[float, ...]
    depths: tuple[float, ...]
    master: int
    ways: int

    def choices(self, played: int, again: int | None = None) -> Choices:
        """The decision with a choice made, as an analysis lists it, and the master chooses `again`."""
        master = self.master if again is None else again
        return Choices(
            self.losses[:SHOWN], min(played, SHOWN), self.ways, played == master, self.losses[played]
        )

    def another(self) -> int:
        """The best choice that is not the master's."""
        return 1 if self.master == 0 else 0


@cache
def recorded(game: str) -> list[list[Recorded]]:
    """The decisions of a game, one list for each game that was played."""
    games: list[list[Recorded]] = []
    with lzma.open(STORED / f"{game}.jsonl.xz") as lines:
        for line in lines:
            if not line.strip():
                games.append([])
                continue
            losses, depths, master, ways = msgspec.json.decode(line)
            games[-1].append(
                Recorded(
                    tuple(max(0, loss) / 10_000 for loss in losses),
                    tuple(depth / 100 for depth in depths),
                    master,
                    ways,
                )
            )
    return [decisions for decisions in games if decisions]


def strength(unit: Unit, chance: Random) -> float:
    """The error of a player drawn from all strengths."""
    best, worst = STRENGTHS[unit]
    return float(best * (worst / best) ** chance.random())


def honest_choice(decision: Recorded, error: float, chance: Random) -> int:
    """The place of the choice that a person makes."""
    seen = [
        place
        for place, depth in enumerate(decision.depths)
        if chance.random() >= OVERLOOKED * error * (0.2 + 0.8 * depth)
    ] or [0]
    believed = {
        place: misjudged(-decision.losses[place], decision.depths[place], error, chance) for place in seen
    }
    return max(seen, key=believed.__getitem__)


def member(game: str, error: float, share: float, decisions: int, chance: Random) -> list[Choices]:
    """Decisions of a person whose `share` of them the master takes."""
    pool = [decision for played in recorded(game) for decision in played]
    changed = CHANGED[UNITS[game]]
    return [
        _decided(decision, error, share, changed, chance) for decision in chance.choices(pool, k=decisions)
    ]


def _decided(decision: Recorded, error: float, share: float, changed: float, chance: Random) -> Choices:
    again = decision.another() if chance.random() < changed else decision.master
    if chance.random() < share:
        return decision.choices(decision.master, again)
    return decision.choices(honest_choice(decision, error, chance), again)


def simulated(game: str, share: float, number: int) -> Evidence:
    """The evidence about a member of any strength whose `share` of decisions the master takes."""
    unit, chance = UNITS[game], Random(f"{game} {share} {number}")
    decisions = member(game, strength(unit, chance), share, DECISIONS[game], chance)
    return find_evidence(tally(decisions, unit), TOLERATED[unit])
