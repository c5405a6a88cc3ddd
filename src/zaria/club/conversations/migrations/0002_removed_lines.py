from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0001_initial"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="line",
            index=models.Index(
                condition=models.Q(("removed_at__isnull", False)),
                fields=["removed_at"],
                name="removed_lines_by_time",
            ),
        ),
    ]
