from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scribe", "0002_note"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchsheet",
            name="reader_key",
            field=models.CharField(max_length=24, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="matchsheet",
            name="writer_key",
            field=models.CharField(max_length=24, null=True, unique=True),
        ),
    ]
