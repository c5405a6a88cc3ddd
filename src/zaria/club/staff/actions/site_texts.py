"""New versions of the club's texts."""

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.staff.actions.recording import ActionRefusedError, record, require_power
from zaria.club.staff.models import OPERATOR, Act, ActKind
from zaria.club.texts import actions, queries
from zaria.club.texts.kinds import AGREED, TextKind

POWER = "texts"


def publish_text(
    by: Member | None, reason: str, kind: TextKind, texts: Mapping[str, str], seen: int, *, asks_again: bool
) -> Act:
    """Publish a text with these languages changed; `seen` is the version that the member of staff has read.

    `asks_again`: members must agree before they go on playing.
    """
    require_power(by, POWER)
    try:
        with transaction.atomic():
            return _publish(by, reason, kind, texts, seen, asks_again=asks_again)
    except IntegrityError:
        raise _overtaken() from None


def _publish(
    by: Member | None, reason: str, kind: TextKind, texts: Mapping[str, str], seen: int, *, asks_again: bool
) -> Act:
    if queries.number_in_force(kind) != seen:
        raise _overtaken()
    before = queries.all_markdown(kind, seen)
    after = before | dict(texts)
    if after == before and not asks_again:
        raise ActionRefusedError(_("Nothing has changed."))
    by_name = by.username if by else OPERATOR
    version = actions.publish(kind, after, by_name, asks_again=asks_again and kind in AGREED)
    return record(
        by,
        ActKind.TEXT,
        reason,
        None,
        before={"text": kind.value, "version": seen},
        after={"text": kind.value, "version": version.number, "asks_again": version.asks_again},
    )


def _overtaken() -> ActionRefusedError:
    return ActionRefusedError(
        _("Somebody has published another version in the meantime. Please start again.")
    )
