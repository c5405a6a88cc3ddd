from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0003_broke"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(
                condition=models.Q(("effort", 3)), fields=["asked"], name="analysis_in_background"
            ),
        ),
    ]
