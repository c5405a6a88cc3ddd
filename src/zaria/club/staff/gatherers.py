"""Finds members who gather the credits of others in staked matches: pure, from rows to findings.

For each winner the detector examines the members who lost most of their total income to them. Evidence is
added up over these losers: a whole balance, a young account, early ends, a common address or browser. One
match is enough if it moves a whole balance. A loser without common traces who played on weighs little:
members lose honestly, too.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from zaria.club.site.clock import DAY_MS

MOST_OF, WHOLE = 0.5, 0.9
"""Shares of a member's total income from which a loss counts, and counts as the whole."""
PART_LOST, WHOLE_LOST = 1.0, 2.0
YOUNG, QUICK, ADDRESS, BROWSER = 1.0, 1.0, 1.5, 1.5
"""Evidence of a young account, of early ends, of a common address, of a common browser."""
PLAYED_ON = 0.25
"""The weight of a loser without common traces who played on."""
GATHERED = 5.5
"""The least evidence to name a winner."""
YOUNG_MS = 14 * DAY_MS
"""The age (ms) below which an account is young at a match."""


class StakedMatch(NamedTuple):
    """A settled match: the amount from `loser` to `winner` (hundredths), and whether it was resigned early.

    `at` is its end (ms since the epoch).
    """

    match_id: str
    winner: str
    loser: str
    amount: int
    quick: bool
    at: int = 0


class MemberFacts(NamedTuple):
    """The total income of a member (hundredths), and the moment of their admission (ms since the epoch)."""

    had: int
    since: int


class Loss(NamedTuple):
    """The loss of a member to one winner: the evidence by mark, and their matches."""

    loser: str
    parts: Mapping[str, float]
    matches: Sequence[StakedMatch]

    @property
    def score(self) -> float:
        """The sum of the evidence, or a part of it without common traces."""
        linked = any(self.parts[mark] for mark in ("quick", "address", "browser"))
        return sum(self.parts.values()) * (1.0 if linked else PLAYED_ON)


class Gathering(NamedTuple):
    """A winner, and the members who lost most of their income to them."""

    winner: str
    losses: tuple[Loss, ...]

    @property
    def score(self) -> float:
        """The evidence over all losers."""
        return sum(loss.score for loss in self.losses)


def find_gatherings(
    matches: Iterable[StakedMatch],
    facts: Mapping[str, MemberFacts],
    addresses: Collection[tuple[str, str]] = (),
    browsers: Collection[tuple[str, str]] = (),
) -> Iterator[Gathering]:
    """Yield the winners with enough evidence. Pairs that share something are in the order of their ids."""
    shared = {"address": set(addresses), "browser": set(browsers)}
    by_pair: dict[tuple[str, str], list[StakedMatch]] = defaultdict(list)
    net: Counter[tuple[str, str]] = Counter()
    for match in matches:
        by_pair[min(match.winner, match.loser), max(match.winner, match.loser)].append(match)
        net[match.winner, match.loser] += match.amount
        net[match.loser, match.winner] -= match.amount
    losses: dict[str, list[Loss]] = defaultdict(list)
    for (winner, loser), lost in net.items():
        had = facts[loser].had if loser in facts else 0
        if had > 0 and lost >= MOST_OF * had:
            pair = min(winner, loser), max(winner, loser)
            losses[winner].append(_loss(pair, loser, lost / had, facts[loser].since, by_pair[pair], shared))
    gatherings = (Gathering(winner, tuple(lost)) for winner, lost in losses.items())
    return (gathering for gathering in gatherings if gathering.score >= GATHERED)


def _loss(
    pair: tuple[str, str],
    loser: str,
    share: float,
    since: int,
    played: Sequence[StakedMatch],
    shared: Mapping[str, set[tuple[str, str]]],
) -> Loss:
    lost = [match for match in played if match.loser == loser]
    quick = sum(match.quick for match in lost)
    parts = {
        "whole": WHOLE_LOST if share >= WHOLE else PART_LOST,
        "young": YOUNG if min(match.at for match in lost) - since < YOUNG_MS else 0.0,
        "quick": QUICK if 2 * quick >= len(lost) else 0.0,
        "address": ADDRESS if pair in shared["address"] else 0.0,
        "browser": BROWSER if pair in shared["browser"] else 0.0,
    }
    return Loss(loser, parts, played)
