from typing import Any

from django.db import migrations, models

POWERS = {
    "credits": "Can grant, take and pay out credits",
    "tournaments": "Can set up and direct tournaments",
    "federations": "Can create, close and administer federations",
    "texts": "Can publish the texts of the club",
    "comments": "Can remove comments",
    "lines": "Can read conversations that are reported, and remove messages",
}
MODERATE = ("comments", "lines")


def allow_staff(apps: Any, schema_editor: Any) -> None:
    """Give the groups of a club that has them the new powers, as new clubs do."""
    groups = apps.get_model("auth", "Group").objects.filter(name__in=("moderators", "administrators"))
    if not groups:
        return
    about = apps.get_model("contenttypes", "ContentType").objects.get(app_label="staff", model="act")
    permissions = apps.get_model("auth", "Permission").objects
    for codename, name in POWERS.items():
        permission, _ = permissions.get_or_create(
            content_type=about, codename=codename, defaults={"name": name}
        )
        for group in groups:
            if codename in MODERATE or group.name == "administrators":
                group.permissions.add(permission)


class Migration(migrations.Migration):
    replaces = [
        ("staff", "0004_credits"),
        ("staff", "0005_refunds"),
        ("staff", "0006_tournaments"),
        ("staff", "0007_federations"),
        ("staff", "0008_words"),
        ("staff", "0009_texts"),
        ("staff", "0010_comments"),
        ("staff", "0011_lines"),
        ("staff", "0012_reports"),
        ("staff", "0013_private_reading"),
        ("staff", "0014_payouts"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("staff", "0001_release_1_0"),
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
                    ("comments", "Can remove comments"),
                    ("lines", "Can read conversations that are reported, and remove messages"),
                    ("texts", "Can publish the texts of the club"),
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
                    ("words", "list of forbidden words changed"),
                    ("comment", "comment removed"),
                    ("line", "message removed"),
                    ("read", "private conversation read"),
                    ("report", "report handled"),
                    ("answer", "ready answer changed"),
                    ("text", "club text published"),
                    ("appoint", "role changed"),
                    ("grant", "credits granted"),
                    ("take", "credits taken"),
                    ("payout", "credits paid out"),
                    ("decline", "pay-out declined"),
                    ("close", "balance closed"),
                    ("return", "credits booked back"),
                    ("refund", "payment refunded"),
                    ("direct", "tournament directed"),
                    ("found", "federation created"),
                    ("windup", "federation closed"),
                    ("reopen", "federation opened again"),
                    ("entrust", "federation administration given"),
                    ("recall", "federation administrator removed"),
                    ("manage", "federation changed"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(allow_staff, migrations.RunPython.noop),
    ]
