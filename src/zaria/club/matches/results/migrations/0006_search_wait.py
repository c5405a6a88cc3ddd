from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("results", "0005_training"),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchWait",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("at", models.BigIntegerField(db_index=True)),
                ("seconds", models.PositiveIntegerField()),
            ],
        ),
    ]
