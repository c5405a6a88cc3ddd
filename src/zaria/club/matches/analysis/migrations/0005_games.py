"""Adds the finer sums to grades; a worker grades the stored analyses again, one at a time."""

from typing import Any

from django.db import migrations, models


def mark(apps: Any, _editor: Any) -> None:
    apps.get_model("analysis", "Analysis").objects.filter(state="done").update(ungraded=True)


NO_GAMES = models.Value([], models.JSONField())


class Migration(migrations.Migration):
    dependencies = [("analysis", "0004_age")]

    operations = [
        migrations.AddField(
            model_name="sidegrade", name="games", field=models.JSONField(db_default=NO_GAMES, default=list)
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
