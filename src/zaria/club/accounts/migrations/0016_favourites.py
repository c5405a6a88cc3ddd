from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0015_bio"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="favourites",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
