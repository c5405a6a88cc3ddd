"""Comments of members."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(max_length=48)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("text", models.CharField(max_length=1000)),
                ("digest", models.CharField(max_length=64)),
                ("removed", models.BooleanField(default=False)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
                "ordering": ("-pk",),
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        condition=models.Q(("removed", False)),
                        fields=["place", "-id"],
                        name="comments_of_place",
                    ),
                    models.Index(fields=["author", "at"], name="comments_of_author"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("digest", ""), _negated=True),
                        fields=("author", "digest"),
                        name="no_comment_twice",
                    )
                ],
            },
        ),
    ]
