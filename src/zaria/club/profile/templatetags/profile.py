"""Template tags of the profile: faces, flags, what is saved."""

import json
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from zaria.club.accounts.models import Member
from zaria.club.profile import avatars, countries, preferences
from zaria.club.shop.goods import SORTS
from zaria.club.shop.page_parts import shopper_of
from zaria.club.shop.queries import bought
from zaria.club.shop.texts import TITLES

register = template.Library()


@register.simple_tag
def face(who: Any) -> SafeString:
    """The picture of a player (a struct, or its JSON) who has one; else nothing."""
    name, version = (
        (who.get("name"), who.get("face")) if isinstance(who, dict) else (who.name, getattr(who, "face", ""))
    )
    return format_html('<img src="/face/{}?v={}" alt="">', name, version) if version else SafeString("")


@register.filter
def drawing(name: str) -> SafeString:
    """One of the faces to choose from, to stand in a page: it takes the colour of what is around it."""
    return mark_safe(avatars.template(name).replace("<svg ", '<svg aria-hidden="true" ', 1))


@register.simple_tag(takes_context=True)
def saved_settings(context: Context) -> SafeString:
    """The element `saved`: what a member has saved, for `js/shell/settings.js`; nothing for a guest.

    `goods` are the boards and checkers that they bought: title and style sheet by part and name.
    """
    player, user = getattr(context["request"], "player", None), context["request"].user
    if player is None or not player.member or not isinstance(user, Member):
        return SafeString("")
    settings: dict[str, Any] = {
        "who": user.player,
        "at": user.settings_at,
        "set": preferences.known(user.settings, preferences.TABLE),
    }
    goods = bought(shopper_of(context["request"]).goods)
    if goods:
        settings["goods"] = {
            part: {
                good.name: (str(TITLES[good.code]), staticfiles_storage.url(good.sheet))
                for good in goods
                if good.part == part
            }
            for part in SORTS
        }
    return format_html(
        '<script id="saved" type="application/json">{}</script>',
        mark_safe(json.dumps(settings, separators=(",", ":")).replace("<", "\\u003c")),
    )


@register.filter
def flag(code: str) -> str:
    """The flag of a country."""
    return countries.flag(code)


@register.filter
def country(code: str) -> str:
    """The name of a country in the language of the page."""
    return countries.names().get(code, "")
