from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KNOCKING = (
    *("invitation", "message", "tournament", "tournament_soon", "round", "tournament_place", "staff"),
    "support",
)
"""The kinds that knock on a device unless their member switches that off."""


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Let a kind knock by its default where a member has set switches and wants its notices on the page."""
    switches = apps.get_model("notifications", "NotificationSwitch").objects
    switches.filter(page=True, kind__in=KNOCKING).update(push=True)


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0005_time_zone"),
        ("notifications", "0001_tables"),
        ("usersessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Knock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("payload", models.TextField()),
                ("topic", models.CharField(max_length=20)),
                ("urgent", models.BooleanField()),
                ("planned_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="NoticeSettings",
            fields=[
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_settings",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("quiet_from", models.PositiveSmallIntegerField(default=23)),
                ("quiet_to", models.PositiveSmallIntegerField(default=8)),
                ("knock_again", models.BooleanField(default=False)),
                ("whole_line", models.BooleanField(default=False)),
                ("waiting_mails", models.CharField(default="daily", max_length=8)),
                ("mail_hour", models.PositiveSmallIntegerField(default=8)),
                ("letter_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=88)),
                ("auth", models.CharField(max_length=24)),
                ("language", models.CharField(blank=True, default="", max_length=5)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddField(
            model_name="notification",
            name="push_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="notification",
            name="pushed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="notification",
            name="topic",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        migrations.AddField(
            model_name="notificationswitch",
            name="push",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("push_at__isnull", False)), fields=["push_at"], name="knocks_of_notices"
            ),
        ),
        migrations.AddField(
            model_name="knock",
            name="notice",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="knocks",
                to="notifications.notification",
            ),
        ),
        migrations.AddIndex(
            model_name="noticesettings",
            index=models.Index(
                condition=models.Q(("letter_at__isnull", False)), fields=["letter_at"], name="daily_letters"
            ),
        ),
        migrations.AddField(
            model_name="pushsubscription",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="push_subscriptions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="pushsubscription",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="usersessions.usersession"
            ),
        ),
        migrations.AddField(
            model_name="knock",
            name="subscription",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="knocks",
                to="notifications.pushsubscription",
            ),
        ),
        migrations.AddConstraint(
            model_name="knock",
            constraint=models.UniqueConstraint(fields=("notice", "subscription"), name="one_knock_a_device"),
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
