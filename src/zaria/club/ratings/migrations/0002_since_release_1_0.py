import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("ratings", "0006_shared_browsers"),
        ("ratings", "0007_seats_from_an_address"),
        ("ratings", "0008_browsers_of_the_second"),
        ("ratings", "0009_stake_totals"),
    ]

    dependencies = [
        ("members", "__first__"),
        ("ratings", "0001_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="SharedBrowser",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("one", models.CharField(max_length=40)),
                ("two", models.CharField(max_length=40)),
                ("at", models.BigIntegerField(db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("one", "two"), name="one_shared_browser_a_pair")
                ],
                "indexes": [models.Index(fields=["two"], name="browsers_of_the_second")],
            },
        ),
        migrations.AddIndex(
            model_name="seataddress",
            index=models.Index(fields=["address", "at"], name="seats_from_an_address"),
        ),
        migrations.CreateModel(
            name="StakeTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=32)),
                ("period", models.CharField(blank=True, max_length=7)),
                ("unit", models.CharField(max_length=8)),
                ("amount", models.BigIntegerField(default=0)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stake_totals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("member", "game", "period", "unit"), name="one_stake_total"
                    )
                ],
            },
        ),
    ]
