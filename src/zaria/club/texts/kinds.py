"""The kinds of texts, and the rules of conduct that a warning names."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class TextKind(models.TextChoices):
    """The texts, each with its page."""

    CONDUCT = "conduct", _("Rules of conduct")
    TERMS = "terms", _("Terms of use")
    PRIVACY = "privacy", _("Privacy")
    MANUAL = "manual", _("Manual")
    FAQ = "faq", _("Questions and answers")
    ABOUT = "about", _("About the club")


AGREED = (TextKind.CONDUCT, TextKind.TERMS, TextKind.PRIVACY)
"""The texts to which members agree."""

RULES: Mapping[int, Any] = {
    1: _("boosting ratings"),
    2: _("obscene language"),
    3: _("insulting players or the staff"),
    4: _("impersonating the staff"),
    5: _("an offensive login"),
    6: _("advertising"),
    7: _("urging players to leave the club"),
    8: _("urging players to switch to other sites"),
    9: _("harming the club"),
}
"""The rules of conduct by their numbers on the page, in short."""
