import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_series_and_notices"),
        ("tournaments", "0003_ordered_tables"),
        ("tournaments", "0004_walkovers"),
        ("tournaments", "0005_place_offers"),
        ("tournaments", "0006_skipped_starts"),
        ("tournaments", "0007_notices_of_all_kinds"),
        ("tournaments", "0008_round_ends_at"),
        ("tournaments", "0009_ordered_tables"),
        ("tournaments", "0010_matches_of_tournaments"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.CharField(max_length=10, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=120)),
                ("game", models.CharField(max_length=32)),
                ("format", models.CharField(max_length=16)),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("playing", "Playing"),
                            ("over", "Over"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("director", models.CharField(db_index=True, max_length=32)),
                ("federation", models.CharField(blank=True, db_index=True, default="", max_length=40)),
                ("private", models.BooleanField(default=False)),
                ("terms", models.TextField()),
                ("secret", models.CharField(max_length=64)),
                ("code", models.CharField(blank=True, default="", max_length=128)),
                ("created_at", models.BigIntegerField()),
                ("starts_at", models.BigIntegerField()),
                ("ended_at", models.BigIntegerField(null=True)),
                ("events", models.PositiveIntegerField(default=0)),
                ("round", models.PositiveIntegerField(default=0)),
                ("players", models.PositiveIntegerField(default=0)),
                ("winner", models.CharField(blank=True, default="", max_length=32)),
                ("round_ends_at", models.BigIntegerField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["phase", "starts_at"], name="tournaments_by_start"),
                    models.Index(fields=["phase", "ended_at"], name="tournaments_by_end"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField()),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("player0", models.CharField(blank=True, max_length=32)),
                ("player1", models.CharField(blank=True, max_length=32)),
                ("match_id", models.CharField(max_length=16, null=True, unique=True)),
                ("since", models.BigIntegerField()),
                ("opened_at", models.BigIntegerField(null=True)),
                ("closed", models.BooleanField(default=False)),
                ("ready0", models.BooleanField(default=False)),
                ("ready1", models.BooleanField(default=False)),
                ("points0", models.SmallIntegerField(null=True)),
                ("points1", models.SmallIntegerField(null=True)),
                ("how", models.CharField(blank=True, default="", max_length=12)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings",
                        to="tournaments.tournament",
                    ),
                ),
                ("ordered", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("how", "")), fields=["tournament"], name="open_pairings"
                    ),
                    models.Index(fields=["player0", "tournament"], name="pairings_of_side_0"),
                    models.Index(fields=["player1", "tournament"], name="pairings_of_side_1"),
                    models.Index(
                        condition=models.Q(("ordered", True)),
                        fields=["how", "tournament"],
                        name="ordered_tables",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number", "place", "attempt"), name="one_pairing_a_place"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(db_index=True, max_length=32)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "player"), name="each_invited_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=32)),
                ("name", models.CharField(max_length=30)),
                ("rating", models.IntegerField(default=0)),
                ("active", models.BooleanField(default=True)),
                ("at", models.BigIntegerField()),
                ("place", models.PositiveIntegerField(null=True)),
                ("prize", models.BigIntegerField(default=0)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "active", "tournament"], name="entries_of_player")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "player"), name="each_player_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="TournamentEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.BigIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("body", models.TextField()),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="history",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_event_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="TournamentSeries",
            fields=[
                ("id", models.CharField(max_length=10, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=120)),
                ("director", models.CharField(max_length=32)),
                ("federation", models.CharField(blank=True, db_index=True, default="", max_length=40)),
                ("terms", models.TextField()),
                ("code", models.CharField(blank=True, default="", max_length=128)),
                ("rule", models.CharField(max_length=240)),
                ("zone", models.CharField(max_length=64)),
                ("first", models.BigIntegerField()),
                ("days", models.PositiveSmallIntegerField(default=7)),
                ("next", models.BigIntegerField(null=True)),
                ("created_at", models.BigIntegerField()),
                ("ended_at", models.BigIntegerField(null=True)),
                ("skipped", models.JSONField(default=list)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("next__isnull", False)),
                        fields=["next"],
                        name="series_by_next_start",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesTournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.BigIntegerField()),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="of_series",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="tournaments.tournamentseries",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("series", "starts_at"), name="each_start_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlaceOffer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(db_index=True, max_length=32)),
                ("instead_of", models.CharField(blank=True, default="", max_length=32)),
                ("by", models.CharField(max_length=32)),
                ("reason", models.TextField()),
                ("at", models.BigIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "player"), name="one_offer_a_player")
                ],
            },
        ),
    ]
