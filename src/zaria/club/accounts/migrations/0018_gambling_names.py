"""Words of gambling houses and of sellers of credits that no login may hold."""

from typing import Any

from django.db import migrations

GAMBLING = (
    "casino", "kazino", "kasino", "cazino", "bookmak", "bukmeker", "jackpot", "dzhekpot", "totaliz", "sportsbook",
    "gambling", "freespin", "kumarhane", "betting", "vulkanclub",
)  # fmt: skip
"""Accounts of this name advertise gambling, or look like the club's own offer of it."""

GAMBLING_WHOLE = (
    "bet", "bets", "roulette", "ruletka", "slot", "slots", "stavki", "poker", "bahis", "pariuri", "cashier",
    "bank", "banker", "kassa", "credits", "payout", "bonus", "topup", "refund", "cashback",
)  # fmt: skip


def fill(apps: Any, schema_editor: Any) -> None:
    refused = apps.get_model("members", "RefusedName")
    refused.objects.bulk_create(
        [
            refused(word=word, whole=whole)
            for words, whole in ((GAMBLING, False), (GAMBLING_WHOLE, True))
            for word in words
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("members", "0017_address_records")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
