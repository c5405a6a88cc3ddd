"""To which texts of the club a member has agreed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0010_unread_messages"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="agreed",
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
    ]
