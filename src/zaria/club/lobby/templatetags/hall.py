"""Template tags of the lobby."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.live.protocol import CardPlayer, Person

register = template.Library()


@register.simple_tag
def arms(who: CardPlayer | Person | None) -> SafeString:
    """A player's colour with the first letter of his name."""
    if who is None:
        return format_html('<i class="arms">{}</i>', "?")
    if isinstance(who, CardPlayer) and who.bot:
        inner = format_html('<svg class="ic" aria-hidden="true"><use href="#i-bot"/></svg>')
    else:
        inner = format_html("{}", who.name[:1])
    return format_html('<i class="arms" style="background:{}">{}</i>', who.colour, inner)
