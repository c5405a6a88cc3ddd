"""Places that players have to accept, because there is an entry fee."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_walkovers"),
    ]

    operations = [
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
