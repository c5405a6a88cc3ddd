import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("shop", "0001_initial"), ("shop", "0002_announced_gifts")]

    initial = True

    dependencies = [
        ("ledger", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="GiftClock",
            fields=[
                ("player", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField(default=0)),
                ("at", models.BigIntegerField(default=0)),
                ("notified", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("notified__lt", models.F("number"))),
                        fields=["at"],
                        name="unannounced_gifts",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Purchase",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=32)),
                ("good", models.CharField(max_length=32)),
                ("at", models.BigIntegerField()),
                (
                    "transfer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.transfer",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "good"), name="each_good_once")],
            },
        ),
        migrations.CreateModel(
            name="Treat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("sender", models.CharField(max_length=32)),
                ("name", models.CharField(max_length=30)),
                ("receiver", models.CharField(max_length=32)),
                ("at", models.BigIntegerField()),
                ("until", models.BigIntegerField()),
                (
                    "transfer",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.transfer"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["receiver", "until"], name="treats_of_receiver"),
                    models.Index(fields=["sender", "at"], name="treats_of_sender"),
                ],
            },
        ),
    ]
