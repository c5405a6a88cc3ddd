import phonenumber_field.modelfields
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("top_up", "0001_initial"), ("top_up", "0002_payment_titles")]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Reversal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=255, unique=True)),
                ("intent", models.CharField(db_index=True, max_length=255)),
                ("amount", models.BigIntegerField()),
                ("lifted", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=255)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for confirmation"),
                            ("preauth", "Pre-authorized"),
                            ("confirmed", "Confirmed"),
                            ("rejected", "Rejected"),
                            ("refunded", "Refunded"),
                            ("error", "Error"),
                            ("input", "Input"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "fraud_status",
                    models.CharField(
                        choices=[
                            ("unknown", "Unknown"),
                            ("accept", "Passed"),
                            ("reject", "Rejected"),
                            ("review", "Review"),
                        ],
                        default="unknown",
                        max_length=10,
                        verbose_name="fraud check",
                    ),
                ),
                ("fraud_message", models.TextField(blank=True, default="")),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("modified", models.DateTimeField(auto_now=True)),
                ("transaction_id", models.CharField(blank=True, max_length=255)),
                ("currency", models.CharField(max_length=10)),
                ("total", models.DecimalField(decimal_places=2, default="0.0", max_digits=9)),
                ("delivery", models.DecimalField(decimal_places=2, default="0.0", max_digits=9)),
                ("tax", models.DecimalField(decimal_places=2, default="0.0", max_digits=9)),
                ("description", models.TextField(blank=True, default="")),
                ("billing_first_name", models.CharField(blank=True, max_length=256)),
                ("billing_last_name", models.CharField(blank=True, max_length=256)),
                ("billing_address_1", models.CharField(blank=True, max_length=256)),
                ("billing_address_2", models.CharField(blank=True, max_length=256)),
                ("billing_city", models.CharField(blank=True, max_length=256)),
                ("billing_postcode", models.CharField(blank=True, max_length=256)),
                ("billing_country_code", models.CharField(blank=True, max_length=2)),
                ("billing_country_area", models.CharField(blank=True, max_length=256)),
                ("billing_email", models.EmailField(blank=True, max_length=254)),
                (
                    "billing_phone",
                    phonenumber_field.modelfields.PhoneNumberField(blank=True, max_length=128, region=None),
                ),
                ("customer_ip_address", models.GenericIPAddressField(blank=True, null=True)),
                ("extra_data", models.TextField(blank=True, default="")),
                ("message", models.TextField(blank=True, default="")),
                ("token", models.CharField(blank=True, default="", max_length=36)),
                ("captured_amount", models.DecimalField(decimal_places=2, default="0.0", max_digits=9)),
                ("player", models.CharField(max_length=32)),
                ("nonce", models.CharField(max_length=32)),
                ("unit", models.CharField(max_length=8)),
                ("credits", models.BigIntegerField()),
                ("intent", models.CharField(blank=True, default="", max_length=255)),
                ("taken_back", models.BigIntegerField(default=0)),
                ("booked", models.BigIntegerField(default=0)),
                ("bookings", models.IntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("intent", ""), _negated=True),
                        fields=["intent"],
                        name="payments_by_intent",
                    ),
                    models.Index(fields=["player", "-id"], name="payments_of_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("token",), name="one_payment_a_token"),
                    models.UniqueConstraint(fields=("player", "nonce", "total"), name="one_payment_a_form"),
                    models.CheckConstraint(
                        condition=models.Q(("credits__gt", 0)), name="payment_buys_credits"
                    ),
                ],
                "verbose_name": "payment",
                "verbose_name_plural": "payments",
            },
        ),
    ]
