"""The account of a federation in the ledger: a guarded one, to which its shares of fees go."""

from django.conf import settings

from zaria.club.federations.models import Federation
from zaria.club.ledger.actions import lock_accounts
from zaria.club.ledger.kinds import federation_code
from zaria.club.ledger.models import Account


def account_of(federation: Federation) -> Account:
    """The account in the club's unit; it is opened if it is missing."""
    code = federation_code(federation.slug)
    found = Account.objects.filter(code=code, unit=settings.LEDGER.unit).first()
    return found or lock_accounts([code])[code]
