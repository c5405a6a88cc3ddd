"""Counts the members of each federation."""

from typing import Any

from django.db import migrations, models
from django.db.models import Count, Q


def count_members(apps: Any, _editor: Any) -> None:
    federations = apps.get_model("federations", "Federation").objects
    members = Q(memberships__state="member", memberships__member__is_active=True)
    for row in federations.annotate(members_of=Count("memberships", filter=members)):
        federations.filter(pk=row.pk).update(size=row.members_of)


class Migration(migrations.Migration):
    dependencies = [("federations", "0003_words_of_choices")]

    operations = [
        migrations.AddField(
            model_name="federation",
            name="size",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.RunPython(count_members, migrations.RunPython.noop),
    ]
