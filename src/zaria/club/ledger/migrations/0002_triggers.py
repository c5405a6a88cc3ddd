from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from zaria.club.ledger.triggers import STATEMENTS


def create(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in STATEMENTS[editor.connection.vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]

    operations = [migrations.RunPython(create, migrations.RunPython.noop, elidable=False)]
