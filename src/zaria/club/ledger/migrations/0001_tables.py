import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from zaria.club.ledger.triggers import STATEMENTS


def create_triggers(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers that keep the rules of the ledger."""
    for statement in STATEMENTS[editor.connection.vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    replaces = [
        ("ledger", "0001_initial"),
        ("ledger", "0002_triggers"),
        ("ledger", "0003_indexes_without_condition"),
        ("ledger", "0004_holds_without_match"),
        ("ledger", "0005_welcomed_addresses"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=64)),
                ("unit", models.CharField(max_length=8)),
                ("balance", models.BigIntegerField(default=0)),
                ("guarded", models.BooleanField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("code", "unit"), name="one_account_a_code")],
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=100, unique=True)),
                ("kind", models.CharField(max_length=16)),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "Pending"), ("posted", "Posted"), ("voided", "Voided")],
                        default="posted",
                        max_length=8,
                    ),
                ),
                ("at", models.BigIntegerField()),
                ("amount", models.BigIntegerField()),
                ("debit_after", models.BigIntegerField()),
                ("credit_after", models.BigIntegerField()),
                ("until", models.BigIntegerField(null=True)),
                ("match_id", models.CharField(blank=True, default="", max_length=16)),
                ("subject", models.CharField(blank=True, default="", max_length=64)),
                ("note", models.TextField(blank=True, default="")),
                ("by", models.CharField(blank=True, default="", max_length=32)),
                ("forced", models.BooleanField(default=False)),
                (
                    "credit",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="credits",
                        to="ledger.account",
                    ),
                ),
                (
                    "debit",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="debits",
                        to="ledger.account",
                    ),
                ),
                (
                    "hold",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="resolutions",
                        to="ledger.transfer",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["debit", "id"], name="transfers_from_account"),
                    models.Index(fields=["credit", "id"], name="transfers_to_account"),
                    models.Index(
                        condition=models.Q(("state", "pending")), fields=["id"], name="pending_holds"
                    ),
                    models.Index(fields=["match_id"], name="transfers_of_match"),
                    models.Index(fields=["subject"], name="transfers_of_subject"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="amount_above_zero"),
                    models.CheckConstraint(
                        condition=models.Q(("debit", models.F("credit")), _negated=True), name="two_accounts"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("forced", False), ("kind__in", ("correction", "reversal")), _connector="OR"
                        ),
                        name="only_corrections_forced",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("match_id__gt", ""), ("state", "pending")),
                        fields=("match_id", "debit"),
                        name="one_pending_hold_a_match",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WelcomedAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=32)),
                ("unit", models.CharField(max_length=8)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("fingerprint", "unit"), name="one_welcome_an_address")
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
