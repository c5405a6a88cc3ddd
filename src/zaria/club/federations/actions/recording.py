"""The common parts of all writes: the lock, the refusal and the signal of a change."""

from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.federations.models import Federation
from zaria.club.federations.signals import federation_changed


class FederationRefusedError(ValueError):
    """The request makes no sense at present; the text says why, in the language of the reader."""


def lock_federation(federation: Federation) -> Federation:
    """The federation, locked against concurrent changes; raises `FederationRefusedError` if it is closed."""
    row = Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
    if row.closed is not None:
        raise FederationRefusedError(_("This federation is closed."))
    return row


def announce(federation: Federation, by: Member | None, change: str, about: Member | None = None) -> None:
    """Send the signal of a change."""
    federation_changed.send(Federation, federation=federation, by=by, change=change, about=about)
