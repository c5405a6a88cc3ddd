"""Recorded matches name the tournament that they belong to."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery

AT_ONCE = 2000


def name_tournaments(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Copy the tournament of each pairing to the row of its match."""
    pairings = apps.get_model("tournaments", "Pairing").objects
    played = apps.get_model("results", "Played").objects
    of_match = pairings.filter(match_id=OuterRef("pk")).values("tournament_id")[:1]
    last = 0
    while ids := list(pairings.filter(pk__gt=last).order_by("pk").values_list("pk", "match_id")[:AT_ONCE]):
        last = ids[-1][0]
        matches = [match_id for _pk, match_id in ids if match_id]
        played.filter(pk__in=matches).update(tournament=Subquery(of_match))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_ordered_tables"),
        ("results", "0008_tournament"),
    ]

    operations = [
        migrations.RunPython(name_tournaments, migrations.RunPython.noop),
    ]
