import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("texts", "0001_texts"), ("texts", "0002_faq")]

    initial = True

    dependencies = [
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="TextVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("conduct", "Rules of conduct"),
                            ("terms", "Terms of use"),
                            ("privacy", "Privacy"),
                            ("manual", "Manual"),
                            ("faq", "Questions and answers"),
                            ("about", "About the club"),
                        ],
                        max_length=8,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by_name", models.CharField(max_length=20)),
                ("asks_again", models.BooleanField(db_index=True, default=False)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "number"), name="text_versions_are_counted")
                ],
            },
        ),
        migrations.CreateModel(
            name="Consent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("conduct", "Rules of conduct"),
                            ("terms", "Terms of use"),
                            ("privacy", "Privacy"),
                            ("manual", "Manual"),
                            ("faq", "Questions and answers"),
                            ("about", "About the club"),
                        ],
                        max_length=8,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consents",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("member", "kind", "number"), name="one_consent_a_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="SiteText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("language", models.CharField(max_length=5)),
                ("markdown", models.TextField()),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="texts",
                        to="texts.textversion",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "language"), name="one_text_a_language_and_version"
                    )
                ],
            },
        ),
    ]
