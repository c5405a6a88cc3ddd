"""A second rating system replaces Elo through the setting alone."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.test import override_settings
from django.utils import timezone

from tests.support.club.rating_records import DAY, START, member, played
from zaria.club.accounts.models import Member
from zaria.club.ratings import actions, queries, ranking, recompute
from zaria.club.ratings.models import OVERALL, Change, Correction, Due, Season, Standing
from zaria.club.ratings.ranking import Query
from zaria.club.ratings.system import Rated, RatingState, rating_system

pytestmark = pytest.mark.django_db


class Ladder:
    """A toy: the winner climbs a tenth of the loser's height, and 1 for each day since the last match.

    It uses all that a system is given: both states, the result, the moment and its own memory (`reached`:
    whether the player has ever won).
    """

    initial = RatingState(Decimal(100), Decimal(100))

    def rate(self, state: RatingState, opponent: RatingState, result: int, at: int) -> RatingState:
        if result <= 0:
            return state._replace(rating=state.rating - (2 if state.reached else 1))
        days = (at - state.at) // DAY if state.at else 0
        return state._replace(rating=state.rating + opponent.rating / 10 + days, reached=True)

    def corrected(self, state: RatingState, rating: Decimal) -> RatingState:
        return state._replace(rating=rating)

    def display(self, state: Rated) -> Decimal:
        return state.rating / 10


@pytest.fixture(autouse=True)
def ladder() -> Iterator[None]:
    with override_settings(RATING_SYSTEM=f"{__name__}.Ladder"):
        yield


def stored() -> tuple[list[object], ...]:
    changes = Change.objects.order_by("at", "match", "game", "player").values_list(
        "player", "game", "match", "before", "after", "best", "reached", "played", "winnings"
    )
    standings = Standing.objects.order_by("member", "game").values_list("member", "game", "rating", "reached")
    seasons = Season.objects.order_by("member", "game", "period").values_list("member", "period", "rating")
    return list(changes), list(standings), list(seasons)


def test_two_matches_are_rated_and_recomputed_by_the_second_system() -> None:
    assert isinstance(rating_system(), Ladder)
    for number in range(2):
        member(number)
    for row in (played("a"), played("b", START + 2 * DAY)):
        row.save()
        actions.mark_due(row.ended)
        while recompute.step() is not None:
            pass
    # 100 + 100/10; then + 99/10 + 2 days
    steps = Change.objects.filter(player="p0", game="tabla").order_by("at").values_list("before", "after")
    assert list(steps) == [(Decimal("100.00"), Decimal("110.00")), (Decimal("110.00"), Decimal("121.90"))]
    assert queries.standings(["p0", "p1"])["p1"] == {"tabla": Decimal("9.8"), OVERALL: Decimal("9.8")}
    Member.objects.update(seen_at=timezone.now())
    first = ranking.page(Query(game="tabla"), None).rows[0]
    assert (first.member.player, first.rating) == ("p0", 12), "the list shows what the system displays"

    one_by_one = stored()
    assert actions.recompute((0, "")) == {}, "recomputed from the beginning: no rating changes"
    for model in (Change, Standing, Season, Due):
        model.objects.all().delete()
    actions.recompute((0, ""))
    assert stored() == one_by_one


def test_bounds_and_corrections_hold_in_any_system() -> None:
    ada = member(0)
    member(1)
    played("a", early=True, early_gain=100).save()
    Correction.objects.create(
        member=ada, game=OVERALL, at=START + DAY, rating=Decimal(300), reason="elsewhere"
    )
    played("b", START + 2 * DAY, won=1).save()
    actions.recompute((0, ""))
    early = Change.objects.get(match="a", player="p0", game="tabla")
    assert early.after == Decimal("101.00"), "the winner of an early match gains one point"
    assert Change.objects.get(match="b", player="p0", game=OVERALL).after == Decimal("299.00")
    assert Standing.objects.get(member=ada, game=OVERALL).best == Decimal("300.00")
