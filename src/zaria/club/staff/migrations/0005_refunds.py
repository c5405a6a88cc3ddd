"""The act of refunding a payment."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0004_credits")]

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
                    ("appoint", "role changed"),
                    ("grant", "credits granted"),
                    ("take", "credits taken"),
                    ("payout", "credits paid out"),
                    ("close", "balance closed"),
                    ("return", "credits booked back"),
                    ("refund", "payment refunded"),
                ],
                max_length=8,
            ),
        ),
    ]
