"""Starts of series that are left out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_place_offers"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournamentseries",
            name="skipped",
            field=models.JSONField(default=list),
        ),
    ]
