from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class AlterFieldOnPostgres(migrations.AlterField):
    """Alters a column where processes of two releases can share a database."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """On SQLite it would build the table anew, for nothing: one process has it alone."""
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)


NO_ITEMS = models.Value([], models.JSONField())


class Migration(migrations.Migration):
    """Processes of release 1.0 leave out these columns when somebody signs up."""

    dependencies = [
        ("members", "0003_account_changes"),
    ]

    operations = [
        AlterFieldOnPostgres(
            "member", "bio", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        AlterFieldOnPostgres(
            "member",
            "presets",
            models.JSONField(blank=True, db_default=NO_ITEMS, default=list, editable=False),
        ),
        AlterFieldOnPostgres(
            "member",
            "favourites",
            models.JSONField(blank=True, db_default=NO_ITEMS, default=list, editable=False),
        ),
        AlterFieldOnPostgres(
            "member",
            "unread_messages",
            models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        AlterFieldOnPostgres(
            "member",
            "unread_notices",
            models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
