from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("results", "0007_aborted"),
    ]

    operations = [
        migrations.AddField(
            model_name="played",
            name="tournament",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
    ]
