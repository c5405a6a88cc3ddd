from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scribe", "0005_library_key"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchsheet",
            name="dice_secret",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    ]
