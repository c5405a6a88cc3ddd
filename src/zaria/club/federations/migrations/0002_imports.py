"""The imports that have made federations."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("federations", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="FederationImport",
            fields=[
                (
                    "federation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="imported",
                        serialize=False,
                        to="federations.federation",
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("completed", models.DateTimeField(null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
