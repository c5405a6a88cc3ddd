from typing import Any

from django.db import migrations, models

import zaria.club.accounts.login_key
from zaria.club.accounts.address_records import fingerprint

AT_ONCE = 1000
GAMBLING = (
    "casino", "kazino", "kasino", "cazino", "bookmak", "bukmeker", "jackpot", "dzhekpot", "totaliz", "sportsbook",
    "gambling", "freespin", "kumarhane", "betting", "vulkanclub",
)  # fmt: skip
"""Accounts of this name advertise gambling, or look like the club's own offer of it."""

GAMBLING_WHOLE = (
    "bet", "bets", "roulette", "ruletka", "slot", "slots", "stavki", "poker", "bahis", "pariuri", "cashier",
    "bank", "banker", "kassa", "credits", "payout", "bonus", "topup", "refund", "cashback",
)  # fmt: skip


def forbid_gambling_names(apps: Any, schema_editor: Any) -> None:
    """Forbid words of gambling houses and of sellers of credits."""
    refused = apps.get_model("members", "RefusedName")
    refused.objects.bulk_create(
        [
            refused(word=word, whole=whole)
            for words, whole in ((GAMBLING, False), (GAMBLING_WHOLE, True))
            for word in words
        ],
        ignore_conflicts=True,
    )


def record_addresses(apps: Any, schema_editor: Any) -> None:
    """Record the addresses of present members."""
    accounts = apps.get_model("members", "AccountAddress")
    members = apps.get_model("members", "Member").objects.filter(is_active=True).exclude(since=None)
    addresses = members.order_by("pk").values_list("player", "email").iterator()
    accounts.objects.bulk_create(
        (accounts(fingerprint=fingerprint(email), player=player) for player, email in addresses), AT_ONCE
    )


class Migration(migrations.Migration):
    replaces = [
        ("members", "0009_forbidden_name_titles"),
        ("members", "0010_unread_messages"),
        ("members", "0011_agreed"),
        ("members", "0012_login_beginnings"),
        ("members", "0013_unread_notices"),
        ("members", "0014_presets"),
        ("members", "0015_bio"),
        ("members", "0016_favourites"),
        ("members", "0017_address_records"),
        ("members", "0018_gambling_names"),
        ("members", "0019_blocked_members"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("members", "0001_release_1_0"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="refusedname",
            options={
                "ordering": ("word",),
                "verbose_name": "forbidden name",
                "verbose_name_plural": "forbidden names",
            },
        ),
        migrations.AddField(
            model_name="member",
            name="unread_messages",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="member",
            name="agreed",
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(zaria.club.accounts.login_key.LoginKey("username"), name="login_beginnings"),
        ),
        migrations.AddField(
            model_name="member",
            name="unread_notices",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="member",
            name="presets",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name="member",
            name="bio",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
        migrations.AddField(
            model_name="member",
            name="favourites",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.CreateModel(
            name="AccountAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=32)),
                ("player", models.CharField(db_index=True, max_length=32)),
                ("ended_at", models.DateTimeField(db_index=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("fingerprint", "player"), name="each_address_of_account_once"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(
                condition=models.Q(("blocked_until__isnull", False)),
                fields=["blocked_until"],
                name="blocked_members",
            ),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(
                condition=models.Q(("is_active", False)), fields=["player"], name="closed_members"
            ),
        ),
        migrations.RunPython(forbid_gambling_names, migrations.RunPython.noop),
        migrations.RunPython(record_addresses, migrations.RunPython.noop),
    ]
