"""The ratings at a table, read while its result is being recorded."""

from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from tests.support.club.rating_records import member
from zaria.club.ratings.models import Change, Standing
from zaria.club.ratings.table_ratings import changes_and_ratings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("queries_before", [0, 1, 2])
def test_a_page_that_sees_the_changes_sees_the_ratings(queries_before: int) -> None:
    players = [member(number) for number in (1, 2)]
    ids = [player.player for player in players]
    queries: list[str] = []

    def record() -> None:
        rating = Decimal(510)
        for player in players:
            Standing.objects.create(member=player, game="chess", rating=rating, best=rating, at=1)
            Change.objects.create(
                member=player, player=player.player, game="chess", match="m", at=1,
                before=Decimal(500), after=rating, best=rating,
            )  # fmt: skip

    def between(execute: Any, sql: str, *rest: Any) -> Any:
        """The result is recorded behind the first `queries_before` queries."""
        answer = execute(sql, *rest)
        if sql.startswith("SELECT"):
            queries.append(sql)
            if len(queries) == queries_before:
                record()
        return answer

    if not queries_before:
        record()
    with connection.execute_wrapper(between):
        changes, now = async_to_sync(changes_and_ratings)(ids, "chess", "m")
    assert queries
    assert not changes or now == [51000, 51000]
    if not queries_before:
        assert changes == {player_id: [50000, 51000] for player_id in ids}
