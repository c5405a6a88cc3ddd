from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("results", "0002_since_release_1_0"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="played",
            index=models.Index(fields=["player0", "player1", "-ended"], name="played_by_pair_0"),
        ),
        migrations.AddIndex(
            model_name="played",
            index=models.Index(fields=["player1", "player0", "-ended"], name="played_by_pair_1"),
        ),
    ]
