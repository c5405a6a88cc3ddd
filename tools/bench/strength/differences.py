"""Decisions of backgammon at which a player's turn is another than that of gnubg's 2-ply.

gnubg's 3-ply judges the two turns. A judge that looks no deeper than gnubg does prefers gnubg's turns by far;
one ply more of the same nets does so less. Decisions are those of `benchmark.decisions`.
"""

import time
from collections.abc import Callable
from random import Random

from . import benchmark
from .boards import board_of
from .games import Mean
from .gnubg import Gnubg
from .players import Player

PEER = 2
REFERENCE = 3
"""Plies that gnubg looks ahead as the player beside ours, and as the reference for both."""


class Comparison:
    """Millipoints a decision that the player gains on gnubg: 0 where both play the same turn."""

    def __init__(self) -> None:
        self.gains = Mean()
        self.differing = 0

    def __str__(self) -> str:
        return f"{self.gains} millipoints a decision; {self.differing} of {self.gains.count} turns differ"


def compare(
    player: Player, decisions: int, minutes: float, seed: int, progress: Callable[[Comparison], None]
) -> Comparison:
    """Compare so many decisions, or until the time is over; `progress` is called after each."""
    peer, reference, comparison = Gnubg(PEER), Gnubg(REFERENCE), Comparison()
    began = time.monotonic()
    for decision in benchmark.decisions(Gnubg(0), Random(seed)):
        end, peer_end = player.play(decision), peer.play(decision)
        is_same = board_of(end) == board_of(peer_end)
        comparison.differing += not is_same
        comparison.gains.add(0.0 if is_same else 1000 * (reference.after(end) - reference.after(peer_end)))
        progress(comparison)
        if comparison.gains.count == decisions or time.monotonic() - began > minutes * 60:
            break
    return comparison
