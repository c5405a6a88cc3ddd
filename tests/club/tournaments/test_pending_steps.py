"""The notes after which a tournament needs a step: every change leaves one, and one process takes them."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection, transaction

from tests.support.club.database_schema import trigger_names
from tests.support.club.site_database import furnished, instead
from tests.support.club.tournament_play import begun, play, waiting
from zaria.club.site.clock import now_ms
from zaria.club.site.database import databases
from zaria.club.tournaments import actions, triggers
from zaria.club.tournaments.models import Pairing, PendingStep
from zaria.club.tournaments.receivers import note_closed_table
from zaria.club.tournaments.runner import progress
from zaria.club.tournaments.runner.progress import NeededSteps


def needed(mark: int | None = None) -> NeededSteps:
    """Take the notes, as a process that makes the steps at once."""
    steps = progress.needed_steps(now_ms(), mark)
    progress.forget_pending(steps.pending)
    return steps


def execute(statement: str, *values: bool | int | str) -> None:
    """Make a change as a process of an earlier release does."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_every_change_needs_one_step(club: None) -> None:
    row, _members = begun(4, pause_ms=45_000)
    first = needed()
    assert (first.tournaments, first.everything) == ([row.pk], True)
    second = needed(first.mark)
    assert (second.tournaments, second.everything) == ([], False)
    play(row, 1)
    assert needed(first.mark).tournaments == [row.pk]
    (final,) = waiting(row)
    actions.say_ready(row.pk, final.player0)
    assert needed(first.mark).tournaments == [row.pk]
    note_closed_table(final.match_id or "")
    assert needed(first.mark).tournaments == [row.pk]
    execute("UPDATE tournaments_pairing SET ready1 = %s WHERE id = %s", True, final.pk)
    execute("UPDATE tournaments_tournament SET events = events + 1 WHERE id = %s", row.pk)
    assert needed(first.mark).tournaments == [row.pk]
    assert needed(first.mark) == (second._replace(next_start=None))


def test_the_runner_s_own_notes_about_tables_need_no_step(club: None) -> None:
    row, _members = begun(4)
    mark = needed().mark
    tables = [opening.match_id for opening in progress.step(row.pk).openings]
    progress.mark_opened(tables)
    assert needed(mark).tournaments == []


def test_a_change_that_is_rolled_back_needs_no_step(club: None) -> None:
    row, _members = begun(4)
    mark = needed().mark
    with transaction.atomic():
        Pairing.objects.filter(tournament=row).update(closed=True)
        transaction.set_rollback(True)
    assert needed(mark).tournaments == []


def test_a_process_between_whose_rounds_another_one_ran_the_tournaments_begins_anew(club: None) -> None:
    row, _members = begun(4)
    first, second = needed().mark, needed().mark
    returned = needed(first)
    assert (returned.tournaments, returned.everything) == ([row.pk], True)
    assert not needed(returned.mark).everything
    assert needed(second).everything
    assert PendingStep.objects.count() == 1


def test_a_change_that_is_committed_after_later_ones_needs_a_step(
    request: pytest.FixtureRequest, transactional_db: None
) -> None:
    url = furnished(request, "steps")
    with instead(databases.default(url, Path())), closing(psycopg.connect(url)) as slow_process:
        row, _members = begun(4)
        mark = needed().mark
        pairing = Pairing.objects.filter(tournament=row).first()
        assert pairing is not None
        slow_process.execute("UPDATE tournaments_pairing SET closed = true WHERE id = %s", [pairing.pk])
        Pairing.objects.exclude(pk=pairing.pk).update(closed=True)
        assert needed(mark).tournaments == [row.pk]
        slow_process.commit()
        assert needed(mark).tournaments == [row.pk]


def test_the_database_has_the_triggers(club: None) -> None:
    """A later migration that builds a table anew on SQLite drops its triggers: it has to create them."""
    statements = triggers.STATEMENTS[connection.vendor]
    created = {statement.split()[2] for statement in statements if "CREATE TRIGGER" in statement}
    assert created <= trigger_names()
