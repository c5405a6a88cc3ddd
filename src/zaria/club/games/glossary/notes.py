"""A word that opens its explanation at the place: a button, and a line beside it that needs no script.

The line is a popover: the browser opens it at the button, by pointer and keyboard, and closes it by Escape. A
browser without popovers shows a link to `/words` in place of it (`css/app/terms.css`).
"""

from collections.abc import Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from zaria.club.games.glossary.entries import GlossaryEntry, glossary
from zaria.games.registry import has_gammons

PREFIX = "term_"
"""The beginning of the keys of explanations among the words of a script."""

IN_BACKGAMMON = {"mars": "gammon", "koks": "backgammon"}
"""The words of the kinds of win that backgammon and its relatives call otherwise."""

TERMS_OF_FIELDS = {
    "auto_doubles": "automatic_doubles",
    "head_list": "head",
    "head_start": "handicap",
    "hit_then_off_ban": "bear_off",
    "ladder_from_roll": "climbing",
    "length": "match",
    "six_block": "prime",
}
"""The words of fields of forms and options of games whose names are not the keys of words."""


class TermName(str):
    """A name on a page that may explain itself: `key` is that of its word, which the glossary may lack."""

    key = ""


def named(text: object, field: str) -> TermName:
    """Return the name of a field or an option, with its word."""
    name = TermName(text)
    name.key = TERMS_OF_FIELDS.get(field, field)
    return name


def current_entries() -> Mapping[str, GlossaryEntry]:
    """The words in the language of the page, by their keys."""
    return glossary(get_language() or "en").entries


def explained(key: str, label: object, name: str) -> SafeString:
    """`label` as a button with the line of the word `key`; `name` is an id that no other element has."""
    start, end = note_parts(key, name)
    return format_html("{}{}{}", start, label or current_entries()[key].word, end)


def note_parts(key: str, name: str) -> tuple[SafeString, SafeString]:
    """The HTML before a label and after it that makes it explain itself."""
    start = format_html('<button type="button" class="term" popovertarget="{}">', name)
    end = format_html(
        '</button><span class="term-note" id="{}" role="note" popover>{} <a href="/words#{}">{}</a></span>',
        name,
        current_entries()[key].text,
        key,
        _("All words"),
    )
    return start, end


def win_term(kind: str, game: str) -> str:
    """Return the key of the word for a kind of win in a game."""
    return IN_BACKGAMMON.get(kind, kind) if has_gammons(game) else kind


def script_words(*keys: str) -> dict[str, str]:
    """The lines of words, for the words of a script; `ui/terms.js` shows them."""
    entries = current_entries()
    return {f"{PREFIX}{key}": entries[key].text for key in keys}
