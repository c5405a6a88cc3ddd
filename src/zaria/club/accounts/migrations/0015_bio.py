from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("members", "0014_presets")]

    operations = [
        migrations.AddField("member", "bio", models.CharField(blank=True, default="", max_length=200)),
    ]
