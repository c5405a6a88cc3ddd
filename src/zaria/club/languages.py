"""Which language somebody reads, and the club's sentences in it."""

from django.conf import settings
from django.http.cookie import parse_cookie
from django.utils import translation

from zaria.live.app import SENTENCES
from zaria.web.words import HALL, SHARED, WORDS


def of_headers(cookie: str, accept: str) -> str:
    """The language of a socket's handshake: the one chosen, else the browser's, else the house's."""
    chosen = parse_cookie(cookie).get(settings.LANGUAGE_COOKIE_NAME, "")
    for code in (chosen, *(part.partition(";")[0].strip() for part in accept.split(","))):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def translate(code: str, lang: str) -> str:
    """The sentence for a refusal code in `lang`."""
    with translation.override(lang):
        return translation.gettext(SENTENCES[code])


def words() -> dict[str, str]:
    """The words that the browser needs at a table, in the language of the page."""
    return {key: translation.gettext(text) for key, text in WORDS.items()}


def hall_words() -> dict[str, str]:
    """The words that the browser needs in the lobby."""
    needed = {key: text for key, text in WORDS.items() if key in SHARED or key.startswith("game_")}
    return {key: translation.gettext(text) for key, text in (needed | HALL).items()}


def sentence(code: str) -> str:
    """The sentence for a refusal code in the language of the page."""
    return translation.gettext(SENTENCES[code])


def word(key: str) -> str:
    """One of the browser's words, in the language of the page."""
    text = HALL.get(key) or WORDS[key]
    return translation.gettext(text)
