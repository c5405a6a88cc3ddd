"""Template tags of the shop: previews and titles of goods."""

from django import template
from django.utils.safestring import SafeString

from zaria.club.shop import previews, texts
from zaria.club.shop.goods import GOODS, Good

register = template.Library()


@register.simple_tag
def good_drawings(good: Good | None = None) -> SafeString:
    """Return the drawings that the previews of all goods, or of one, use; once in a page, before them."""
    return previews.drawings(GOODS.values() if good is None else (good,))


@register.simple_tag
def good_preview(good: Good) -> SafeString:
    """Return the picture of a good."""
    return previews.preview(good)


@register.simple_tag
def look_picture(part: str, value: str) -> SafeString:
    """Return the small picture of a value of a setting of the look."""
    return previews.small_picture(part, value)


@register.filter
def good_title(good: Good) -> str:
    """The title of a good."""
    return texts.title(good.code)
