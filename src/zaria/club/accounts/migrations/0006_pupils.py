from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class AddColumn(migrations.AddField):
    """Adds a column with a default in place: SQLite would build the table anew, without its triggers."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Let the database fill the column."""
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        schema_editor.execute(
            "ALTER TABLE members_member ADD COLUMN is_pupil bool DEFAULT 0 NOT NULL", params=None
        )


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0005_time_zone"),
    ]

    operations = [
        AddColumn(
            "member",
            "is_pupil",
            models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
