"""Template tags of the lobby."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.games import programs
from zaria.club.profile import countries
from zaria.club.profile.templatetags.profile import face
from zaria.club.site.i18n import word
from zaria.live.sockets.protocol.cards import Person, Seeker
from zaria.match.player_info import PlayerInfo

register = template.Library()

Who = PlayerInfo | Person | Seeker | None


@register.simple_tag
def arms(who: Who) -> SafeString:
    """A player's colour with the first letter, and the picture over it; a member's lead to the profile."""
    if who is None:
        return format_html('<i class="arms">{}</i>', "?")
    if isinstance(who, PlayerInfo) and who.bot:
        inner = format_html('<svg class="ic" aria-hidden="true"><use href="#i-bot"/></svg>')
    else:
        inner = format_html("{}{}", who.name[:1], face(who))
    if not who.member:
        return format_html('<i class="arms" style="background:{}">{}</i>', who.colour, inner)
    link = '<a class="arms" href="/@{}" tabindex="-1" aria-hidden="true" style="background:{}">{}</a>'
    return format_html(link, who.name, who.colour, inner)


@register.simple_tag
def called(who: Who) -> SafeString:
    """A player's name, which leads to a member's page; a program of somebody's is marked."""
    if who is None:
        return SafeString("")
    if isinstance(who, PlayerInfo) and who.bot:
        return format_html("{}", programs.name(who.bot))
    name = format_html('<a href="/@{0}">{0}</a>' if who.member else "{}", who.name)
    if not who.robot:
        return name
    icon = SafeString('<svg class="ic" aria-hidden="true"><use href="#i-bot"/></svg>')
    return format_html('{}<span class="robot" title="{}">{}</span>', name, word("robot"), icon)


@register.simple_tag
def about(who: Who, rating: int | None) -> SafeString:
    """A player's country and rating, where they are known."""
    if who is None:
        return SafeString("")
    parts = []
    if who.country:
        shown = countries.flag(who.country)
        parts.append(format_html('<span class="flag" title="{}">{}</span>', who.country, shown))
    if rating:
        parts.append(format_html('<span title="{}">{}</span>', word("rating"), rating))
    return SafeString("".join(parts))
