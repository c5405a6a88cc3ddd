"""What the pages of accounts need."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.members import logins, mail, passwords
from zaria.live.gate import is_local
from zaria.match.events import Player

register = template.Library()


@register.filter
def plain(field: BoundField) -> SafeString:
    """A field's widget without the label repeated inside."""
    attrs: dict[str, Any] = {"placeholder": False}
    if rules(field) or field.help_text:
        attrs["aria-describedby"] = f"{field.auto_id}-said"
    if field.errors:
        attrs["aria-invalid"] = "true"
    return field.as_widget(attrs=attrs)


@register.filter
def rules(field: BoundField) -> list[tuple[object, str]]:
    """The rules that a browser may check while somebody types: how each is said, and its pattern."""
    found: Any = {"username": logins.RULES, "password1": passwords.RULES}.get(field.name, {})
    return [(said, pattern) for _kept, said, pattern in found.values()]


@register.simple_tag(takes_context=True)
def mails_are_shown(context: dict[str, Any]) -> bool:
    """Whether who asks finds his mails at /dev/mail."""
    request: HttpRequest = context["request"]
    return mail.are_shown(request)


@register.filter
def this_machine(address: str) -> bool:
    """Whether an address is one of this machine's own."""
    return is_local(address)


@register.filter
def browser(agent: str) -> str:
    """What calls itself so, in two words: "Firefox · Linux"."""
    names = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    found = [next((name for name in of if name in agent), "") for of in (names, systems)]
    shown = [{"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}.get(name, name) for name in found if name]
    return " · ".join(shown) or agent[:40] or "?"


@register.filter
def ways(user: Any) -> list[dict[str, Any]]:
    """How a member may prove once more that it is he."""
    found: list[dict[str, Any]] = get_adapter().get_reauthentication_methods(user)
    return found


@register.simple_tag
def own_arms(player: Player) -> SafeString:
    """Who asks for the page: his picture, or the first letter of his login on his arms."""
    if player.face:
        return format_html('<img class="arms" src="/face/{}?v={}" alt="">', player.name, player.face)
    return format_html('<i class="arms" style="background:{}">{}</i>', player.colour, player.name[:1].upper())
