from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0003_beginnings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="line",
            name="author",
            field=models.CharField(max_length=32),
        ),
        migrations.AddIndex(
            model_name="line",
            index=models.Index(fields=["author", "at"], name="lines_of_author"),
        ),
    ]
