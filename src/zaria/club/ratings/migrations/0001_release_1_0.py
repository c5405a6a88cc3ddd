import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("ratings", "0001_initial"),
        ("ratings", "0002_reckoned"),
        ("ratings", "0003_staff"),
        ("ratings", "0004_by_matches_won"),
        ("ratings", "0005_pairs_and_addresses"),
    ]

    initial = True

    dependencies = [
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=32)),
                ("at", models.BigIntegerField(db_index=True)),
                ("rating", models.DecimalField(decimal_places=2, max_digits=7)),
                ("reason", models.TextField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="corrections",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("player", models.CharField(editable=False, max_length=40)),
            ],
            options={
                "verbose_name": "correction of a rating",
                "verbose_name_plural": "corrections of ratings",
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=32)),
                ("match", models.CharField(blank=True, max_length=16)),
                ("at", models.BigIntegerField()),
                ("before", models.DecimalField(decimal_places=2, max_digits=7)),
                ("after", models.DecimalField(decimal_places=2, max_digits=7)),
                ("points", models.IntegerField(default=0)),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("best", models.DecimalField(decimal_places=2, max_digits=7)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("played", models.PositiveIntegerField(default=0)),
                ("player", models.CharField(max_length=40)),
                ("reached", models.BooleanField(default=False)),
                ("result", models.SmallIntegerField(null=True)),
                ("winnings", models.IntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["member", "game", "at"], name="changes_of_a_member"),
                    models.Index(fields=["match"], name="changes_by_a_match"),
                    models.Index(fields=["player", "game", "at"], name="changes_of_a_player"),
                    models.Index(fields=["at"], name="changes_in_order"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=32)),
                ("rating", models.DecimalField(decimal_places=2, max_digits=7)),
                ("best", models.DecimalField(decimal_places=2, max_digits=7)),
                ("reached", models.BooleanField(default=False)),
                ("played", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("winnings", models.IntegerField(default=0)),
                ("at", models.BigIntegerField()),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "-rating", "member"], name="standings_by_rating"),
                    models.Index(fields=["game", "-winnings", "member"], name="standings_by_winnings"),
                    models.Index(fields=["game", "-won", "member"], name="standings_by_won"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("member", "game"), name="one_standing_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Due",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=32)),
                ("period", models.CharField(max_length=7)),
                ("rating", models.DecimalField(decimal_places=2, max_digits=7)),
                ("played", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("winnings", models.IntegerField(default=0)),
                ("at", models.BigIntegerField()),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "period", "-rating", "member"], name="seasons_by_rating"),
                    models.Index(
                        fields=["game", "period", "-winnings", "member"], name="seasons_by_winnings"
                    ),
                    models.Index(fields=["game", "period", "-won", "member"], name="seasons_by_won"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("member", "game", "period"), name="one_season_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="PairMatch",
            fields=[
                ("match_id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("one", models.CharField(max_length=40)),
                ("two", models.CharField(max_length=40)),
                ("day", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["one", "two", "day"], name="pair_matches_of_a_day"),
                    models.Index(fields=["day"], name="pair_matches_by_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match_id", models.CharField(max_length=16)),
                ("player", models.CharField(max_length=40)),
                ("address", models.CharField(max_length=16)),
                ("at", models.BigIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "address"], name="seat_addresses_of_a_player"),
                    models.Index(fields=["at"], name="seat_addresses_in_order"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match_id", "player"), name="one_seat_address_a_match")
                ],
            },
        ),
    ]
