"""Template tags of the shop: previews and titles of goods."""

from django import template
from django.utils.safestring import SafeString

from zaria.club.shop import previews, texts
from zaria.club.shop.goods import CHECKERS, Good

register = template.Library()


@register.simple_tag
def good_drawings(good: Good | None = None) -> SafeString:
    """Return the drawings that the previews of all goods, or of one, use; once in a page, before them."""
    shown = CHECKERS if good is None else (good,)
    return previews.drawings(item for item in shown if item.part == "men")


@register.simple_tag
def good_preview(good: Good) -> SafeString:
    """Return the picture of a good."""
    return previews.preview(good)


@register.filter
def good_title(good: Good) -> str:
    """The title of a good."""
    return texts.title(good.code)
