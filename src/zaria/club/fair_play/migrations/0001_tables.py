import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("fair_play", "0001_initial"),
        ("fair_play", "0002_running_sums"),
    ]

    initial = True

    dependencies = [
        ("members", "__first__"),
        ("results", "0002_since_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="Agreement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("matches", models.PositiveIntegerField()),
                ("decisions", models.PositiveIntegerField()),
                ("rate", models.FloatField()),
                ("agreement", models.FloatField()),
                ("share", models.FloatField()),
                ("score", models.FloatField()),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="agreements",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("agreed", models.FloatField(default=0.0)),
                ("hard", models.FloatField(default=0.0)),
                ("logs", models.BinaryField(default=b"")),
                ("loss", models.FloatField(default=0.0)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["-score", "member", "game"], name="agreements_by_score"),
                    models.Index(fields=["game", "share"], name="agreements_of_game"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("member", "game"), name="one_agreement_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=32)),
                ("method", models.PositiveSmallIntegerField()),
                ("decisions", models.PositiveIntegerField()),
                ("loss", models.FloatField()),
                ("hard", models.FloatField()),
                ("agreed", models.FloatField()),
                ("logs", models.BinaryField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="results.played",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="match_tallies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["member", "game", "method"], name="match_tallies_of_member")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "side", "game"), name="one_match_tally")
                ],
            },
        ),
    ]
