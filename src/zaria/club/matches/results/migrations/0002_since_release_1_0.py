from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("results", "0006_search_wait"),
        ("results", "0007_aborted"),
        ("results", "0008_tournament"),
    ]

    dependencies = [
        ("results", "0001_release_1_0"),
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
        migrations.AddField(
            model_name="played",
            name="aborted",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="played",
            name="tournament",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
    ]
