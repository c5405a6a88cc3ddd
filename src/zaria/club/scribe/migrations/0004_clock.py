from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scribe", "0003_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchsheet",
            name="clock",
            field=models.TextField(blank=True, default=""),
        ),
    ]
