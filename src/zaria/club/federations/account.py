"""The account of a federation in the ledger: a guarded one, to which its shares of fees go."""

from django.conf import settings
from django.db import transaction

from zaria.club.federations.models import Federation
from zaria.club.ledger.actions import lock_accounts
from zaria.club.ledger.kinds import federation_code
from zaria.club.ledger.models import Account


def account_of(federation: Federation) -> Account:
    """The account in the club's unit; it is opened if it is missing."""
    code = federation_code(federation.slug)
    account = Account.objects.filter(code=code, unit=settings.LEDGER.unit).first()
    if account is None:
        with transaction.atomic():
            account = lock_accounts([code])[code]
    return account
