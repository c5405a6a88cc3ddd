"""Notices of tournaments are notices like others, which the migration of these has carried over."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_earlier_notices"),
        ("tournaments", "0006_skipped_starts"),
    ]

    operations = [migrations.DeleteModel(name="TournamentNotice")]
