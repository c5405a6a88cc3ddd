"""The last audit without faults: a server that starts soon after it need not read every transfer again."""

from datetime import datetime, timedelta

from zaria import __version__
from zaria.club.ledger.models import SoundAudit

VALID = timedelta(hours=12)
"""The time after a sound audit in which a server may start without one."""
THE_ONE = 1
"""The key of the one row."""


def resume(run: str, now: datetime) -> SoundAudit | None:
    """Return the audit on which a server may rely that starts now; from now on it is that of this `run`.

    None: it is too old or of another version, or the server before was not stopped in order. It is then
    forgotten: its own server may still end in order, and must not vouch for this one.
    """
    rows = SoundAudit.objects.filter(
        pk=THE_ONE, run="", version=__version__, at__gt=(now - VALID).timestamp(), at__lte=now.timestamp()
    )
    if rows.update(run=run):
        return SoundAudit.objects.filter(run=run).first()
    discard()
    return None


def store(run: str, at: datetime, transfers: int) -> None:
    """Store that an audit of this run has found no fault."""
    fields = {"at": at.timestamp(), "transfers": transfers, "version": __version__, "run": run}
    SoundAudit.objects.update_or_create(pk=THE_ONE, defaults=fields)


def discard() -> None:
    """Forget it: an audit has found a fault."""
    SoundAudit.objects.all().delete()


def release(run: str) -> None:
    """Note that a run ends in order, unless another one records since."""
    SoundAudit.objects.filter(pk=THE_ONE, run=run).update(run="")
