from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("results", "0001_initial"),
        ("results", "0002_reckoned"),
        ("results", "0003_staff"),
        ("results", "0004_rating_bounds"),
        ("results", "0005_training"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Played",
            fields=[
                ("match_id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=32)),
                ("began", models.BigIntegerField()),
                ("ended", models.BigIntegerField()),
                ("length", models.PositiveSmallIntegerField()),
                ("speed", models.CharField(max_length=10)),
                ("player0", models.CharField(db_index=True, max_length=40)),
                ("player1", models.CharField(db_index=True, max_length=40)),
                ("name0", models.CharField(max_length=40)),
                ("name1", models.CharField(max_length=40)),
                ("member0", models.BooleanField(default=False)),
                ("member1", models.BooleanField(default=False)),
                ("bot0", models.CharField(blank=True, default="", max_length=32)),
                ("bot1", models.CharField(blank=True, default="", max_length=32)),
                ("won", models.PositiveSmallIntegerField(null=True)),
                ("score0", models.PositiveIntegerField()),
                ("score1", models.PositiveIntegerField()),
                ("kind", models.CharField(blank=True, default="", max_length=16)),
                ("how", models.CharField(max_length=16)),
                ("games", models.JSONField(default=list)),
                ("dice0", models.JSONField(default=list)),
                ("dice1", models.JSONField(default=list)),
                ("plies", models.PositiveIntegerField(default=0)),
                ("rated", models.BooleanField(default=False)),
                ("void", models.BooleanField(default=False)),
                ("voided", models.BooleanField(default=False)),
                ("stake", models.BigIntegerField(null=True)),
                ("early", models.BooleanField(default=False)),
                ("early_gain", models.PositiveIntegerField(default=0)),
                ("most_points", models.PositiveIntegerField(null=True)),
                ("turns0", models.PositiveIntegerField(default=0)),
                ("turns1", models.PositiveIntegerField(default=0)),
                ("training", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["ended", "match_id"], name="played_in_order"),
                    models.Index(fields=["player0", "-ended"], name="played_by_side_0"),
                    models.Index(fields=["player1", "-ended"], name="played_by_side_1"),
                    models.Index(
                        condition=models.Q(("rated", True)), fields=["ended"], name="played_and_rated"
                    ),
                ],
                "verbose_name": "match",
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Scribed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("over", models.BigIntegerField(default=0)),
                ("match_id", models.CharField(blank=True, default="", max_length=16)),
            ],
        ),
    ]
