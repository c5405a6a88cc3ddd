"""The list of words that are refused in new logins."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member, RefusedName
from zaria.club.staff.actions.recording import ActionRefusedError, record, require_power
from zaria.club.staff.models import Act, ActKind


@transaction.atomic
def refuse_name(by: Member | None, reason: str, word: str, *, whole: bool) -> Act:
    """Refuse new logins that hold a word, or (`whole`) are it."""
    require_power(by, "names")
    word = word.lower()
    old = RefusedName.objects.filter(word=word).first()
    if old is not None and old.whole == whole:
        raise ActionRefusedError(_("This word is already on the list."))
    RefusedName.objects.update_or_create(word=word, defaults={"whole": whole})
    before = {"word": old.word, "whole": old.whole} if old else None
    return record(by, ActKind.NAMES, reason, None, before=before, after={"word": word, "whole": whole})


@transaction.atomic
def allow_name(by: Member | None, refused: RefusedName, reason: str) -> Act:
    """Allow a word in new logins again."""
    require_power(by, "names")
    before = {"word": refused.word, "whole": refused.whole}
    refused.delete()
    return record(by, ActKind.NAMES, reason, None, before=before)
