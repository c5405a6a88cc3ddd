"""The opening of a match, and the order of the matches of a game, by which the search goes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", "0010_last_meetings")]

    operations = [
        migrations.AddField(
            model_name="played",
            name="opening",
            field=models.CharField(blank=True, default="", max_length=120),
        ),
        migrations.AddIndex(
            model_name="played",
            index=models.Index(fields=["game", "ended", "match_id"], name="played_by_game"),
        ),
    ]
