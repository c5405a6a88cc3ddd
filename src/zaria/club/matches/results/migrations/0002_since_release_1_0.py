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


def fill_last_meetings(apps: Any, schema_editor: Any) -> None:
    """Store the last match of each two members: a list of opponents need not read all matches."""
    schema_editor.execute(FILL)


class Migration(migrations.Migration):
    replaces = [
        ("results", "0006_search_wait"),
        ("results", "0007_aborted"),
        ("results", "0008_tournament"),
        ("results", "0009_pairs"),
        ("results", "0010_last_meetings"),
    ]

    dependencies = [
        ("results", "0001_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchWait",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("at", models.BigIntegerField(db_index=True)),
                ("seconds", models.PositiveIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="played",
            name="aborted",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="played",
            name="tournament",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
        migrations.AddIndex(
            model_name="played",
            index=models.Index(fields=["player0", "player1", "-ended"], name="played_by_pair_0"),
        ),
        migrations.AddIndex(
            model_name="played",
            index=models.Index(fields=["player1", "player0", "-ended"], name="played_by_pair_1"),
        ),
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
        migrations.RunPython(fill_last_meetings, migrations.RunPython.noop),
    ]
