"""Tournaments by the day seed, and admit, by the ratings of games by the day."""

from typing import Any

import pytest
from django.test import Client

from tests.support.club.director_pages import boss, browser, done, english_pages, state_of
from tests.support.club.tournament_terms import TABLA, members, terms
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.ratings.models import Standing
from zaria.club.site.clock import DAY_MS
from zaria.club.tournaments import actions
from zaria.club.tournaments.conditions import FIRST_RATING, rating_of
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments.decide import TournamentRefusedError

__all__ = ["boss", "english_pages", "plain_files"]

BY_DAY = Terms("tabla", length=3, clock=ClockTerms.by_days(2), rated=True)
AT_THE_BOARD, DAYS = 700, 900
ROUND_MS = {False: 0, True: 4 * DAY_MS}


def rated(member: Member, **ratings: int) -> Member:
    for key, rating in ratings.items():
        game = key.replace("_", ".")
        Standing.objects.create(member=member, game=game, rating=rating, best=rating, played=3, at=1)
    return member


def known(number: int = 0) -> Member:
    """A member with a rating of each way of play."""
    (member,) = members(1, since=number)
    return rated(member, tabla=AT_THE_BOARD, tabla_days=DAYS, chess=1200, chess_days=1300)


@pytest.mark.parametrize(
    ("ratings", "by_day", "at_the_board"),
    [
        ({"tabla": AT_THE_BOARD, "tabla_days": DAYS}, DAYS, AT_THE_BOARD),
        ({"tabla": AT_THE_BOARD}, AT_THE_BOARD, AT_THE_BOARD),
        ({"tabla_days": DAYS}, DAYS, FIRST_RATING),
        ({"chess_days": DAYS, "chess": DAYS}, FIRST_RATING, FIRST_RATING),
    ],
)
def test_by_the_day_the_rating_at_the_board_stands_in_for_one_that_is_not_there(
    club: None, ratings: dict[str, int], by_day: int, at_the_board: int
) -> None:
    (member,) = members(1)
    rated(member, **ratings)
    assert (rating_of(member, BY_DAY), rating_of(member, TABLA)) == (by_day, at_the_board)


@pytest.mark.parametrize(("match", "rating"), [(BY_DAY, DAYS), (TABLA, AT_THE_BOARD)])
def test_every_way_to_enter_seeds_by_the_rating_of_the_way_of_play(
    boss: Client, match: Terms, rating: int
) -> None:
    entrant, entered, newcomer, paying, substitute = map(known, range(5))
    row = actions.create(terms(match=match, round_ms=ROUND_MS[match.by_day]), "director")
    actions.enter(row.pk, entrant)
    assert state_of(row).ratings == {entrant.player: rating}
    assert done(boss, row, "enter", login=entered.username).ratings[entered.player] == rating
    state = done(boss, row, "replace", player=entrant.player, login=newcomer.username)
    assert state.ratings == {entered.player: rating, newcomer.player: rating}
    row = actions.create(terms(match=match, round_ms=ROUND_MS[match.by_day], fee=5_00), "director")
    done(boss, row, "enter", login=paying.username)
    browser(paying).post(f"/tournaments/{row.pk}/place", {"answer": "accept"})
    assert state_of(row).ratings == {paying.player: rating}
    done(boss, row, "replace", player=paying.player, login=substitute.username)
    browser(substitute).post(f"/tournaments/{row.pk}/place", {"answer": "accept"})
    assert state_of(row).ratings == {substitute.player: rating}


@pytest.mark.parametrize(
    ("match", "bounds", "code"),
    [
        (BY_DAY, {"lowest_rating": DAYS}, ""),
        (BY_DAY, {"highest_rating": DAYS - 1}, "rating_too_high"),
        (TABLA, {"lowest_rating": AT_THE_BOARD + 1}, "rating_too_low"),
        (TABLA, {"highest_rating": AT_THE_BOARD}, ""),
    ],
)
def test_the_bounds_are_those_of_the_way_of_play(
    club: None, match: Terms, bounds: dict[str, Any], code: str
) -> None:
    row, member = (
        actions.create(terms(match=match, round_ms=ROUND_MS[match.by_day], **bounds), "director"),
        known(),
    )
    if code:
        with pytest.raises(TournamentRefusedError, match=code):
            actions.enter(row.pk, member)
    else:
        actions.enter(row.pk, member)
