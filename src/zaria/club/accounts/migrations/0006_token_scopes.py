from django.db import migrations, models


class Migration(migrations.Migration):
    """Tokens that were made before may do what they could do: everything."""

    dependencies = (("members", "0005_login_length"),)

    operations = (
        migrations.AddField("token", "scopes", models.CharField(default="read play", max_length=40)),
    )
