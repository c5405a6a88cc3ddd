"""Stores the grades of both sides beside analyses; a worker grades those that are stored, one at a time."""

from typing import Any

from django.db import migrations, models


def mark(apps: Any, _editor: Any) -> None:
    apps.get_model("analysis", "Analysis").objects.filter(state="done").update(ungraded=True)


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_since_release_1_0")]

    operations = [
        migrations.CreateModel(
            name="SideGrade",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match_id", models.CharField(max_length=40)),
                ("side", models.PositiveSmallIntegerField()),
                ("effort", models.PositiveSmallIntegerField()),
                ("unit", models.CharField(max_length=8)),
                ("rate", models.FloatField(null=True)),
                ("luck", models.FloatField(null=True)),
                ("turns", models.PositiveIntegerField()),
                ("turns_loss", models.FloatField()),
                ("cube", models.PositiveIntegerField()),
                ("cube_loss", models.FloatField()),
                ("opening", models.PositiveIntegerField()),
                ("opening_loss", models.FloatField()),
                ("middle", models.PositiveIntegerField()),
                ("middle_loss", models.FloatField()),
                ("race", models.PositiveIntegerField()),
                ("race_loss", models.FloatField()),
                ("bear_off", models.PositiveIntegerField()),
                ("bear_off_loss", models.FloatField()),
                ("ending", models.PositiveIntegerField()),
                ("ending_loss", models.FloatField()),
                ("worst_frame", models.PositiveIntegerField(null=True)),
                ("worst_loss", models.FloatField()),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("match_id", "side"), name="one_grade_a_side")
                ],
            },
        ),
        migrations.AddField(
            model_name="analysis",
            name="ungraded",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(
                condition=models.Q(("ungraded", True)), fields=["id"], name="analyses_without_grades"
            ),
        ),
    ]
