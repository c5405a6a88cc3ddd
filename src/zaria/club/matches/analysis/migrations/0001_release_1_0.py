from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("analysis", "0001_initial"), ("analysis", "0002_line"), ("analysis", "0003_broke")]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match_id", models.CharField(max_length=40)),
                ("depth", models.CharField(max_length=8)),
                ("version", models.PositiveSmallIntegerField()),
                ("effort", models.PositiveSmallIntegerField(default=0)),
                ("state", models.CharField(default="waiting", max_length=8)),
                ("progress", models.PositiveSmallIntegerField(default=0)),
                ("asked_by", models.CharField(blank=True, default="", max_length=80)),
                ("asked", models.BigIntegerField()),
                ("lease", models.CharField(blank=True, default="", max_length=32)),
                ("until", models.BigIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("reason", models.CharField(blank=True, default="", max_length=20)),
                ("body", models.BinaryField(null=True)),
                ("size", models.PositiveIntegerField(default=0)),
                ("took", models.PositiveIntegerField(default=0)),
                ("origin", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("rank", models.BigIntegerField(db_default=0, default=0)),
                ("slot", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("broke", models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
            options={
                "verbose_name": "analysis",
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ("waiting", "working"))),
                        fields=["rank"],
                        name="analysis_to_make",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match_id", "depth", "version"), name="analysis_once"),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state__in", ("waiting", "working")), models.Q(("asked_by", ""), _negated=True)
                        ),
                        fields=("asked_by", "version"),
                        name="analysis_one_at_a_time",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state__in", ("waiting", "working")), models.Q(("origin", ""), _negated=True)
                        ),
                        fields=("origin", "slot", "version"),
                        name="analysis_few_at_an_address",
                    ),
                ],
            },
        ),
    ]
