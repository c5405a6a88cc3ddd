"""A few answers that the staff of a new club has ready; it changes them as it likes."""

from typing import Any

from django.db import migrations

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


def add(apps: Any, schema_editor: Any) -> None:
    """Add them."""
    model = apps.get_model("support", "CannedAnswer")
    model.objects.bulk_create(
        model(language=language, title=title, text=text)
        for language, answers in ANSWERS.items()
        for title, text in answers
    )


class Migration(migrations.Migration):
    dependencies = [("support", "0001_initial")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
