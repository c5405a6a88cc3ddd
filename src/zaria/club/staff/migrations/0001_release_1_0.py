import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("staff", "0001_initial"), ("staff", "0002_staff"), ("staff", "0003_login_length")]

    initial = True

    dependencies = [
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Act",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("by_name", models.CharField(max_length=20)),
                (
                    "kind",
                    models.CharField(
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
                            ("names", "list of refused names changed"),
                            ("appoint", "rank changed"),
                        ],
                        max_length=8,
                    ),
                ),
                ("name", models.CharField(blank=True, default="", max_length=20)),
                ("match", models.CharField(blank=True, db_index=True, default="", max_length=16)),
                ("reason", models.TextField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("details", models.JSONField(default=dict)),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="acts_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="acts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "default_permissions": (),
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
                ),
                "verbose_name": "act",
                "verbose_name_plural": "acts",
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                (
                    "act",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notices", to="staff.act"
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("to", "act"), name="one_notice_an_act")],
            },
        ),
    ]
