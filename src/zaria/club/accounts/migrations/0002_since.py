from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("members", "0001_initial")]
    operations = [
        migrations.AddField(
            "member", "since", models.DateTimeField(null=True, blank=True, db_index=True, editable=False)
        ),
        migrations.AddField("endedsession", "player", models.CharField(max_length=32, default="")),
    ]
