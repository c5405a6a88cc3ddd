from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0002_triggers"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="transfer",
            name="transfers_of_match",
        ),
        migrations.RemoveIndex(
            model_name="transfer",
            name="transfers_of_subject",
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["match_id"], name="transfers_of_match"),
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["subject"], name="transfers_of_subject"),
        ),
    ]
