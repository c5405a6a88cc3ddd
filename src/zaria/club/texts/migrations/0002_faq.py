from django.db import migrations, models

KINDS = [
    ("conduct", "Rules of conduct"),
    ("terms", "Terms of use"),
    ("privacy", "Privacy"),
    ("manual", "Manual"),
    ("faq", "Questions and answers"),
    ("about", "About the club"),
]


class Migration(migrations.Migration):
    dependencies = [("texts", "0001_texts")]

    operations = [
        migrations.AlterField("textversion", "kind", models.CharField(choices=KINDS, max_length=8)),
        migrations.AlterField("consent", "kind", models.CharField(choices=KINDS, max_length=8)),
    ]
