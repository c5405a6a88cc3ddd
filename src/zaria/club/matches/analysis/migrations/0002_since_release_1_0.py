from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("analysis", "0004_in_background"), ("analysis", "0005_by_state")]

    dependencies = [
        ("analysis", "0001_release_1_0"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(
                condition=models.Q(("effort", 3)), fields=["asked"], name="analysis_in_background"
            ),
        ),
        migrations.RemoveIndex(
            model_name="analysis",
            name="analysis_to_make",
        ),
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(fields=["state", "rank"], name="analyses_by_state"),
        ),
    ]
