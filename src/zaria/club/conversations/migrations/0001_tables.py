import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("conversations", "0001_initial"),
        ("conversations", "0002_removed_lines"),
        ("conversations", "0003_beginnings"),
        ("conversations", "0004_lines_of_author"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Conversation",
            fields=[
                ("id", models.CharField(max_length=80, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("direct", "Direct"),
                            ("table", "Table"),
                            ("onlookers", "Onlookers"),
                            ("tournament", "Tournament"),
                            ("federation", "Federation"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("last", models.PositiveIntegerField(default=0)),
                ("at", models.BigIntegerField(default=0)),
                ("pair", models.CharField(max_length=65, null=True, unique=True)),
                ("by", models.CharField(blank=True, default="", max_length=32)),
                ("begun_at", models.BigIntegerField(db_default=0, default=0)),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["by", "begun_at"], name="conversations_begun")],
            },
        ),
        migrations.CreateModel(
            name="Line",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.BigIntegerField()),
                ("author", models.CharField(max_length=32)),
                ("name", models.CharField(max_length=40)),
                ("colour", models.CharField(max_length=7)),
                ("member", models.BooleanField(default=False)),
                ("robot", models.BooleanField(default=False)),
                ("side", models.PositiveSmallIntegerField(null=True)),
                ("command", models.CharField(max_length=40)),
                ("text", models.TextField(blank=True, default="")),
                ("phrase", models.CharField(blank=True, default="", max_length=16)),
                ("removed_at", models.BigIntegerField(null=True)),
                ("removed_by", models.CharField(blank=True, default="", max_length=32)),
                (
                    "conversation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lines",
                        to="conversations.conversation",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("conversation", "number"), name="one_line_a_number"),
                    models.UniqueConstraint(
                        fields=("conversation", "author", "command"), name="one_line_a_command"
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("removed_at__isnull", False)),
                        fields=["removed_at"],
                        name="removed_lines_by_time",
                    ),
                    models.Index(fields=["author", "at"], name="lines_of_author"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=32)),
                ("read", models.PositiveIntegerField(default=0)),
                ("unread_since", models.BigIntegerField(null=True)),
                ("muted", models.BooleanField(default=False)),
                (
                    "conversation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="conversations.conversation",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["player"], name="participants_by_player"),
                    models.Index(
                        condition=models.Q(("unread_since__isnull", False)),
                        fields=["player"],
                        name="participants_with_unread",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("conversation", "player"), name="one_participant_a_player"
                    )
                ],
            },
        ),
    ]
