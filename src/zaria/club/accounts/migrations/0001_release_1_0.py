from typing import Any

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import zaria.club.accounts.models
import zaria.club.accounts.names

OFFICE = (
    "admin", "administr", "moderat", "zaria", "support", "sysop", "webmaster", "helpdesk", "official",
    "arbiter", "yonetici", "podderzh",
)  # fmt: skip
"""Names of those who speak for the club: nobody else may look like them."""

OFFICE_WHOLE = (
    "root", "staff", "system", "server", "owner", "mods", "guest", "computer", "anonymous", "nobody",
    "null", "undefined", "deleted", "dealer", "robot", "account", "settings", "signup", "signin", "login",
    "logout", "static", "tables", "rules", "verify", "ranking", "security", "postmaster", "hostmaster",
    "abuse", "moder", "moders", "adm", "adms", "site", "operator", "sysadm", "superuser", "supervisor",
    "destek",
)  # fmt: skip

RUDE = (
    "fuck", "cunt", "nigger", "nigga", "faggot", "whore", "rapist", "hitler", "nazi", "jihad", "pizda",
    "pizdec", "blyad", "blyat", "ebaniy", "eblan", "zalupa", "pidor", "pidar", "gandon", "putka",
    "shibana", "kurva", "pederas", "manaf", "curva", "futut", "muie", "pizdi", "labagiu", "malakas",
    "poutana", "gamiso", "gamoto", "pousti", "orospu", "siktir", "sikeyim", "amcik", "yarrak", "kahpe",
    "pezevenk", "asshole", "motherf", "wanker", "blowjob", "cumshot", "mudak", "mudil", "mudozvon",
    "dolboeb", "nahui", "nahuy", "naxui", "pohui", "pohuy", "poxui", "xui", "xuy", "zaebal", "zaebis",
    "ebalo", "zhopa", "govno", "gavno", "shluha", "shlyuha", "shluxa", "drochi", "suchka", "pidr",
    "bljad", "kurec", "ebati", "pulamea", "sugipula", "muist", "cacat", "coaie", "bulangiu", "poponar",
    "futui", "mouni", "putana", "poutsa", "poutso", "arxidi", "archidi", "karyoli", "kariol", "aminako",
    "gotveren", "dalyarak", "kaltak", "surtuk", "fahise", "anasini",
)  # fmt: skip

RUDE_WHOLE = (
    "shit", "bitch", "dick", "cock", "pussy", "penis", "vagina", "porno", "hui", "huilo", "xuilo", "pula",
    "slut", "twat", "wank", "tits", "arse", "anal", "prick", "dildo", "sex", "suka", "suki", "cyka",
    "blya", "huy", "ebat", "minet", "jopa", "chmo", "kur", "kurvi", "laino", "eba", "tarfa", "labar",
    "skata", "kavla", "psoli", "malaka", "malakia", "malakes", "tsoula", "gamw", "amk", "ibne", "sik",
    "sikis", "sikik", "yarak", "gavat", "tasak", "tassak",
)  # fmt: skip


def add_forbidden_names(apps: Any, schema_editor: Any) -> None:
    """Add the first words that no login may hold; the staff keeps the list from here on."""
    refused = apps.get_model("members", "RefusedName")
    refused.objects.bulk_create(
        [
            refused(word=word, whole=whole)
            for words, whole in ((OFFICE, False), (RUDE, False), (OFFICE_WHOLE, True), (RUDE_WHOLE, True))
            for word in words
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    replaces = [
        ("members", "0001_initial"),
        ("members", "0002_since"),
        ("members", "0003_refused_names"),
        ("members", "0004_staff"),
        ("members", "0005_login_length"),
        ("members", "0006_token_scopes"),
        ("members", "0007_last_terms"),
        ("members", "0008_more_refused_names"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="EndedSession",
            fields=[
                ("tag", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("player", models.CharField(default="", max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="RefusedName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.CharField(max_length=20, unique=True)),
                ("whole", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ("word",),
                "verbose_name": "refused name",
                "verbose_name_plural": "refused names",
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This login is taken."},
                        max_length=20,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[A-Za-z0-9]{3,20}\\Z", "Only Latin letters and digits."
                            )
                        ],
                        verbose_name="login",
                    ),
                ),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="e-mail")),
                (
                    "player",
                    models.CharField(
                        default=zaria.club.accounts.models.new_player_id,
                        editable=False,
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("colour", models.CharField(default=zaria.club.accounts.names.colour, max_length=7)),
                ("country", models.CharField(blank=True, default="", max_length=2)),
                ("language", models.CharField(blank=True, default="", max_length=5)),
                ("face", models.CharField(blank=True, default="", max_length=64)),
                ("robot", models.BooleanField(default=False)),
                ("settings", models.JSONField(blank=True, default=dict)),
                ("settings_at", models.BigIntegerField(default=0)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("blocked_until", models.DateTimeField(blank=True, null=True)),
                ("muted_until", models.DateTimeField(blank=True, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                ("since", models.DateTimeField(blank=True, db_index=True, editable=False, null=True)),
                ("unread", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("last_terms", models.JSONField(blank=True, default=list, editable=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"), name="login_whatever_its_case"
                    ),
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"), name="email_whatever_its_case"
                    ),
                ],
                "verbose_name": "member",
                "verbose_name_plural": "members",
            },
            managers=[
                ("objects", zaria.club.accounts.models.Members()),
            ],
        ),
        migrations.CreateModel(
            name="Face",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("image", models.BinaryField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="faces",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("start", models.CharField(max_length=12)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("scopes", models.CharField(default="read play", max_length=40)),
            ],
        ),
        migrations.RunPython(add_forbidden_names, migrations.RunPython.noop),
    ]
