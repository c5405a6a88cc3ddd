from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, Q

AT_ONCE = 500


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Copy the unread notices of the staff to the page of notices, and count them."""
    notification = apps.get_model("notifications", "Notification")
    member = apps.get_model("members", "Member")
    notices = apps.get_model("staff", "Notice").objects.filter(read_at=None).order_by("act__at", "pk")
    rows = [
        notification(to_id=to, kind="staff", key=f"act:{act}", at=at, body={"path": "/me/notices"})
        for to, act, at in notices.values_list("to", "act", "act__at")
    ]
    notification.objects.bulk_create(rows, AT_ONCE, ignore_conflicts=True)
    unread = Count("notifications", filter=Q(notifications__read_at=None, notifications__on_page=True))
    for pk, number in member.objects.annotate(n=unread).filter(n__gt=0).values_list("pk", "n"):
        member.objects.filter(pk=pk).update(unread_notices=number)


class Migration(migrations.Migration):
    replaces = [
        ("notifications", "0001_initial"),
        ("notifications", "0002_earlier_notices"),
        ("notifications", "0003_sender"),
        ("notifications", "0004_of_a_member"),
    ]

    initial = True

    dependencies = [
        ("members", "0002_since_release_1_0"),
        ("staff", "0002_since_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="Notification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=24)),
                ("key", models.CharField(blank=True, default="", max_length=120)),
                ("at", models.DateTimeField(db_index=True)),
                ("body", models.JSONField(default=dict)),
                ("on_page", models.BooleanField(default=True)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                ("mail_at", models.DateTimeField(blank=True, null=True)),
                (
                    "to",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("sender", models.CharField(blank=True, default="", max_length=32)),
            ],
            options={
                "ordering": ("-pk",),
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        condition=models.Q(("on_page", True), ("read_at", None)),
                        fields=["to"],
                        name="unread_notices",
                    ),
                    models.Index(
                        condition=models.Q(("mail_at__isnull", False)),
                        fields=["mail_at"],
                        name="mails_of_notices",
                    ),
                    models.Index(
                        condition=models.Q(("sender", ""), _negated=True),
                        fields=["sender", "at"],
                        name="notices_of_a_sender",
                    ),
                    models.Index(fields=["to", "-id"], name="notices_of_a_member"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("to", "key"),
                        name="one_notice_an_event",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="NotificationSwitch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=24)),
                ("page", models.BooleanField()),
                ("mail", models.BooleanField()),
                (
                    "member",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notification_switches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("member", "kind"), name="one_switch_a_kind")],
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
