"""Several holds of a member that belong to no match: the fees of tournaments."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_indexes_without_condition")]

    operations = [
        migrations.RemoveConstraint(model_name="transfer", name="one_pending_hold_a_match"),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("match_id__gt", ""), ("state", "pending")),
                fields=("match_id", "debit"),
                name="one_pending_hold_a_match",
            ),
        ),
    ]
