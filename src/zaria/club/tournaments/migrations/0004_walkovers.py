"""Walkovers were called byes, and a tournament that was broken off lost its last round."""

from typing import Any

from django.db import migrations
from django.db.models import Max


def correct(apps: Any, schema_editor: Any) -> None:
    """Correct both in the rows that are there."""
    database = schema_editor.connection.alias
    pairings = apps.get_model("tournaments", "Pairing").objects.using(database)
    pairings.filter(how="bye").exclude(player0="").exclude(player1="").update(how="walkover")
    rows = apps.get_model("tournaments", "Tournament").objects.using(database)
    broken_off = pairings.filter(tournament__phase="cancelled").order_by()
    for row, number in broken_off.values_list("tournament").annotate(last=Max("number")):
        rows.filter(pk=row).update(round=number)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_ordered_tables"),
    ]

    operations = [migrations.RunPython(correct, migrations.RunPython.noop, elidable=False)]
