from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0002_line"),
    ]

    operations = [
        migrations.AddField(
            model_name="analysis",
            name="broke",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
