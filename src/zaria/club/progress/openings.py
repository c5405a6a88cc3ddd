"""A member's own openings: the first turns of their latest games, with results. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from zaria.bots.analysis.game_sums import FINE, FirstTurn
from zaria.club.progress.stored_sums import LatestMatch

SHOWN = 8
"""First turns that are listed."""


class OpeningRow(NamedTuple):
    """A first turn: its dice ("" on squares), its games, those won and lost, and its mean loss."""

    dice: str
    text: str
    games: int
    won: int
    lost: int
    loss: float

    @property
    def percent(self) -> float:
        """The mean loss in per cent, where it is a chance."""
        return 100 * self.loss


def opening_rows(matches: Sequence[LatestMatch]) -> list[OpeningRow]:
    """Return the first turns that were played most often."""
    played: dict[tuple[str, str], list[FirstTurn]] = defaultdict(list)
    for match in matches:
        for turn in match.first_turns:
            played["".join(map(str, turn.dice)), turn.text].append(turn)
    rows = [
        OpeningRow(
            dice=dice,
            text=text,
            games=len(turns),
            won=sum(turn.result == "won" for turn in turns),
            lost=sum(turn.result == "lost" for turn in turns),
            loss=sum(turn.loss for turn in turns) / len(turns) / FINE,
        )
        for (dice, text), turns in played.items()
    ]
    return sorted(rows, key=lambda row: (-row.games, row.dice, row.text))[:SHOWN]
