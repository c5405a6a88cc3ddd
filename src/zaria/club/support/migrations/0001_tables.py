from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ANSWERS = {
    "en": (
        ("Thank you", "Thank you for writing. We have looked at it, and will act where it is needed."),
        ("We need more", "Please tell us more: which match, on what day, and what you saw."),
        ("The decision stays", "We have looked at your case again. The decision stays as it is."),
    ),
    "ru": (
        ("Спасибо", "Спасибо за обращение. Мы всё проверили и примем меры там, где они нужны."),
        ("Нужны подробности", "Пожалуйста, напишите подробнее: какой матч, в какой день и что вы увидели."),
        ("Решение в силе", "Мы ещё раз рассмотрели ваш случай. Решение остаётся в силе."),
    ),
    "el": (
        ("Ευχαριστούμε", "Ευχαριστούμε για το μήνυμα. Το εξετάσαμε και θα ενεργήσουμε όπου χρειάζεται."),
        ("Χρειάζονται στοιχεία", "Γράψτε μας περισσότερα: ποια παρτίδα, ποια μέρα και τι είδατε."),
        ("Η απόφαση ισχύει", "Εξετάσαμε ξανά την περίπτωσή σας. Η απόφαση παραμένει ως έχει."),
    ),
    "bg": (
        ("Благодарим", "Благодарим ви за съобщението. Проверихме и ще вземем мерки, където е нужно."),
        ("Нужни са подробности", "Моля, пишете ни повече: кой мач, в кой ден и какво видяхте."),
        ("Решението остава", "Разгледахме случая ви отново. Решението остава в сила."),
    ),
    "tr": (
        ("Teşekkürler", "Yazdığınız için teşekkürler. İnceledik; gereken yerde önlem alacağız."),
        ("Ayrıntı gerekli", "Lütfen ayrıntı yazın: hangi maç, hangi gün ve ne gördünüz."),
        ("Karar değişmedi", "Durumunuzu yeniden inceledik. Karar değişmedi."),
    ),
    "ro": (
        ("Mulțumim", "Îți mulțumim pentru mesaj. Am verificat și vom lua măsuri acolo unde e nevoie."),
        ("E nevoie de detalii", "Te rugăm să ne scrii mai multe: ce meci, în ce zi și ce ai văzut."),
        ("Decizia rămâne", "Am analizat din nou cazul tău. Decizia rămâne aceeași."),
    ),
}


def add_ready_answers(apps: Any, schema_editor: Any) -> None:
    """Add a few answers that the staff of a new club has ready; it changes them as it likes."""
    model = apps.get_model("support", "CannedAnswer")
    model.objects.bulk_create(
        model(language=language, title=title, text=text)
        for language, answers in ANSWERS.items()
        for title, text in answers
    )


class Migration(migrations.Migration):
    replaces = [
        ("support", "0001_initial"),
        ("support", "0002_ready_answers"),
        ("support", "0003_requests_of_address"),
    ]

    initial = True

    dependencies = [
        ("members", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="CannedAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[
                            ("en", "English"),
                            ("bg", "Български"),
                            ("ru", "Русский"),
                            ("ro", "Română"),
                            ("el", "Ελληνικά"),
                            ("tr", "Türkçe"),
                        ],
                        max_length=8,
                        verbose_name="language",
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("text", models.TextField(max_length=4000, verbose_name="text")),
            ],
            options={
                "verbose_name": "ready answer",
                "verbose_name_plural": "ready answers",
                "ordering": ("language", "title"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("language", "title"), name="one_ready_answer_a_title")
                ],
            },
        ),
        migrations.CreateModel(
            name="Thread",
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
                            ("question", "Question"),
                            ("fault", "Technical problem"),
                            ("appeal", "Appeal against a staff decision"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("answered", "answered"), ("closed", "closed")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("email", models.EmailField(blank=True, default="", max_length=254)),
                ("language", models.CharField(max_length=8)),
                ("page", models.CharField(blank=True, default="", max_length=200)),
                ("match", models.CharField(blank=True, default="", max_length=16)),
                ("browser", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("waiting_since", models.DateTimeField(blank=True, null=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("last_at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="support_threads",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "request",
                "verbose_name_plural": "requests",
                "ordering": ("-last_at",),
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "open")), fields=["waiting_since"], name="open_requests"
                    ),
                    models.Index(fields=["email", "at"], name="requests_of_address"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("member", None), ("email", ""), _connector="XOR"),
                        name="requests_come_from_a_member_or_an_address",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("by_staff", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("text", models.TextField(max_length=4000)),
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
                    "thread",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="support.thread",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("about", models.CharField(max_length=120)),
                ("name", models.CharField(max_length=80)),
                ("player", models.CharField(max_length=64)),
                ("player_name", models.CharField(max_length=80)),
                ("rule", models.PositiveSmallIntegerField()),
                ("text", models.TextField(blank=True, default="", max_length=4000)),
                ("context", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("acted", models.BooleanField(default=False)),
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ("pk",),
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["about"], name="reports_of_a_thing"),
                    models.Index(fields=["player", "at"], name="reports_by_a_player"),
                    models.Index(condition=models.Q(("closed_at", None)), fields=["at"], name="open_reports"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None)),
                        fields=("player", "about"),
                        name="one_open_report_of_a_thing",
                    )
                ],
            },
        ),
        migrations.RunPython(add_ready_answers, migrations.RunPython.noop),
    ]
