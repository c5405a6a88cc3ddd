import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("table_offers", "0001_initial"), ("table_offers", "0002_by_state")]

    initial = True

    dependencies = [
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="TableOffer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match_id", models.CharField(max_length=16)),
                ("by_owner", models.BooleanField(default=False)),
                ("owner_side", models.PositiveSmallIntegerField()),
                ("public", models.BooleanField()),
                ("round", models.PositiveSmallIntegerField()),
                ("terms", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepting", "Accepting"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("ended", "Ended"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("next_match", models.CharField(blank=True, default="", max_length=16)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers_at_own_tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reader",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_offers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["state"], name="offers_by_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("match_id", "reader"), name="one_offer_a_reader"),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["accepting", "accepted"])),
                        fields=("match_id",),
                        name="one_accepted_offer_a_table",
                    ),
                ],
            },
        ),
    ]
