"""Finds suspicious flows of credits in staked matches: pure, from rows to findings.

The detector adds up evidence for each pair of members, in powers of ten: the improbability of so many losses
of one member (a stronger player may win 17 of 20) and of so many quick resignations (compared with the same
member's matches against others), and the traces that two accounts of one person share. A common address or
browser alone is no finding: families play honestly.

Linked pairs with weaker evidence form a ring, whose evidence is added up. A single pair needs stronger
evidence: the loser may resign quickly everywhere, but have lost few other matches. `gatherers` finds members
who gather the balances of others, from the winner's side.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, lgamma, log, log10
from typing import NamedTuple

from zaria.club.staff.gatherers import Gathering, MemberFacts, StakedMatch, find_gatherings

STRONGER = 0.85
"""The share of matches that the stronger of two honest players may win."""
ONE_SIDED = 0.75
"""The share of matches that one member must have lost for quick resignations to count."""
QUICK_USUAL = 0.15
"""The usual share of quick resignations."""
HABIT = 2.0
"""The weight of this share, in lost matches, beside a member's own."""
ADDRESS, BROWSER = 1.5, 1.5
"""Evidence of a common address, a common browser."""
LEAST = 3
"""The least matches of a pair for a finding."""
PAIR, LINK, RING = 9.0, 2.0, 7.0
"""The least evidence to name a pair, to link a pair in a ring, and to name a ring."""


class Finding(NamedTuple):
    """Members whose matches look like a transfer of credits.

    `score` is the evidence, `marks` its parts: "one_way", "quick", "address", "browser", "ring", and for a
    member who gathers credits "gathers", "whole", "young". `gains` are each member's gains from the others
    (hundredths), `matches` the ids, the latest last.
    """

    players: tuple[str, ...]
    score: float
    marks: tuple[str, ...]
    gains: Mapping[str, int]
    matches: tuple[str, ...]


Pair = tuple[str, str]


class _Evidence(NamedTuple):
    """The evidence about a pair, by mark."""

    pair: Pair
    parts: Mapping[str, float]
    matches: Sequence[StakedMatch]
    alone: float
    """The evidence if no others are involved: few other matches of the loser show a habit only roughly."""

    @property
    def score(self) -> float:
        """The sum of the evidence, if the results themselves are striking."""
        results = self.parts["one_way"] + self.parts["quick"]
        return sum(self.parts.values()) if results >= LINK else 0.0


def find_flows(
    matches: Iterable[StakedMatch],
    addresses: Iterable[Pair] = (),
    browsers: Iterable[Pair] = (),
    facts: Mapping[str, MemberFacts] | None = None,
) -> list[Finding]:
    """Return the findings, those with the most evidence first.

    `addresses` and `browsers` are the pairs that share one, in the order of their ids; `facts` those of the
    losers.
    """
    by_pair: dict[Pair, list[StakedMatch]] = defaultdict(list)
    matches = list(matches)
    for match in matches:
        by_pair[_pair(match.winner, match.loser)].append(match)
    records = _records(matches)
    addresses, browsers = set(addresses), set(browsers)
    same = {"address": (ADDRESS, addresses), "browser": (BROWSER, browsers)}
    evidence = [
        _evidence(pair, played, records, same) for pair, played in by_pair.items() if len(played) >= LEAST
    ]
    links = [link for link in evidence if link.score >= LINK]
    findings = list(_rings(links))
    ringed = {player for finding in findings for player in finding.players}
    findings += [
        _finding([link])
        for link in links
        if min(link.score, link.alone) >= PAIR and not {*link.pair} <= ringed
    ]
    rings = [{*finding.players} for finding in findings]
    gathered = find_gatherings(matches, facts or {}, addresses, browsers)
    findings += [
        finding
        for finding in map(_gathering, gathered)
        if not any({*finding.players} <= ring for ring in rings)
    ]
    return sorted(findings, key=lambda finding: -finding.score)


class _Record(NamedTuple):
    """Matches of a member: how many they won and lost, and how many of these they resigned quickly."""

    won: int = 0
    lost: int = 0
    quick: int = 0

    def without(self, won: int, lost: int, quick: int) -> "_Record":
        """Return the record of matches against all other members."""
        return _Record(self.won - won, self.lost - lost, self.quick - quick)

    @property
    def odds(self) -> float:
        """Matches won for each lost one; 1 without any."""
        return (self.won + 1) / (self.lost + 1)

    @property
    def habit(self) -> tuple[float, float]:
        """The losses by quick resignation and by other ends, with the usual ones: a beta distribution."""
        usual = HABIT * QUICK_USUAL
        return self.quick + usual, self.lost - self.quick + HABIT - usual


def _records(matches: Iterable[StakedMatch]) -> dict[str, _Record]:
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for match in matches:
        counted[match.winner][0] += 1
        counted[match.loser][1] += 1
        counted[match.loser][2] += match.quick
    return {player: _Record(*numbers) for player, numbers in counted.items()}


def _evidence(
    pair: Pair,
    played: Sequence[StakedMatch],
    records: Mapping[str, _Record],
    same: Mapping[str, tuple[float, set[Pair]]],
) -> _Evidence:
    losses = Counter(match.loser for match in played)
    loser, most = losses.most_common(1)[0]
    winner = pair[0] if loser == pair[1] else pair[1]
    loser_wins, resigned = len(played) - most, sum(match.quick for match in played if match.loser == loser)
    elsewhere = records[loser].without(loser_wins, most, resigned)
    odds = records[winner].without(most, loser_wins, 0).odds / elsewhere.odds
    one_sided = most >= ONE_SIDED * len(played)
    quick, slow = elsewhere.habit
    parts = {
        "one_way": _surprise(most, len(played), max(STRONGER, odds / (1 + odds))),
        "quick": _surprise(resigned, most, max(QUICK_USUAL, quick / (quick + slow))) if one_sided else 0.0,
    }
    parts |= {mark: weight if pair in pairs else 0.0 for mark, (weight, pairs) in same.items()}
    alone = _vague_surprise(resigned, most, quick, slow) if one_sided and elsewhere.lost else parts["quick"]
    return _Evidence(pair, parts, played, sum(parts.values()) - parts["quick"] + alone)


def _surprise(hits: int, tries: int, chance: float) -> float:
    """Return the evidence of at least so many hits with this chance each: -log10 of the probability."""

    def probability(n: int) -> float:
        ways = lgamma(tries + 1) - lgamma(n + 1) - lgamma(tries - n + 1)
        return exp(ways + n * log(chance) + (tries - n) * log(1 - chance))

    return _evidence_of(sum(probability(n) for n in range(hits, tries + 1)))


def _vague_surprise(hits: int, tries: int, known_hits: float, known_misses: float) -> float:
    """Return the evidence of at least so many hits with a roughly known chance (beta-binomial)."""

    def probability(n: int) -> float:
        ways = lgamma(tries + 1) - lgamma(n + 1) - lgamma(tries - n + 1)
        both = _log_beta(n + known_hits, tries - n + known_misses)
        return exp(ways + both - _log_beta(known_hits, known_misses))

    return _evidence_of(sum(probability(n) for n in range(hits, tries + 1)))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _evidence_of(probability: float) -> float:
    return max(0.0, -log10(max(probability, 1e-300)))


def _rings(links: Sequence[_Evidence]) -> Iterator[Finding]:
    """Find rings: three or more linked members with enough evidence together."""
    near: dict[str, set[str]] = defaultdict(set)
    for link in links:
        first, second = link.pair
        near[first].add(second)
        near[second].add(first)
    unvisited = set(near)
    while unvisited:
        group, edge = set(), {min(unvisited)}
        while edge:
            group |= edge
            edge = {neighbour for player in edge for neighbour in near[player]} - group
        unvisited -= group
        inside = [link for link in links if link.pair[0] in group]
        if len(group) > 2 and sum(link.score for link in inside) >= RING:
            yield _finding(inside)


def _gathering(gathering: Gathering) -> Finding:
    """Return the finding about a member who gathers credits, with their name first."""
    losses = gathering.losses
    players = (gathering.winner, *sorted(loss.loser for loss in losses))
    played = [match for loss in losses for match in loss.matches]
    marks = ["gathers"]
    marks += [mark for mark in losses[0].parts if any(loss.parts[mark] for loss in losses)]
    ids = tuple(match.match_id for match in played)
    return Finding(players, gathering.score, tuple(marks), _gains(players, played), ids)


def _gains(players: Iterable[str], played: Iterable[StakedMatch]) -> dict[str, int]:
    gains = dict.fromkeys(players, 0)
    for match in played:
        gains[match.winner] += match.amount
        gains[match.loser] -= match.amount
    return gains


def _finding(links: Sequence[_Evidence]) -> Finding:
    players = tuple(sorted({player for link in links for player in link.pair}))
    played = [match for link in links for match in link.matches]
    marks = [
        mark
        for mark in ("one_way", "quick", "address", "browser")
        if any(link.parts[mark] >= 1 for link in links)
    ]
    if len(players) > 2:
        marks.append("ring")
    score = sum(link.score for link in links)
    return Finding(
        players, score, tuple(marks), _gains(players, played), tuple(match.match_id for match in played)
    )


def _pair(first: str, second: str) -> Pair:
    return (first, second) if first < second else (second, first)
