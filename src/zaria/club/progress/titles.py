"""Names of phases and kinds of decisions, and of what can be done in one."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.bots.analysis.game_sums import DecisionKind
from zaria.bots.analysis.phases import FinePhase
from zaria.bots.analysis.shape import Kind

PHASE_TITLES: Mapping[FinePhase, Any] = {
    "opening": _("Opening"),
    "contact": pgettext_lazy("phase of a game", "Contact"),
    "bear_in": _("Bearing in"),
    "middle": _("Middle game"),
    "race": _("Race"),
    "bear_off": _("Bearing off"),
    "ending": _("Ending"),
}
"""Phases in their order."""

KIND_TITLES: Mapping[DecisionKind, Any] = {
    "turn": _("Moves"),
    "no_double": _("Doubles not made"),
    "double": _("Doubles made"),
    "too_good": _("Doubles when too good"),
    "take": _("Takes"),
    "drop": _("Drops"),
    "resign": _("Resignations"),
}
"""Kinds of decisions in their order."""

QUESTIONS: Mapping[Kind, Any] = {
    "turn": _("What do you play?"),
    "double": _("Double?"),
    "answer": _("Take or drop?"),
    "resign": _("Resign?"),
    "resigned": _("Accept the resignation?"),
    "draw": _("Accept the draw?"),
}
"""Decisions as questions."""

ACTS: Mapping[str, Any] = {
    "no_double": _("No double"),
    "double": pgettext_lazy("decision", "Double"),
    "take": pgettext_lazy("cube", "Take"),
    "drop": pgettext_lazy("cube", "Drop"),
    "beaver": pgettext_lazy("decision", "Beaver"),
    "raccoon": pgettext_lazy("decision", "Raccoon"),
    "play_on": _("Play on"),
    "resign": pgettext_lazy("decision", "Resign"),
    "accept": pgettext_lazy("decision", "Accept"),
    "refuse": pgettext_lazy("decision", "Refuse"),
}
"""Decisions that are not turns."""
