from typing import Any

from django.db import migrations, models

from zaria.club.accounts.address_records import fingerprint

SIZE = 1000


def record_addresses(apps: Any, schema_editor: Any) -> None:
    """Record the addresses of present members, and of those among them who got the welcome."""
    Member = apps.get_model("members", "Member")
    AccountAddress = apps.get_model("members", "AccountAddress")
    Transfer = apps.get_model("ledger", "Transfer")
    WelcomedAddress = apps.get_model("ledger", "WelcomedAddress")
    hashes = {}
    admitted = Member.objects.filter(is_active=True).exclude(since=None).order_by("pk")
    for player, email in admitted.values_list("player", "email").iterator():
        hashes[player] = fingerprint(email)
    AccountAddress.objects.bulk_create(
        (AccountAddress(fingerprint=hash_, player=player) for player, hash_ in hashes.items()), SIZE
    )
    welcomes = Transfer.objects.filter(kind="welcome").order_by("pk")
    rows = welcomes.values_list("credit__code", "credit__unit").iterator()
    known = ((hashes.get(code.removeprefix("member:")), unit) for code, unit in rows)
    WelcomedAddress.objects.bulk_create(
        (WelcomedAddress(fingerprint=hash_, unit=unit) for hash_, unit in known if hash_ is not None),
        SIZE,
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0004_holds_without_match"),
        ("members", "0017_address_records"),
    ]

    operations = [
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
                    models.UniqueConstraint(fields=("fingerprint", "unit"), name="one_welcome_an_address"),
                ],
            },
        ),
        migrations.RunPython(record_addresses, migrations.RunPython.noop),
    ]
