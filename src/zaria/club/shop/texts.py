"""The goods and their sorts in words."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.match.refusals import SENTENCES


class SortWords(NamedTuple):
    """A sort of goods in words.

    * title: of its section in the shop;
    * setting: the name of its setting;
    * terms: what a purchase means;
    * seen_by: who sees a good that is in use;
    * free: the titles of the values that everybody has.
    """

    title: Any
    setting: Any
    terms: Any
    seen_by: Any
    free: Mapping[str, Any]


SORT_WORDS: Mapping[str, SortWords] = {
    "skin": SortWords(
        _("Boards"),
        _("Board"),
        _("Buy a board once and keep it for good. No exchange, resale, gifts or refunds."),
        _("Only you see your board. Opponents see their own."),
        {"walnut": _("Walnut"), "night": _("Night"), "sand": _("Sand")},
    ),
    "men": SortWords(
        _("Checkers"),
        _("Checkers"),
        _("Buy a set once and keep it for good. No exchange, resale, gifts or refunds."),
        _("Only you see your checkers. Opponents see their own."),
        {"ivory": _("Ivory"), "amber": _("Amber"), "marble": _("Marble")},
    ),
}
"""The words of each sort, by the part of the look."""

TITLES: Mapping[str, Any] = {
    "board-birch": pgettext_lazy("board", "Birch"),
    "board-slate": pgettext_lazy("board", "Slate"),
    "board-burgundy": pgettext_lazy("board", "Burgundy"),
    "board-copper": pgettext_lazy("board", "Copper"),
    "board-lapis": pgettext_lazy("board", "Lapis"),
    "board-malachite": pgettext_lazy("board", "Malachite"),
    "board-rose": pgettext_lazy("board", "Rose valley"),
    "board-mosaic": pgettext_lazy("board", "Mosaic"),
    "men-cherry": pgettext_lazy("checkers", "Maple and cherry"),
    "men-olive": pgettext_lazy("checkers", "Olive wood"),
    "men-silver": pgettext_lazy("checkers", "Silver and steel"),
    "men-pearl": pgettext_lazy("checkers", "Pearl and obsidian"),
    "men-jade": pgettext_lazy("checkers", "Jade"),
    "men-coral": pgettext_lazy("checkers", "Coral and garnet"),
    "men-porcelain": pgettext_lazy("checkers", "Porcelain"),
    "men-gold": pgettext_lazy("checkers", "Gold and bronze"),
}
"""Titles of the goods by their codes."""

TREATS: Mapping[str, Any] = {
    "tea": pgettext_lazy("treat", "Tea"),
    "coffee": pgettext_lazy("treat", "Coffee"),
    "baklava": pgettext_lazy("treat", "Baklava"),
}

REFUSED: Mapping[str, Any] = {
    "nobody": _("There is no member with this login."),
    "yourself": _("You can't send a treat to yourself."),
    "declines": _("This member doesn't accept treats."),
    "too_many": _("You have sent many treats in the last hour. Please try again later."),
    **{code: _(SENTENCES[code]) for code in ("newcomer_limit",)},
}
"""Reasons for which a treat is not sent."""


def title(subject: str) -> str:
    """The title of a good or of a treat, by the `subject` of its transfer; "" for others."""
    return str(TITLES.get(subject) or TREATS.get(subject) or "")
