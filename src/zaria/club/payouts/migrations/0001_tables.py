import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("payouts", "0001_initial")]

    initial = True

    dependencies = [
        ("ledger", "0001_tables"),
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="PayoutRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=32)),
                ("unit", models.CharField(max_length=8)),
                ("amount", models.BigIntegerField()),
                ("note", models.TextField(blank=True, default="")),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waiting"),
                            ("paid", "paid out"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reference", models.CharField(blank=True, default="", max_length=64)),
                ("reason", models.TextField(blank=True, default="")),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decided_payouts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hold",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payout_request",
                        to="ledger.transfer",
                    ),
                ),
            ],
            options={
                "verbose_name": "pay-out request",
                "verbose_name_plural": "pay-out requests",
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["player", "-id"], name="payout_requests_of_player"),
                    models.Index(
                        condition=models.Q(("state", "open")), fields=["id"], name="open_payout_requests"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("player",),
                        name="one_open_payout_request",
                    )
                ],
            },
        ),
    ]
