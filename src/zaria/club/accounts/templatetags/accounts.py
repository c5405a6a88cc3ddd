"""Template tags of the account pages."""

from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.accounts import logins, mail, passwords
from zaria.club.accounts.flows import registration
from zaria.live.sockets.connection_limits import is_local
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
    if field.form.errors:
        first = next((candidate for candidate in field.form.visible_fields() if candidate.errors), None)
        attrs["autofocus"] = first is not None and first.name == field.name
    return field.as_widget(attrs=attrs)


class FieldRule(NamedTuple):
    """A rule as its form lists it: text, pattern for browsers, and whether the last try broke it."""

    text: object
    pattern: str
    broken: bool


_RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "username": ("login", logins.RULES),
    "password1": ("password", passwords.RULES),
}
"""The fields whose rules stand in the form: what the codes of their errors begin with, and the rules."""


@register.filter
def rules(field: BoundField) -> list[FieldRule]:
    """The rules that a browser may check while somebody types."""
    kind, checks = _RULES.get(field.name, ("", {}))
    codes = {error.code for error in field.errors.as_data()}
    return [
        FieldRule(words, pattern, f"{kind}_{name}" in codes)
        for name, (_is_kept, words, pattern) in checks.items()
    ]


@register.filter
def other_errors(field: BoundField) -> list[str]:
    """Errors of a field, without the rules that its list marks as broken."""
    kind, checks = _RULES.get(field.name, ("", {}))
    listed = {f"{kind}_{name}" for name in checks}
    return [text for error in field.errors.as_data() if error.code not in listed for text in error.messages]


@register.simple_tag(takes_context=True)
def shows_mails(context: dict[str, Any]) -> bool:
    """True if the visitor can read mails at /dev/mail."""
    request: HttpRequest = context["request"]
    return mail.shows_mails(request)


@register.simple_tag(takes_context=True)
def pending_address(context: dict[str, Any]) -> str:
    """The address that this browser registered and that is not confirmed yet; "" where there is none."""
    unconfirmed = registration.pending(context["request"])
    return unconfirmed[1] if unconfirmed else ""


@register.filter
def has_confirmed(key: str) -> bool:
    """True if the mailed link with this key was followed before."""
    return registration.has_confirmed(key)


@register.filter
def this_machine(address: str) -> bool:
    """True if an address is one of this machine's own."""
    return is_local(address)


@register.filter
def browser(agent: str) -> str:
    """The browser of a user agent in two words: "Firefox · Linux"."""
    names = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    recognised = [next((name for name in of if name in agent), "") for of in (names, systems)]
    shown = [
        {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}.get(name, name) for name in recognised if name
    ]
    return " · ".join(shown) or agent[:40] or "?"


@register.filter
def ways(user: Any) -> list[dict[str, Any]]:
    """Ways in which a member can prove their identity once more."""
    methods: list[dict[str, Any]] = get_adapter().get_reauthentication_methods(user)
    return methods


@register.simple_tag
def own_arms(player: Player) -> SafeString:
    """The visitor's picture, or the first letter of the login on their arms."""
    if player.face:
        return format_html('<img class="arms" src="/face/{}?v={}" alt="">', player.name, player.face)
    letter = '<i class="arms" style="background:{}" aria-hidden="true">{}</i>'
    return format_html(letter, player.colour, player.name[:1].upper())
