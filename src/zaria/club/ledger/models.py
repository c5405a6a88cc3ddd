"""Accounts and the transfers between them.

A transfer moves an amount from one account (`debit`) to another (`credit`), so the entries of a transfer sum
to zero by construction. A hold is a transfer to the member's held account that is still `pending`; later
transfers out of the held account, which name the hold, post it or void it. Every transfer counts in the
balances at once, whatever its state.

The database itself keeps the rules (`triggers.py`, in both engines): transfers are only appended; a hold is
resolved once and in whole; the balances of the accounts are the sums of their transfers; no guarded account
falls below zero but by a transfer that is `forced`, which only corrections may be.
"""

from django.db import models
from django.db.models import F, Q


class Account(models.Model):
    """An account in one unit.

    `code` names it: "member:ID" and "held:ID" of a player's id, "federation:SLUG", "house:fees",
    "house:issued", "house:shop", "clearing:stripe". `balance` is in hundredths. `guarded`: it does not fall
    below zero but by a correction.
    """

    code = models.CharField(max_length=64)
    unit = models.CharField(max_length=8)
    balance = models.BigIntegerField(default=0)
    guarded = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["code", "unit"], name="one_account_a_code"),)

    def __str__(self) -> str:
        return self.code


class WelcomedAddress(models.Model):
    """A keyed hash of an e-mail address whose owner got the welcome credits of a unit: they are paid once."""

    fingerprint = models.CharField(max_length=32)
    unit = models.CharField(max_length=8)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["fingerprint", "unit"], name="one_welcome_an_address"),
        )

    def __str__(self) -> str:
        return f"{self.fingerprint}: {self.unit}"


class TransferState(models.TextChoices):
    """Phase of a transfer."""

    PENDING = "pending"
    POSTED = "posted"
    VOIDED = "voided"


class SoundAudit(models.Model):
    """One row: the last audit, if it found no fault, begun at `at` (seconds since the epoch).

    It looked at so many `transfers`, with the `version` of the program. `run` is the server that made it, or
    has relied on it since; "" once that one was stopped in order.
    """

    at = models.FloatField()
    transfers = models.PositiveBigIntegerField()
    version = models.CharField(max_length=32)
    run = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.at:.0f}"


class Transfer(models.Model):
    """An amount (hundredths) that was moved from `debit` to `credit` at `at` (ms since the epoch).

    `key` makes it idempotent: there is one transfer a key. `kind` says why (`kinds.TransferKind`).
    `debit_after` and `credit_after` are the balances after it. `state` of a hold is pending until it is
    posted or voided; of all others it is final. A transfer out of a hold names it in `hold`. `until`: after
    this moment (ms) a hold without a seat may be voided. `match_id` or `subject` is what the transfer came
    from: a match, a good, a payment. `note` and `by` (a player's id) are the staff's reason and the member of
    the staff.
    """

    key = models.CharField(max_length=100, unique=True)
    kind = models.CharField(max_length=16)
    state = models.CharField(max_length=8, choices=TransferState, default=TransferState.POSTED)
    at = models.BigIntegerField()
    debit = models.ForeignKey(Account, models.PROTECT, related_name="debits", db_index=False)
    credit = models.ForeignKey(Account, models.PROTECT, related_name="credits", db_index=False)
    amount = models.BigIntegerField()
    debit_after = models.BigIntegerField()
    credit_after = models.BigIntegerField()
    hold = models.ForeignKey("self", models.PROTECT, null=True, related_name="resolutions")
    until = models.BigIntegerField(null=True)
    match_id = models.CharField(max_length=16, blank=True, default="")
    subject = models.CharField(max_length=64, blank=True, default="")
    note = models.TextField(blank=True, default="")
    by = models.CharField(max_length=32, blank=True, default="")
    forced = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(amount__gt=0), name="amount_above_zero"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="two_accounts"),
            models.CheckConstraint(
                condition=Q(forced=False) | Q(kind__in=("correction", "reversal")),
                name="only_corrections_forced",
            ),
            models.UniqueConstraint(
                fields=["match_id", "debit"],
                # the fees of tournaments belong to no match, and a member may be entered in several
                condition=Q(state="pending", match_id__gt=""),
                name="one_pending_hold_a_match",
            ),
        )
        indexes = (
            models.Index(fields=["debit", "id"], name="transfers_from_account"),
            models.Index(fields=["credit", "id"], name="transfers_to_account"),
            # Without a condition: SQLite uses no index of the others for "match_id = …".
            models.Index(fields=["match_id"], name="transfers_of_match"),
            models.Index(fields=["id"], condition=Q(state="pending"), name="pending_holds"),
            models.Index(fields=["subject"], name="transfers_of_subject"),
        )

    def __str__(self) -> str:
        return self.key
