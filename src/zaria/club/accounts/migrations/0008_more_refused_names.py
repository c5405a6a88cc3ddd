"""More words that no login may hold: offices in short, and the plain obscene ones of the six languages."""

from typing import Any

from django.db import migrations

OFFICE = ("yonetici", "podderzh")

OFFICE_WHOLE = (
    "moder", "moders", "adm", "adms", "site", "operator", "sysadm", "superuser", "supervisor", "destek",
)  # fmt: skip

RUDE = (
    "asshole", "motherf", "wanker", "blowjob", "cumshot",
    "mudak", "mudil", "mudozvon", "dolboeb", "nahui", "nahuy", "naxui", "pohui", "pohuy", "poxui", "xui", "xuy",
    "zaebal", "zaebis", "ebalo", "zhopa", "govno", "gavno", "shluha", "shlyuha", "shluxa", "drochi", "suchka",
    "pidr", "bljad", "kurec", "ebati",
    "pulamea", "sugipula", "muist", "cacat", "coaie", "bulangiu", "poponar", "futui",
    "mouni", "putana", "poutsa", "poutso", "arxidi", "archidi", "karyoli", "kariol",
    "aminako", "gotveren", "dalyarak", "kaltak", "surtuk", "fahise", "anasini",
)  # fmt: skip

RUDE_WHOLE = (
    "slut", "twat", "wank", "tits", "arse", "anal", "prick", "dildo", "sex",
    "suka", "suki", "cyka", "blya", "huy", "ebat", "minet", "jopa", "chmo",
    "kur", "kurvi", "laino", "eba",
    "tarfa", "labar",
    "skata", "kavla", "psoli", "malaka", "malakia", "malakes", "tsoula", "gamw",
    "amk", "ibne", "sik", "sikis", "sikik", "yarak", "gavat", "tasak", "tassak",
)  # fmt: skip


def fill(apps: Any, schema_editor: Any) -> None:
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
    dependencies = [("members", "0007_last_terms")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
