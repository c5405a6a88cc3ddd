"""The text of a line, and the languages of its refusals."""

from datetime import UTC, datetime

from django.utils import formats, translation

from zaria.club.site.i18n import translate
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.club.site.text.word_filter import require_allowed
from zaria.live.conversations.store import NewLine, Refused

MOST = 500
"""Characters of a line."""


def clean(line: NewLine) -> str | Refused:
    """Return the text of a line as it is stored, or why it cannot be; reads the database now and then."""
    if line.phrase is not None:
        return ""
    try:
        text = plain_text(line.text, MOST)
        require_allowed(text)
        return text
    except RefusedTextError as error:
        return Refused(error.code)


def sentence(refused: Refused, lang: str) -> str:
    """The sentence for a refusal, in a language; that of a mute says until when."""
    text = translate("muted_until" if refused.until is not None else refused.code, lang)
    if refused.until is None:
        return text
    with translation.override(lang):
        end = datetime.fromtimestamp(refused.until / 1000, UTC)
        return text % {"end": formats.date_format(end, "DATETIME_FORMAT")}
