"""The choice of a format, which shows the fields of its settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from zaria.club.play.fields import DefaultedChoice
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.tournaments.formats.registry import FORMATS, FormatInfo, Setting


def has_setting(name: object, setting: Setting) -> bool:
    """Return whether a value of the form names a format with this setting."""
    return isinstance(name, str) and name in FORMATS and setting in FORMATS[name].settings


def fields_of(info: FormatInfo) -> frozenset[str]:
    """Return the names of the form's fields that only some formats have."""
    return info.settings | {"lasts" if info.continuous else "round_length"}


class FormatSelect(forms.RadioSelect):
    """Radio buttons with the explanation and, for the stylesheet, the fields of each format."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the button of a format."""
        option = super().create_option(name, value, *args, **kwargs)
        option["explanation"] = FORMAT_WORDS[value].explanation
        option["attrs"]["data-settings"] = " ".join(sorted(fields_of(FORMATS[value])))
        return option


class FormatChoice(DefaultedChoice):
    """One of the formats."""

    widget = FormatSelect

    def __init__(self) -> None:
        super().__init__(_("Format"), {name: words.title for name, words in FORMAT_WORDS.items()})
