from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0002_removal"),
    ]

    operations = [
        migrations.AddField(
            model_name="studychange",
            name="touched",
            field=models.TextField(db_default="", default=""),
        ),
    ]
