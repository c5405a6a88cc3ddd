"""Templates of tournaments, from which directors begin."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from zaria.club.site.clock import DAY_MS, HOUR_MS
from zaria.club.tournaments.setup.local_time import FORMAT


class Preset(NamedTuple):
    """A template: its name and description, its fields, and the weekday (0: Monday) and hour of its start."""

    id: str
    title: Any
    text: Any
    fields: Mapping[str, str]
    weekday: int
    hour: int

    def initial(self, now: datetime) -> dict[str, str]:
        """Return the initial fields of the form; the start is the next one from tomorrow on."""
        tomorrow = now.date() + timedelta(days=1)
        day = tomorrow + timedelta(days=(self.weekday - tomorrow.weekday()) % 7)
        start = datetime.combine(day, time(self.hour))
        title = {} if self.id == "own" else {"title": str(self.title)}
        return {**title, **self.fields, "starts_at": start.strftime(FORMAT)}


PRESETS = (
    Preset(
        "friday",
        _("Friday eight"),
        _("Eight players, knock-out. Tabla to 5, random draw."),
        {"format": "knockout", "game": "tabla", "length": "5", "least": "4", "most": "8"},
        4,
        19,
    ),
    Preset(
        "sunday",
        _("Sunday arena"),
        _("Two hours of short matches. Come and go as you like; most points win."),
        {"format": "arena", "game": "tabla", "length": "3", "most": "1000", "lasts": str(2 * HOUR_MS)},
        6,
        17,
    ),
    Preset(
        "league",
        _("League"),
        _("Everyone plays everyone twice, one round a week."),
        {
            "format": "league",
            "game": "tabla",
            "length": "7",
            "least": "4",
            "most": "10",
            "round_length": str(7 * DAY_MS),
        },
        0,
        19,
    ),
    Preset(
        "own",
        _("Your own"),
        _("All formats, games and conditions."),
        {"format": "knockout", "game": "tabla", "length": "5", "most": "64"},
        5,
        19,
    ),
)
"""The templates in the order of the page."""


def find(preset_id: str) -> Preset | None:
    """Return the template with this name."""
    return next((preset for preset in PRESETS if preset.id == preset_id), None)
