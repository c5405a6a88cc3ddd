"""A club whose matches were stored before there were bounds: its ratings are what they were."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tests.support.by_day import by_day
from tests.support.club.rating_records import START, member, played
from tests.support.club.site_database import site
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions
from zaria.club.ratings.models import Standing

NEW = ("turns0", "turns1", "early", "early_gain", "most_points")
BEFORE = (("results", "0003"), ("ratings", "0003"))


@pytest.mark.parametrize("kind", by_day((None,), (None, "postgres")))
def test_old_results_count_as_they_did(
    kind: str | None, transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("database") if kind else None
    with site(url, tmp_path):
        for number in (0, 1):
            member(number)
        for name, ended in (("m1", START), ("m2", START + 1)):
            played(name, ended, score=(192, 0), game="backgammon").save()
        actions.recompute((0, ""))
        before = list(Standing.objects.order_by("pk").values())
        for app, migration in BEFORE:
            call_command("migrate", app, migration, interactive=False, verbosity=0)
        with connection.cursor() as cursor:
            columns = {
                one.name for one in connection.introspection.get_table_description(cursor, "results_played")
            }
        assert not columns & set(NEW)
        call_command("migrate", interactive=False, verbosity=0)
        assert Played.objects.count() == 2
        assert set(Played.objects.values_list(*NEW)) == {(0, 0, False, 0, None)}
        actions.recompute((0, ""))
        assert list(Standing.objects.order_by("pk").values()) == before
        assert before[0]["winnings"] == 384
