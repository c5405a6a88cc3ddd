from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from zaria.club.accounts.triggers import STATEMENTS


def create_triggers(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers that note changes of accounts."""
    for statement in STATEMENTS[editor.connection.vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0002_since_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("member", models.BigIntegerField()),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
