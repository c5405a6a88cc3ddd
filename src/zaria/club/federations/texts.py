"""The texts of a federation in the language of the reader, or in the next best one."""

from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from zaria.club.federations.models import Federation
from zaria.club.site.text.markdown import render


class Passage(NamedTuple):
    """A text as HTML, and its language; "" where that is the reader's."""

    html: SafeString
    language: str


class Texts(NamedTuple):
    """The text and the rules of a federation; None where no language has any."""

    text: Passage | None
    rules: Passage | None


def texts(federation: Federation) -> Texts:
    """The texts for the reader: in their language, else in English, else in the first that has one."""
    reader_language = get_language() or settings.LANGUAGE_CODE
    order = dict.fromkeys(
        [reader_language, settings.LANGUAGE_CODE, *(code for code, _ in settings.LANGUAGES)]
    )
    by_language = {row.language: row for row in federation.texts.all()}
    passages: dict[str, Passage | None] = {"text": None, "rules": None}
    for part in passages:
        for language in order:
            written = getattr(by_language.get(language), part, "")
            if written:
                passages[part] = Passage(render(written), "" if language == reader_language else language)
                break
    return Texts(**passages)
