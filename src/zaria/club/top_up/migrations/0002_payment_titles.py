"""The title of the payments, as the staff's pages show it: no table changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("top_up", "0001_initial")]

    operations = [
        migrations.AlterModelOptions(
            name="payment", options={"verbose_name": "payment", "verbose_name_plural": "payments"}
        ),
    ]
