"""The list of words that messages and comments may not hold, first the obscene ones of the six languages.

A star stands for any letters. Words that mean something else in another of these languages stand here only
together with another word: "pula" is a Turkish case of the word for a checker.
"""

from typing import Any

from django.db import migrations, models

ENGLISH = (
    "fuck*", "*fucker*", "*fucking*", "motherf*", "shit", "shits", "shitty", "bullshit*", "cunt*", "asshole*", "bitch*",
    "whore*", "slut*", "faggot*", "nigger*", "nigga*", "wanker*", "cocksucker*", "dickhead*", "twat", "twats",
)  # fmt: skip

RUSSIAN = (
    "хуй*", "хуе*", "хуя*", "хуи*", "нахуй*", "похуй*", "нехуй*", "дохуя*", "нихуя*", "охуе*", "охуи*", "ахуе*",
    "захуя*", "*пизд*", "бля", "бляд*", "блят*", "еба*", "ебу", "ебуч*", "ебет*", "ебло*", "*ъеб*", "*ьеб*", "заеб*",
    "наеб*", "поеб*", "проеб*", "уеб*", "выеб*", "долбоеб*", "сука", "суки", "сучк*", "сучар*", "мудак*", "мудил*",
    "мудозвон*", "пидор*", "пидар*", "пидр*", "гандон*", "гондон*", "шлюх*", "говно*", "говня*", "гавно*", "жоп*",
    "дрочи*", "залуп*", "манда", "мандавош*", "чмо", "blya", "blyad*", "blyat*", "suka", "pidor*", "pidar*", "nahui*",
    "nahuy*", "naxuy*", "*pizd*", "mudak*", "xuy*", "dolboeb*",
)  # fmt: skip

BULGARIAN = (
    "курв*", "путк*", "пичк*", "педераст*", "педерас", "шибан*", "ебе*", "лайно*", "лайна*", "лайнар*", "гъз", "гъза",
    "кур", "курец", "копеле*", "kurva*", "putka*", "pichka*", "lainar*",
)  # fmt: skip

ROMANIAN = (
    "muie", "muist*", "fut", "futu*", "futai", "curva*", "curve", "cacat*", "coaie", "bulangiu*", "poponar*", "pulamea",
    "pula mea", "in pula", "sugi pula", "suge pula", "labar", "labarii", "tarfa", "tarfe",
)  # fmt: skip

GREEK = (
    "μαλακ*", "γαμω*", "γαμημεν*", "γαμησ*", "γαμιε*", "γαμιολ*", "πουταν*", "μουνι*", "μουνο*", "καριολ*", "πουστ*",
    "αρχιδι*", "πουτσ*", "ψωλ*", "σκατα", "σκατο*", "κωλοπαιδο*", "καβλ*", "τσουλα*", "ξεκωλ*", "malaka*", "gamw",
    "gamimen*", "poutana*", "mouni", "kariol*", "arxidi*", "poutso*",
)  # fmt: skip

TURKISH = (
    "amk", "amına ko*", "amina ko*", "amcık*", "siktir*", "sikti*", "sikeyim*", "sikik*", "sikerim*", "sikim*",
    "orospu*", "yarrak*", "yarak", "götveren*", "ibne*", "gavat*", "kahpe*", "kaltak*", "pezevenk*", "dalyarak*",
    "taşşak*", "ananı si*", "şerefsiz*",
)  # fmt: skip


def fill_forbidden_words(apps: Any, schema_editor: Any) -> None:
    """Fill the list of forbidden words."""
    model = apps.get_model("site", "ForbiddenWord")
    words = dict.fromkeys((*ENGLISH, *RUSSIAN, *BULGARIAN, *ROMANIAN, *GREEK, *TURKISH))
    model.objects.bulk_create([model(word=word) for word in words], ignore_conflicts=True)


class Migration(migrations.Migration):
    replaces = [("site", "0001_forbidden_words"), ("site", "0002_submissions")]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="ForbiddenWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.CharField(max_length=40, unique=True, verbose_name="word")),
            ],
            options={
                "verbose_name": "forbidden word",
                "verbose_name_plural": "forbidden words",
                "ordering": ("word",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("content", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("location", models.TextField(default="")),
                ("content_type", models.CharField(default="", max_length=100)),
                ("body", models.TextField(default="")),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.RunPython(fill_forbidden_words, migrations.RunPython.noop),
    ]
