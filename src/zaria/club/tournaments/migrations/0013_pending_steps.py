from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from zaria.club.tournaments.triggers import STATEMENTS


def create_triggers(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers that note the changes after which a tournament needs a step."""
    for statement in STATEMENTS[editor.connection.vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_private_tournaments"),
    ]

    operations = [
        migrations.CreateModel(
            name="PendingStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tournament", models.CharField(max_length=16)),
            ],
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
