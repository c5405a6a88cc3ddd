from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0013_unread_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="presets",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
