"""The sentences of refused agreements."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REFUSED: Mapping[str, Any] = {
    "no_match_by_day": _("You play no such match by the day, or it is over."),
    "bad_agreement": _("This can't be agreed to in advance. Load the page again."),
    "not_agreed_on": _("The terms of this match don't allow that."),
    "gone_on": _("The game has gone on since. Look at your lines again."),
    "illegal_line": _("A line has a move that is not legal there."),
    "no_reply": _("Each line ends with a move of yours."),
    "two_replies": _("Two lines answer the same moves in different ways."),
    "too_fast": _("Please wait a minute and try again."),
}
"""The sentence for each code of `AgreementRefusedError`."""
