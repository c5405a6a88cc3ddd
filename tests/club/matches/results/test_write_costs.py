"""The work that follows from results costs as many statements for many of them as for a few."""

import pytest
from django.db import transaction

from tests.support.club.page_queries import queries_of
from tests.support.club.rating_records import START, member, played
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.match.terms import Terms

FEW, MANY = 10, 100
PLAYERS = 8


def statements(first: int, last: int) -> list[str]:
    """The statements that follow from new results of rated matches between the same members."""
    players = [f"p{number}" for number in range(PLAYERS)]
    matches = [
        played(f"m{number}", START + number, (players[number % PLAYERS], players[(number + 1) % PLAYERS]))
        for number in range(first, last)
    ]
    Played.objects.bulk_create(matches)

    @transaction.atomic
    def record() -> None:
        matches_recorded.send(Played, results=[(match, Terms(match.game, rated=True)) for match in matches])

    return queries_of(record)


@pytest.mark.django_db
def test_results_of_many_matches_take_the_statements_of_a_few() -> None:
    for number in range(PLAYERS):
        member(number)
    assert statements(0, 1)
    few, many = statements(1, 1 + FEW), statements(1 + FEW, 1 + FEW + MANY)
    assert len(many) == len(few), "\n".join(many[:40])
