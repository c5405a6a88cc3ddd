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
            "ALTER TABLE members_member ADD COLUMN time_zone varchar(64) DEFAULT '' NOT NULL", params=None
        )


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0004_defaults_for_release_1_0"),
    ]

    operations = [
        AddColumn(
            "member",
            "time_zone",
            models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
