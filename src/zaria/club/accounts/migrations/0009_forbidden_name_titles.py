"""The title of the list of forbidden names, as the staff's pages show it: no table changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("members", "0008_more_refused_names")]

    operations = [
        migrations.AlterModelOptions(
            name="refusedname",
            options={
                "ordering": ("word",),
                "verbose_name": "forbidden name",
                "verbose_name_plural": "forbidden names",
            },
        ),
    ]
