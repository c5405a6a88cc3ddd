"""The list of words that are forbidden in messages and comments."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.site.models import ForbiddenWord
from zaria.club.site.text import word_filter
from zaria.club.staff.actions.recording import ActionRefusedError, record, require_power
from zaria.club.staff.models import Act, ActKind


@transaction.atomic
def forbid_word(by: Member | None, reason: str, word: str) -> Act:
    """Refuse new messages and comments that hold a word; a star at an end of it stands for any letters."""
    require_power(by, "names")
    word = word.strip().lower()
    if not word_filter.common_form(word.strip("*")):
        raise ActionRefusedError(_("Write at least one letter."))
    if ForbiddenWord.objects.filter(word=word).exists():
        raise ActionRefusedError(_("This word is already on the list."))
    ForbiddenWord.objects.create(word=word)
    transaction.on_commit(word_filter.forget_words)
    return record(by, ActKind.WORDS, reason, None, after={"word": word})


@transaction.atomic
def permit_word(by: Member | None, forbidden: ForbiddenWord, reason: str) -> Act:
    """Accept a word in messages and comments again."""
    require_power(by, "names")
    before = {"word": forbidden.word}
    forbidden.delete()
    transaction.on_commit(word_filter.forget_words)
    return record(by, ActKind.WORDS, reason, None, before=before)
