"""The goods in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.match.refusals import SENTENCES

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
