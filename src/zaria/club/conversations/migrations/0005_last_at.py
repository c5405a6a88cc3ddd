"""Orders the conversations of a member by their last lines, without reading all of them."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery


def fill(apps: Any, _editor: Any) -> None:
    conversations = apps.get_model("conversations", "Conversation").objects.filter(kind="direct", last__gt=0)
    last_at = conversations.filter(pk=OuterRef("conversation")).values("at")
    participants = apps.get_model("conversations", "Participant").objects
    participants.filter(conversation__in=conversations.values("pk")).update(last_at=Subquery(last_at))


class Migration(migrations.Migration):
    dependencies = [("conversations", "0001_tables")]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="last_at",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="participant",
            index=models.Index(
                condition=Q(unread_since__isnull=False),
                fields=["player", "-last_at", "-conversation"],
                name="unread_conversations",
            ),
        ),
        migrations.AddIndex(
            model_name="participant",
            index=models.Index(
                condition=Q(unread_since=None),
                fields=["player", "-last_at", "-conversation"],
                name="read_conversations",
            ),
        ),
    ]
