"""The detector of flows: it finds planted rings among honest members, and names nobody else."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tests.support.by_day import by_day
from zaria.club.staff.flow_detector import find_flows
from zaria.club.staff.gatherers import MemberFacts, StakedMatch

SEEDS = range(30_000, 30_008)
"""Clubs by which no threshold of the detector was set: that was done with seeds below 20 000."""
MEMBERS, MATCHES, RING = 1000, 12_000, ("ring0", "ring1", "ring2", "ring3")


@cache
def honest(seed: int) -> tuple[list[StakedMatch], set[tuple[str, str]]]:
    """A month of 1 000 members: strangers, friends, families at one address, people who resign quickly."""
    random = Random(seed)
    skill = {f"m{number:03}": random.gauss(0, 0.25) for number in range(MEMBERS)}
    people = list(skill)
    hasty = {name: 0.5 if random.random() < 0.05 else 0.04 for name in people}
    activity = [random.paretovariate(2) for _ in people]
    friends = [tuple(random.sample(people, 2)) for _ in range(150)]
    matches: list[StakedMatch] = []

    def play(first: str, second: str) -> None:
        chance = 1 / (1 + 10 ** (skill[second] - skill[first]))
        winner, loser = (first, second) if random.random() < chance else (second, first)
        amount = random.choice((100, 200, 500, 2000))
        matches.append(StakedMatch(str(len(matches)), winner, loser, amount, random.random() < hasty[loser]))

    for _ in range(MATCHES):
        first, second = random.choices(people, activity, k=2)
        if first != second:
            play(first, second)
    for first, second in friends:
        for _ in range(random.randint(5, 40)):
            play(first, second)
    families = {(min(pair), max(pair)) for pair in friends[:40]}
    return matches, families


@pytest.mark.parametrize("seed", by_day(SEEDS[:1], SEEDS))
def test_no_innocent_pair_of_a_thousand_members_is_named(seed: int) -> None:
    matches, families = honest(seed)
    assert find_flows(matches, families, families) == []


@pytest.mark.parametrize("seed", by_day(SEEDS[:1], SEEDS))
@pytest.mark.parametrize("shape", ["to one", "in a chain", "around"])
def test_a_planted_ring_is_found_and_nobody_else(seed: int, shape: str) -> None:
    """Four who feed each other beside honest matches: ten times a pair, resigned quickly in seven of ten."""
    random = Random(f"{seed} {shape}")
    innocent, families = honest(seed)
    matches = list(innocent)
    pairs = {
        "to one": [(RING[0], member) for member in RING[1:]],
        "in a chain": list(pairwise(RING)),
        "around": [(RING[n], RING[n - 1]) for n in range(4)],
    }[shape]
    for name in RING:  # they look busy
        for number in range(8):
            first, second = random.sample([name, f"m{random.randrange(MEMBERS):03}"], 2)
            matches.append(StakedMatch(f"{name}-{number}", first, second, 200, random.random() < 0.04))
    for winner, loser in pairs:
        for number in range(10):
            match_winner, match_loser = (
                (loser, winner) if number == 9 else (winner, loser)
            )  # one is lost, as cover
            matches.append(
                StakedMatch(f"{winner}{loser}{number}", match_winner, match_loser, 2000, number < 7)
            )
    random.shuffle(matches)
    (flow,) = find_flows(matches, families, families)
    assert flow.players == RING
    assert "ring" in flow.marks
    assert "quick" in flow.marks
    assert len(flow.matches) == 10 * len(pairs)
    assert sum(flow.gains.values()) == 0
    if shape == "to one":
        assert max(flow.gains, key=lambda name: flow.gains[name]) == RING[0]


def rows(winner: str, loser: str, number: int, quick: int) -> list[StakedMatch]:
    return [StakedMatch(f"{winner}{n}", winner, loser, 100, n < quick) for n in range(number)]


def test_the_evidence_of_a_pair() -> None:
    pair = [("a", "b")]
    assert find_flows(rows("a", "b", 2, 2)) == []
    assert find_flows(rows("a", "b", 15, 0), pair, pair) == []  # a family with one who wins
    (flow,) = find_flows(rows("b", "a", 12, 12))
    assert (flow.players, flow.gains) == (("a", "b"), {"a": -1200, "b": 1200})
    assert flow.marks == ("quick",)
    (flow,) = find_flows(rows("b", "a", 95, 0), pair, pair)
    assert flow.marks == ("one_way", "address", "browser")


def test_few_other_matches_show_a_habit_only_roughly() -> None:
    """A family: one resigned quickly in 10 of 13 matches lost, and lost three others."""
    elsewhere = [StakedMatch(f"x{n}", f"c{n}", "b", 100, False) for n in range(3)]
    matches = rows("a", "b", 13, 10) + rows("b", "a", 4, 0) + elsewhere
    pair = [("a", "b")]
    assert find_flows(matches, pair, pair) == []
    (flow,) = find_flows(rows("a", "b", 22, 22) + elsewhere, pair, pair)
    assert flow.players == ("a", "b")


def test_a_habit_to_resign_is_no_evidence() -> None:
    elsewhere = [StakedMatch(f"x{n}", f"c{n}", "b", 100, True) for n in range(40)]
    assert find_flows(rows("a", "b", 12, 12) + elsewhere) == []


HAD, MONTH = 1000_00, 30 * 24 * 3600 * 1000
COLLECTOR = "collector"


def gathering(losers: int, amount: int = 950_00, quick: bool = True) -> list[StakedMatch]:
    """One match with each loser, who stakes nearly all that they have."""
    return [
        StakedMatch(f"{COLLECTOR}{number}", COLLECTOR, f"puppet{number}", amount, quick, MONTH)
        for number in range(losers)
    ]


def facts_of(
    matches: list[StakedMatch], since: int = MONTH - 60_000, had: int = HAD
) -> dict[str, MemberFacts]:
    return {match.loser: MemberFacts(had, since) for match in matches}


def linked(matches: list[StakedMatch]) -> set[tuple[str, str]]:
    return {(min(match.winner, match.loser), max(match.winner, match.loser)) for match in matches}


@pytest.mark.parametrize("losers", [1, 2, 4, 9])
def test_a_member_who_gathers_balances_is_named_first(losers: int) -> None:
    """The star of single matches that no pair and no ring shows."""
    star = gathering(losers)
    innocent, families = honest(SEEDS[0])
    old = {match.loser: MemberFacts(HAD, 0) for match in innocent}
    (finding,) = find_flows(innocent + star, families, families | linked(star), old | facts_of(star))
    assert finding.players == (COLLECTOR, *(f"puppet{number}" for number in range(losers)))
    assert finding.marks[0] == "gathers"
    assert {"whole", "young", "quick", "browser"} <= {*finding.marks}
    assert finding.gains[COLLECTOR] == losers * 950_00
    assert len(finding.matches) == losers


def test_evidence_adds_up_over_the_losers() -> None:
    star = gathering(4)
    assert find_flows(gathering(1), facts=facts_of(star)) == []
    (finding,) = find_flows(star, facts=facts_of(star))
    assert finding.marks == ("gathers", "whole", "young", "quick")
    days = [match for _ in range(10) for match in gathering(4, 95_00)]  # within the limit of each day
    (finding,) = find_flows(days, facts=facts_of(star))
    assert max(finding.gains, key=lambda name: finding.gains[name]) == COLLECTOR


@pytest.mark.parametrize(
    "matches",
    [gathering(4, 400_00), gathering(4, quick=False), gathering(1, quick=False)],
    ids=["less than half", "played on", "one who played on"],
)
def test_an_honest_winner_gathers_nothing(matches: list[StakedMatch]) -> None:
    assert find_flows(matches, facts=facts_of(matches)) == []


def test_a_family_at_one_browser_gathers_nothing() -> None:
    matches = gathering(1, quick=False)
    assert find_flows(matches, linked(matches), linked(matches), facts_of(matches, since=0)) == []
