"""A club from before the page of notices: what was unread stands on it."""

from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.support.by_day import by_day
from tests.support.club.site_database import site
from tests.support.club.tournament_terms import entered
from zaria.club.accounts.models import Member
from zaria.club.notifications.models import Notification
from zaria.club.notifications.texts import text
from zaria.club.site.clock import now_ms
from zaria.club.staff.models import Act, Notice

BEFORE = (("tournaments", "0006"), ("notifications", "zero"))


@pytest.mark.parametrize("kind", by_day((None,), (None, "postgres")))
def test_unread_notices_are_carried_over(
    kind: str | None, transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("database") if kind else None
    with site(url, tmp_path):
        row, (ann, bob) = entered(2)
        act = Act.objects.create(by_name="operator", kind=Act.Kind.WARN, about=ann, name=ann.username)
        Notice.objects.create(to=ann, act=act)
        for app, migration in BEFORE:
            call_command("migrate", app, migration, interactive=False, verbosity=0)
        old = (
            MigrationExecutor(connection).loader.project_state([("tournaments", "0006_skipped_starts")]).apps
        )
        notices = old.get_model("tournaments", "TournamentNotice").objects
        for player in (ann.player, "a guest"):
            fields = {"starts_at": 0, "at": now_ms(), "reason": ""}
            notices.create(tournament_id=row.pk, player=player, kind="cancelled", **fields)
        call_command("migrate", interactive=False, verbosity=0)
        rows = Notification.objects.filter(to=ann).order_by("at")
        assert [text(notice.kind, notice.body).sentence for notice in rows] == [
            "You have a message from the staff.",
            "“Friday eight”: The tournament was cancelled: too few players entered.",
        ]
        assert not Notification.objects.exclude(to=ann).exists()
        counts = Member.objects.values_list("unread_notices", flat=True)
        assert (counts.get(pk=ann.pk), counts.get(pk=bob.pk)) == (2, 0)
        assert "TournamentNotice" not in {model.__name__ for model in apps.get_models()}
