"""Tables of an earlier version of the site, for tests of the migrations that came after it."""

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


def set_back(*targets: tuple[str, str]) -> StateApps:
    """Make empty tables of some apps as these migrations, (app, name), left them; their models.

    Django would undo one migration after the other, and compute all models before each: that takes ten times
    as long. The triggers of these tables are gone: a copy in PostgreSQL is not restored after this, but made
    again.
    """
    executor = MigrationExecutor(connection)
    old = executor.loader.project_state(list(targets)).apps
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA IF EXISTS initial CASCADE")
    with connection.schema_editor() as editor:
        for app, _ in targets:
            for model in apps.get_app_config(app).get_models():
                editor.delete_model(model)
            for model in old.get_app_config(app).get_models():
                editor.create_model(model)
    for app, name in targets:
        reached = executor.loader.graph.forwards_plan((app, name))
        for later in executor.loader.graph.nodes:
            if later[0] == app and later not in reached:
                executor.recorder.record_unapplied(*later)
    return old


def migrate(*labels: str) -> None:
    """Apply the later migrations of these apps."""
    executor = MigrationExecutor(connection)
    executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] in labels])
