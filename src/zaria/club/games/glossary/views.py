"""The page of the words."""

import unicodedata
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.games.glossary.entries import GlossaryEntry, glossary


@require_safe
async def words(request: HttpRequest) -> HttpResponse:
    """Show all words in the reader's language, by subject, with a list from A to Z."""
    shown = glossary(get_language() or "en")
    context = {
        "here": "words",
        "about": _("The words of tabla, nardy, backgammon, draughts and chess, each in a sentence or two."),
        "groups": shown.groups,
        "alphabet": _by_alphabet(list(shown.entries.values())),
        "rolls": shown,
    }
    return render(request, "zaria/words.html", context)


def _by_alphabet(entries: Sequence[GlossaryEntry]) -> list[GlossaryEntry]:
    """Sort words as a dictionary does, without regard to case and accents."""
    return sorted(entries, key=lambda entry: unicodedata.normalize("NFKD", entry.word.casefold()))
