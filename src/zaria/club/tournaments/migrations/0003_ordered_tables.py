"""Tables that were opened had been ordered; tournaments that began when they were full have their real start."""

from typing import Any

from django.db import migrations, models


def note(apps: Any, schema_editor: Any) -> None:
    """Write both to the rows that are there."""
    database = schema_editor.connection.alias
    pairings = apps.get_model("tournaments", "Pairing").objects.using(database)
    pairings.exclude(opened_at=None).update(ordered=True)
    rows = apps.get_model("tournaments", "Tournament").objects.using(database)
    events = apps.get_model("tournaments", "TournamentEvent").objects.using(database)
    for row in rows.filter(terms__contains='"when_full":true').exclude(phase="open").only("pk"):
        for begun in events.filter(tournament=row, kind="begun"):
            rows.filter(pk=row.pk, starts_at__gt=begun.at).update(starts_at=begun.at)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_series_and_notices"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="pairing", name="tables_to_end"),
        migrations.AddField(model_name="pairing", name="ordered", field=models.BooleanField(default=False)),
        migrations.RunPython(note, migrations.RunPython.noop, elidable=False),
        migrations.AddIndex(
            model_name="pairing",
            index=models.Index(
                condition=models.Q(("how__in", ("cancelled", "director", "repeated")), ("ordered", True)),
                fields=["tournament"],
                name="tables_to_end",
            ),
        ),
    ]
