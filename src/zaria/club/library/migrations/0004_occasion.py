from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("library", "0003_patterns"),
    ]

    operations = [
        migrations.AddField(
            model_name="importedmatch",
            name="place",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.AddField(
            model_name="importedmatch",
            name="round",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
    ]
