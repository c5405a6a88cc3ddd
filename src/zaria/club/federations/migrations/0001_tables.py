import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("federations", "0001_initial"),
        ("federations", "0002_imports"),
    ]

    initial = True

    dependencies = [
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Federation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed", models.DateTimeField(blank=True, null=True)),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("open", "Everyone can join"),
                            ("request", "On request"),
                            ("invitation", "By invitation only"),
                        ],
                        default="request",
                        max_length=10,
                    ),
                ),
                ("sponsor", models.CharField(blank=True, default="", max_length=80)),
                ("sponsor_address", models.CharField(blank=True, default="", max_length=200)),
                ("arms", models.CharField(blank=True, default="", max_length=64)),
            ],
            options={
                "verbose_name": "federation",
                "verbose_name_plural": "federations",
                "ordering": ("name", "pk"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Contract",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("login", models.CharField(blank=True, default="", max_length=20)),
                (
                    "party",
                    models.CharField(
                        choices=[("natural", "natural person"), ("legal", "legal person")], max_length=8
                    ),
                ),
                ("party_name", models.CharField(blank=True, default="", max_length=120)),
                ("reference", models.CharField(max_length=80)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("by_name", models.CharField(max_length=20)),
                ("reason", models.TextField(blank=True, default="")),
                (
                    "administrator",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="federation_contracts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="contracts",
                        to="federations.federation",
                    ),
                ),
            ],
            options={
                "verbose_name": "contract",
                "verbose_name_plural": "contracts",
                "ordering": ("-since", "-pk"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ContractEnd",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by_name", models.CharField(max_length=20)),
                ("reason", models.TextField(blank=True, default="")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "contract",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ending",
                        to="federations.contract",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="CoatOfArms",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("image", models.BinaryField()),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="coats_of_arms",
                        to="federations.federation",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Title",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("login", models.CharField(blank=True, default="", max_length=20)),
                ("name", models.CharField(max_length=60)),
                ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="titles",
                        to="federations.federation",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="federation_titles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": (
                    models.OrderBy(models.F("year"), descending=True, nulls_last=True),
                    "name",
                    "pk",
                ),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="FederationText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("language", models.CharField(max_length=5)),
                ("text", models.TextField(blank=True, default="")),
                ("rules", models.TextField(blank=True, default="")),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="texts",
                        to="federations.federation",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("federation", "language"), name="one_federation_text_a_language"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("requested", "asked to join"),
                            ("invited", "invited"),
                            ("member", "member"),
                            ("left", "left"),
                        ],
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="federations.federation",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="federation_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["federation", "state", "member"], name="members_of_federation")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("federation", "member"), name="one_membership_a_federation"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FederationImport",
            fields=[
                (
                    "federation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="imported",
                        serialize=False,
                        to="federations.federation",
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("completed", models.DateTimeField(null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
