from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scribe", "0004_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchsheet",
            name="library_key",
            field=models.CharField(blank=True, default="", max_length=15),
        ),
    ]
