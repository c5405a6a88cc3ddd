"""Indexes of the matches that are rare among all: the lists of the staff need not read the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", "0011_openings")]

    operations = [
        migrations.AddIndex(
            model_name="played",
            index=models.Index(
                condition=models.Q(("early", True)), fields=["ended", "match_id"], name="early_matches"
            ),
        ),
        migrations.AddIndex(
            model_name="played",
            index=models.Index(
                condition=models.Q(("void", True)), fields=["ended", "match_id"], name="void_matches"
            ),
        ),
        migrations.AddIndex(
            model_name="played",
            index=models.Index(
                condition=models.Q(("voided", True)), fields=["ended", "match_id"], name="voided_matches"
            ),
        ),
    ]
