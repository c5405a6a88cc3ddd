from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("fair_play", "0001_initial"),
        ("results", "0007_aborted"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="matchtally",
            name="match_tallies_of_member",
        ),
        migrations.AddField(
            model_name="agreement",
            name="agreed",
            field=models.FloatField(default=0.0),
        ),
        migrations.AddField(
            model_name="agreement",
            name="hard",
            field=models.FloatField(default=0.0),
        ),
        migrations.AddField(
            model_name="agreement",
            name="logs",
            field=models.BinaryField(default=b""),
        ),
        migrations.AddField(
            model_name="agreement",
            name="loss",
            field=models.FloatField(default=0.0),
        ),
        migrations.AddIndex(
            model_name="matchtally",
            index=models.Index(fields=["member", "game", "method"], name="match_tallies_of_member"),
        ),
    ]
