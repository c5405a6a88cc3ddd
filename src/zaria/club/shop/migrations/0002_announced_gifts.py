"""The number of the gift that was last announced; gifts that became ready long ago are not announced now."""

import time

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

HOUR = 3_600_000
ANNOUNCED = HOUR
"""Milliseconds for which the earlier version announced a gift that is ready; notices have keys."""


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note as announced what became ready before."""
    earlier = time.time_ns() // 1_000_000 - settings.LEDGER.gift_hours * HOUR - ANNOUNCED
    clocks = apps.get_model("shop", "GiftClock").objects.using(schema_editor.connection.alias)
    clocks.filter(at__lt=earlier).update(notified=models.F("number"))


class Migration(migrations.Migration):
    dependencies = [
        ("shop", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="giftclock",
            name="notified",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="giftclock",
            index=models.Index(
                condition=models.Q(("notified__lt", models.F("number"))),
                fields=["at"],
                name="unannounced_gifts",
            ),
        ),
    ]
