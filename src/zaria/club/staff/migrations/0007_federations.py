"""The acts on federations, and the power for them."""

from typing import Any

from django.db import migrations, models


def allow_administrators(apps: Any, schema_editor: Any) -> None:
    """Give the administrators of a club that has them the new power, as new clubs do."""
    group = apps.get_model("auth", "Group").objects.filter(name="administrators").first()
    if group is None:
        return
    about = apps.get_model("contenttypes", "ContentType").objects.get(app_label="staff", model="act")
    permission, _made = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=about,
        codename="federations",
        defaults={"name": "Can create, close and administer federations"},
    )
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("staff", "0006_tournaments"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="act",
            options={
                "default_permissions": (),
                "ordering": ("-at", "-id"),
                "permissions": (
                    ("warn", "Can warn members"),
                    ("mute", "Can mute members"),
                    ("block", "Can block members"),
                    ("rename", "Can change logins"),
                    ("face", "Can remove pictures"),
                    ("names", "Can change the list of refused names"),
                    ("void", "Can void games and count them again"),
                    ("correct", "Can correct ratings"),
                    ("delete", "Can delete accounts"),
                    ("appoint", "Can appoint staff"),
                    ("addresses", "Can see e-mail addresses"),
                    ("credits", "Can grant, take and pay out credits"),
                    ("tournaments", "Can set up and direct tournaments"),
                    ("federations", "Can create, close and administer federations"),
                ),
                "verbose_name": "log entry",
                "verbose_name_plural": "log",
            },
        ),
        migrations.AlterField(
            model_name="act",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warn", "warning"),
                    ("mute", "mute"),
                    ("block", "block"),
                    ("lift", "sanction lifted"),
                    ("void", "game voided"),
                    ("restore", "game counted again"),
                    ("correct", "rating corrected"),
                    ("rename", "login changed"),
                    ("edit", "account changed"),
                    ("delete", "account deleted"),
                    ("names", "list of forbidden names changed"),
                    ("appoint", "role changed"),
                    ("grant", "credits granted"),
                    ("take", "credits taken"),
                    ("payout", "credits paid out"),
                    ("close", "balance closed"),
                    ("return", "credits booked back"),
                    ("refund", "payment refunded"),
                    ("direct", "tournament directed"),
                    ("found", "federation created"),
                    ("windup", "federation closed"),
                    ("reopen", "federation opened again"),
                    ("entrust", "federation administration given"),
                    ("recall", "federation administration taken back"),
                    ("manage", "federation changed"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(allow_administrators, migrations.RunPython.noop),
    ]
