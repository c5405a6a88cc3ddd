"""Template tags of tournaments: moments, amounts, players."""

from datetime import UTC, datetime
from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.profile.templatetags.profile import face
from zaria.club.site.text.markdown import render
from zaria.club.tournaments import texts
from zaria.club.tournaments.pages.context import time_left
from zaria.live.sockets.protocol.cards import Person
from zaria.match.player_info import PlayerInfo

register = template.Library()


@register.simple_tag
def moment(ms: int, kind: str = "full") -> SafeString:
    """A moment, UTC; the page's script writes it in the reader's time.

    `kind` "near" adds how far it is, "day" and "time" are parts of it.
    """
    at = datetime.fromtimestamp(ms // 1000, UTC)
    parts = {"day": "DATE_FORMAT", "time": "TIME_FORMAT"}
    text = formats.date_format(at, parts.get(kind, "SHORT_DATETIME_FORMAT"))
    text = text if kind == "day" else f"{text} UTC"
    return format_html('<time datetime="{}" data-time="{}">{}</time>', at.isoformat(), kind, text)


@register.filter
def money(amount: int, unit: str) -> str:
    """An amount in the unit of a tournament."""
    return texts.money(amount, unit)


@register.filter
def clock(ms: int) -> str:
    """A time that is left, "4:59" or in hours."""
    return time_left(ms)


@register.simple_tag
def markdown(text: str) -> SafeString:
    """The text of a director, written in Markdown."""
    return render(text)


@register.simple_tag(takes_context=True)
def part_address(context: Context, name: str, number: int, step: int, part: str) -> str:
    """The address of the page beside this one of a list, with the round that is shown."""
    shown = {name: number + step}
    if name == "pairs":
        shown["round"] = context["round"]
    return f"?{urlencode(shown)}#{part}"


@register.simple_tag
def player(who: Person | PlayerInfo | None) -> SafeString:
    """A player with their arms; a member's name leads to their page."""
    if who is None:
        return SafeString("")
    if not who.member:
        return format_html('<span class="player">{}{}</span>', arms(who), who.name)
    return format_html('<a class="player" href="/@{0}" data-name="{0}">{1}{0}</a>', who.name, arms(who))


@register.simple_tag
def arms(who: Person | PlayerInfo) -> SafeString:
    """The arms of a player alone."""
    return format_html(
        '<i class="arms" style="background:{}" aria-hidden="true">{}{}</i>',
        who.colour,
        who.name[:1],
        face(who),
    )
