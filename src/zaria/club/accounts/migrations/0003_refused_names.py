"""The first words that no login may hold; the staff keeps the list from here on."""

from typing import Any

from django.db import migrations

OFFICE = (
    "admin", "administr", "moderat", "zaria", "support", "sysop", "webmaster", "helpdesk", "official",
    "arbiter",
)  # fmt: skip
"""Names of those who speak for the club: nobody else may look like them."""

OFFICE_WHOLE = (
    "root", "staff", "system", "server", "owner", "mods", "guest", "computer", "anonymous", "nobody",
    "null", "undefined", "deleted", "dealer", "robot", "account", "settings", "signup", "signin", "login",
    "logout", "static", "tables", "rules", "verify", "ranking", "security", "postmaster", "hostmaster", "abuse",
)  # fmt: skip

RUDE = (
    "fuck", "cunt", "nigger", "nigga", "faggot", "whore", "rapist", "hitler", "nazi", "jihad",
    "pizda", "pizdec", "blyad", "blyat", "ebaniy", "eblan", "zalupa", "pidor", "pidar", "gandon",
    "putka", "shibana", "kurva", "pederas", "manaf",
    "curva", "futut", "muie", "pizdi", "labagiu",
    "malakas", "poutana", "gamiso", "gamoto", "pousti",
    "orospu", "siktir", "sikeyim", "amcik", "yarrak", "kahpe", "pezevenk",
)  # fmt: skip

RUDE_WHOLE = (
    "shit",
    "bitch",
    "dick",
    "cock",
    "pussy",
    "penis",
    "vagina",
    "porno",
    "hui",
    "huilo",
    "xuilo",
    "pula",
)


def fill(apps: Any, schema_editor: Any) -> None:
    refused = apps.get_model("members", "RefusedName")
    refused.objects.bulk_create(
        [
            refused(word=word, whole=whole)
            for words, whole in (
                (OFFICE, False),
                (RUDE, False),
                (OFFICE_WHOLE, True),
                (RUDE_WHOLE, True),
            )
            for word in words
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("members", "0002_since")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
