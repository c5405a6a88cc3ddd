"""A list of words that texts may not hold: the act that changes it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("staff", "0007_federations"),
    ]

    operations = [
        migrations.AlterField(
            model_name="act",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warn", "warning"),
                    ("mute", "mute"),
                    ("block", "block"),
                    ("lift", "sanction lifted"),
                    ("void", "game voided"),
                    ("restore", "game counted again"),
                    ("correct", "rating corrected"),
                    ("rename", "login changed"),
                    ("edit", "account changed"),
                    ("delete", "account deleted"),
                    ("names", "list of forbidden names changed"),
                    ("words", "list of forbidden words changed"),
                    ("appoint", "role changed"),
                    ("grant", "credits granted"),
                    ("take", "credits taken"),
                    ("payout", "credits paid out"),
                    ("close", "balance closed"),
                    ("return", "credits booked back"),
                    ("refund", "payment refunded"),
                    ("direct", "tournament directed"),
                    ("found", "federation created"),
                    ("windup", "federation closed"),
                    ("reopen", "federation opened again"),
                    ("entrust", "federation administration given"),
                    ("recall", "federation administration taken back"),
                    ("manage", "federation changed"),
                ],
                max_length=8,
            ),
        ),
    ]
