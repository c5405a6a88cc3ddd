"""The reader's language, and the club's sentences in it.

A cookie decides the language of pages and sockets, without it the browser's own request, and without that the
club. A member's setting is stronger: their pages use it, and the cookie follows it.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.http.cookie import parse_cookie
from django.utils import translation
from django.views.i18n import set_language

from zaria.club.site.brand import state
from zaria.games.registry import has_gammons
from zaria.live.config import SENTENCES
from zaria.web.messages.analysis import ANALYSIS, DECIDED, EDITOR, IN_BACKGAMMON, TRAINING
from zaria.web.messages.chat import CHAT
from zaria.web.messages.lessons import LESSON
from zaria.web.messages.lobby import LOBBY, SHARED
from zaria.web.messages.scribe import SCRIBE
from zaria.web.messages.studies import STUDY
from zaria.web.messages.table import BY_DAY, WORDS

TEACHING = ANALYSIS | TRAINING
"""The words of analyses and of training."""

Word = str | dict[str, str]
"""A text for the browser; one with plural forms has a text for each category of `Intl.PluralRules`."""

CATEGORIES = {"one": 1, "few": 2, "many": 5, "other": 100}
"""Categories of plural forms, each with a number of this category in every language that has it."""


def of_headers(cookie: str, accept: str) -> str:
    """Return the language of a request's headers: the chosen one, the browser's, or the club's."""
    return requested_language(cookie, accept) or state.current().language


def requested_language(cookie: str, accept: str) -> str:
    """Return the language that the headers of a request ask for; "" for none of the site's."""
    language = parse_cookie(cookie).get(settings.LANGUAGE_COOKIE_NAME, "")
    for code in (language, *(part.partition(";")[0].strip() for part in accept.split(","))):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def activate_language(request: HttpRequest, language: str) -> None:
    """Answer this request in a member's language."""
    translation.activate(language)
    request.LANGUAGE_CODE = language


def store_language(request: HttpRequest, response: HttpResponseBase, language: str) -> None:
    """Set the cookie to a member's language, for later pages and sockets."""
    if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )


async def select_language(request: HttpRequest) -> HttpResponseBase:
    """Store the choice of the menu of languages; a member's choice is a setting."""
    language, user = request.POST.get("language", ""), await request.auser()
    if user.is_authenticated and language in dict(settings.LANGUAGES):
        user.language = language
        await user.asave(update_fields=["language"])
    response: HttpResponseBase = await sync_to_async(set_language)(request)
    return response


def translate(code: str, lang: str) -> str:
    """Return the sentence for a refusal code in `lang`."""
    with translation.override(lang):
        return translation.gettext(SENTENCES[code])


def _for_each_language(translate: Callable[[], dict[str, Word]]) -> Callable[[], dict[str, Word]]:
    """Have words translated once for each language; each caller gets a copy."""
    by_language: dict[str | None, dict[str, Word]] = {}

    @wraps(translate)
    def translated() -> dict[str, Word]:
        language = translation.get_language()
        words = by_language.get(language)
        if words is None:
            words = by_language[language] = translate()
        return dict(words)

    return translated


@_for_each_language
def words() -> dict[str, Word]:
    """Return the browser's words at a table, in the language of the page."""
    return {key: _forms(text) for key, text in WORDS.items()}


LATE = (
    "verify_", "seal_ok", "seal_bad", "rolls_ok", "rolls_bad",
    "you_won", "you_lost", "won", "by_", "why_", "kind_resigned", "kind_decided", "draw_long",
    "void_long", "annulled_long",
    "stake_returned", "gains_", "next_game", "next_is", "rematch_", "record", "replay", "analyse",
    "away_", "absent_", "claim",
    "treat_tea", "treat_coffee", "treat_baklava", "term_more", "director_", "champion",
    "guide_", "keep_game", "past_", "took_back", "back_", "result_", "resign_ask", "resign_later",
    "position", "opponent", "clocks", "checking", "resigned", "help_away", "rules_away",
    "all_settings", "far_left",
)  # fmt: skip
"""The beginnings of the words that a table's page fetches when it first needs them."""


@_for_each_language
def late_words() -> dict[str, Word]:
    """Return the words that a table's page fetches later: those of sheets that are rarely opened."""
    return {key: _forms(text) for key, text in WORDS.items() if key.startswith(LATE)}


@_for_each_language
def dice_words() -> dict[str, Word]:
    """Return the browser's words about a check of dice."""
    return {key: _forms(WORDS[key]) for key in ("seal_ok", "seal_bad", "rolls_ok", "rolls_bad")}


@_for_each_language
def analysis_words() -> dict[str, Word]:
    """Return the browser's words beside a record with an analysis."""
    return words() | {key: _forms(text) for key, text in ANALYSIS.items()}


@_for_each_language
def position_words() -> dict[str, Word]:
    """Return the browser's words beside a position that can be edited and evaluated."""
    return words() | {key: _forms(text) for key, text in (EDITOR | DECIDED).items()}


@_for_each_language
def training_words() -> dict[str, Word]:
    """Return the browser's words in training, beside those of a table."""
    return {key: _forms(text) for key, text in TRAINING.items()}


@_for_each_language
def lesson_words() -> dict[str, Word]:
    """Return the browser's words in a lesson, beside those of a table."""
    return {key: _forms(text) for key, text in LESSON.items()}


@_for_each_language
def study_words() -> dict[str, Word]:
    """Return the browser's words in a study, beside those of a position."""
    return position_words() | {key: _forms(text) for key, text in STUDY.items()}


@_for_each_language
def scribe_words() -> dict[str, Word]:
    """Return the browser's words on a score sheet, beside those of a table."""
    return {key: _forms(text) for key, text in SCRIBE.items()}


@_for_each_language
def by_day_words() -> dict[str, Word]:
    """Return the browser's words at a table by the day, beside those of every table."""
    return {key: _forms(text) for key, text in BY_DAY.items()}


@_for_each_language
def chat_words() -> dict[str, Word]:
    """Return the browser's words in conversations."""
    return {key: _forms(text) for key, text in CHAT.items()}


@_for_each_language
def lobby_words() -> dict[str, Word]:
    """Return the browser's words in the lobby."""
    needed = {key: text for key, text in WORDS.items() if key in SHARED or key.startswith("game_")}
    return {key: _forms(text) for key, text in (needed | LOBBY).items()}


def sentence(code: str) -> str:
    """Return the sentence for a refusal code in the language of the page."""
    return translation.gettext(SENTENCES[code])


def word(key: str, game: str = "", number: Any = None) -> str:
    """Return one of the browser's words for a `game`; `number` chooses a plural form."""
    text = IN_BACKGAMMON.get(key) if has_gammons(game) else None
    return _text(text or LOBBY.get(key) or WORDS.get(key) or TEACHING[key], number)


def of_game(words: Mapping[str, Word], game: str) -> Mapping[str, Word]:
    """Return the words of a page about one game: backgammon and its relatives have some of their own."""
    if not has_gammons(game):
        return words
    return {key: word(key, game) if key in IN_BACKGAMMON else text for key, text in words.items()}


def _forms(marked: str) -> Word:
    """Translate a text of `zaria.web.messages`, in all its plural forms."""
    if "\x00" not in marked:
        return _text(marked)
    forms = {category: _text(marked, number) for category, number in CATEGORIES.items()}
    return {
        category: text for category, text in forms.items() if category == "other" or text != forms["other"]
    }


def _text(marked: str, number: Any = None) -> str:
    """Translate a text of `zaria.web.messages`, with or without a context and plural forms."""
    singular, _, plural = marked.partition("\x00")
    if plural:
        return translation.ngettext(singular, plural, number)
    context, _, text = marked.rpartition("\x04")
    return translation.pgettext(context, text) if context else translation.gettext(text)
