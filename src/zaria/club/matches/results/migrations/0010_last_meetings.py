"""Stores the last match of each two members: a list of opponents need not read all matches."""

from typing import Any

from django.db import migrations, models

FILL = """
    INSERT INTO results_lastmeeting (player, opponent, ended)
    SELECT player, opponent, MAX(ended) FROM (
        SELECT player0 AS player, player1 AS opponent, ended FROM results_played
        WHERE member0 AND member1 AND player0 <> player1
        UNION ALL SELECT player1, player0, ended FROM results_played
        WHERE member0 AND member1 AND player0 <> player1
    ) AS meetings GROUP BY player, opponent
"""


def fill(_apps: Any, editor: Any) -> None:
    editor.execute(FILL)


class Migration(migrations.Migration):
    dependencies = [("results", "0009_pairs")]

    operations = [
        migrations.CreateModel(
            name="LastMeeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=40)),
                ("opponent", models.CharField(max_length=40)),
                ("ended", models.BigIntegerField()),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["player", "-ended", "opponent"], name="opponents_by_last_meeting")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "opponent"), name="one_last_meeting_a_pair")
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
