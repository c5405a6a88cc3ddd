"""Ratings follow from the records alone: the same numbers whatever came when, and from whichever point."""

from collections.abc import Iterable
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.club.rating_records import CHANGE_FIELDS, DAY, START, everything, member, played
from tests.support.search_budget import times
from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions, ledger, recompute
from zaria.club.ratings.ledger import Key, LedgerEntry, LedgerEvent, RatedMatch, SetRating
from zaria.club.ratings.models import OVERALL, Change, Correction, Due, Season, Standing
from zaria.club.ratings.seasons import periods
from zaria.club.ratings.system import RatingState, rating_system

pytestmark = [pytest.mark.proof, pytest.mark.django_db]


def add(*rows: Played) -> None:
    """Store results and compute the ratings, as the projector does."""
    for row in rows:
        row.save()
        actions.mark_due(row.ended)
        while recompute.step(3) is not None:
            pass


def forget() -> None:
    for model in (Change, Standing, Season, Due):
        model.objects.all().delete()


def rating(number: int, game: str = OVERALL) -> Decimal:
    return Standing.objects.get(member__player=f"p{number}", game=game).rating


def test_a_rated_match_changes_two_ratings_of_each() -> None:
    for number in range(2):
        member(number)
    add(played("a", score=(3, 0)))
    assert rating(0) == rating(0, "tabla") == Decimal("510.00")
    assert rating(1) == rating(1, "tabla") == Decimal("490.00")
    season = Season.objects.get(member__player="p1", game="tabla", period=periods(START)[0])
    assert (season.played, season.lost, season.winnings, season.rating) == (1, 1, -3, Decimal("490.00"))
    assert Change.objects.count() == 4


@pytest.mark.parametrize(
    "fields",
    [
        {"rated": False},
        {"void": True},
        {"voided": True},
        {"member1": False},
        {"bot0": "robot"},
        {"players": ("p0", "p0")},
    ],
    ids=lambda fields: "-".join(fields),
)
def test_what_does_not_count(fields: dict[str, Any]) -> None:
    for number in range(2):
        member(number)
    add(played("a", **fields))
    assert everything() == ([], {}, {})


def test_what_the_staff_voids_never_was_and_may_be_restored() -> None:
    for number in range(3):
        member(number)
    add(played("a"), played("b", START + 5, ("p1", "p2")), played("c", START + DAY, ("p2", "p0")))
    before = everything()
    for voided in (True, False):
        Played.objects.filter(match_id="a").update(voided=voided)
        rating_changes = actions.recompute((START, "a"))
        assert {"p0", "p1"} <= set(rating_changes)
        assert (everything() == before) is not voided
    Played.objects.update(voided=True)
    actions.recompute((0, ""))
    assert everything() == ([], {}, {})


def test_a_correction_holds_from_its_moment_on() -> None:
    ada = member(0)
    member(1)
    add(played("a"), played("b", START + 2 * DAY, won=1))
    untouched = everything()
    fix = Correction.objects.create(
        member=ada, game=OVERALL, at=START + DAY, rating=Decimal("1200.00"), reason="came from elsewhere"
    )
    actions.recompute((fix.at, ""))
    assert rating(0) == Decimal("1190.17"), "he has reached 1000: half of what 20 would cost"
    assert rating(0, "tabla") == untouched[1]["p0", "tabla"][0]
    assert rating(1) == Decimal("509.67")
    fix.delete()
    actions.recompute((fix.at, ""))
    assert everything() == untouched


def test_the_others_keep_their_ratings_when_an_account_goes() -> None:
    for number in range(3):
        member(number)
    add(*(played(f"m{n}", START + n, (f"p{n % 3}", f"p{(n + 1) % 3}"), n % 2) for n in range(9)))
    before = everything()
    Member.objects.get(player="p1").delete()
    assert actions.recompute((START + 4, "")) == {}
    changes, standings, seasons = everything()
    assert changes == before[0]
    assert standings == {key: row for key, row in before[1].items() if key[0] != "p1"}
    assert seasons == {key: row for key, row in before[2].items() if key[0] != "p1"}
    forget()
    actions.recompute((0, ""))
    assert everything() == (changes, standings, seasons)


HAPPENINGS = st.lists(
    st.tuples(
        st.integers(0, 6),  # few moments: some are shared
        st.sampled_from([(0, 1), (1, 0), (2, 0), (1, 3), (3, 2)]),
        st.sampled_from([0, 1, None]),
        st.sampled_from(["tabla", "chess"]),
        st.sampled_from([(1, 0), (0, 3), (7, 5)]),
        st.booleans(),
        st.sampled_from([{}, {"most_points": 2}, {"early": True, "early_gain": 150, "most_points": 3}]),
    ),
    min_size=1,
    max_size=12,
)
FIXES = st.lists(
    st.tuples(
        st.integers(0, 6),
        st.integers(0, 3),
        st.sampled_from([OVERALL, "tabla"]),
        st.sampled_from(["400.00", "999.99", "1000.00", "2000.00"]),
    ),
    max_size=2,
)


@settings(
    max_examples=times(15),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(HAPPENINGS, FIXES, st.randoms(use_true_random=False), st.integers(1, 5))
def test_the_same_numbers_in_any_order_and_from_any_point(
    games: list[Any], fixes: list[Any], random: Random, window: int
) -> None:
    """Arriving in any order and reckoned in any windows, made anew from any point: as if done by hand."""
    for model in (Change, Standing, Season, Due, Correction, Played, Member):
        model.objects.all().delete()
    members = [member(number) for number in range(4)]
    # Half a month apart, so that seasons begin in between.
    rows = [
        played(
            f"m{n:02}",
            START + at * 15 * DAY,
            (f"p{first}", f"p{second}"),
            won,
            score,
            game,
            void=void,
            **bounds,
        )
        for n, (at, (first, second), won, game, score, void, bounds) in enumerate(games)
    ]
    arrivals: list[Played | Correction] = [
        *rows,
        *(
            Correction(member=members[number], game=game, at=START + at * 15 * DAY, rating=Decimal(to))
            for at, number, game, to in fixes
        ),
    ]
    random.shuffle(arrivals)
    for row in arrivals:
        row.save()
        actions.mark_due(row.ended if isinstance(row, Played) else row.at)
        if random.random() < 0.7:
            while recompute.step(window) is not None and random.random() < 0.8:
                pass
    actions.recompute()
    figures = everything()
    assert figures == by_hand()
    for since in (0, START + random.randint(0, 90) * DAY):
        assert actions.recompute((since, "")) == {}, "nothing was to be changed"
    Change.objects.filter(at__gte=since).update(after=1, before=2, best=3)
    Standing.objects.filter(at__gte=since).update(rating=7)
    actions.recompute((since, ""))
    assert everything() == figures
    forget()
    actions.recompute((0, ""))
    assert everything() == figures


def by_hand() -> tuple[list[Any], dict[Any, Any], dict[Any, Any]]:
    """The expected ratings: one pass over all records in memory."""
    events: list[LedgerEvent] = [
        RatedMatch(
            row.ended,
            row.match_id,
            row.game,
            (row.player0, row.player1),
            row.won,
            (row.score0, row.score1),
            row.most_points,
            Decimal(row.early_gain) / 100 if row.early else None,
        )
        for row in Played.objects.filter(void=False)
    ]
    events += [
        SetRating(fix.at, fix.pk, Key(fix.player, fix.game), fix.rating) for fix in Correction.objects.all()
    ]
    states: dict[Key, RatingState] = {}
    system = rating_system()
    ordered = sorted(events, key=ledger.event_order)
    steps = [step for event in ordered for step in ledger.apply(system, states, event)]
    standings = {tuple(key): tuple(state) for key, state in states.items()}
    return _changes(steps), standings, _seasons(steps)


def _changes(steps: Iterable[LedgerEntry]) -> list[Any]:
    changes = [
        {
            **step.after._asdict(),
            "player": step.key.player,
            "game": step.key.game,
            "match": step.match,
            "before": step.before,
            "after": step.after.rating,
            "points": step.points,
            "result": step.result,
        }
        for step in steps
    ]
    changes.sort(key=lambda change: (change["at"], change["match"], change["game"], change["player"]))
    return [tuple(change[name] for name in CHANGE_FIELDS) for change in changes]


def _seasons(steps: list[LedgerEntry]) -> dict[Any, Any]:
    seasons: dict[Any, Any] = {}
    for step in steps:
        for period in periods(step.at):
            rows = seasons.setdefault((*step.key, period), [])
            rows.append(step)
    return {
        key: (
            rows[-1].after.rating,
            sum(row.result is not None for row in rows),
            sum(row.result == 1 for row in rows),
            sum(row.result == -1 for row in rows),
            sum(row.points for row in rows),
        )
        for key, rows in seasons.items()
        if any(row.result is not None for row in rows)
    }
