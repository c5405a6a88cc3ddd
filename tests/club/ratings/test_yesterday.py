"""A club whose matches were stored before there were bounds: its ratings are what they were."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.by_day import by_day
from tests.support.club.older_tables import migrate, set_back
from tests.support.club.rating_records import START, member, played
from tests.support.club.site_database import site
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions
from zaria.club.ratings.models import Standing

NEW = ("turns0", "turns1", "early", "early_gain", "most_points")
BEFORE = (("results", "0003_staff"), ("ratings", "0003_staff"))


def standings() -> list[dict[str, Any]]:
    """The rows without their ids: a new table begins to count anew."""
    names = [field.attname for field in Standing._meta.concrete_fields if field.attname != "id"]
    return list(Standing.objects.order_by("member", "game").values(*names))


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
        before = standings()
        stored = list(Played.objects.values())
        old = set_back(*BEFORE).get_model("results", "Played")
        columns = {field.attname for field in old._meta.concrete_fields}
        assert not columns & set(NEW)
        for row in stored:
            old.objects.create(**{name: value for name, value in row.items() if name in columns})
        migrate("results", "ratings")
        assert Played.objects.count() == 2
        assert set(Played.objects.values_list(*NEW)) == {(0, 0, False, 0, None)}
        actions.recompute((0, ""))
        assert standings() == before
        assert before[0]["winnings"] == 384
