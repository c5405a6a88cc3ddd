"""The main pages of the club, to which its other pages belong."""

from django import template

register = template.Library()

_SECTIONS = {
    "watch": "watch",
    "matches": "watch",
    "library": "watch",
    "rules": "learn",
    "words": "learn",
    "lessons": "learn",
    "puzzles": "learn",
    "studies": "learn",
    "people": "club",
    "ranking": "club",
    "federations": "club",
    "groups": "club",
    "verify": "club",
}


@register.filter
def section(page: str) -> str:
    """Return the section of the navigation in which a page lies: "watch", "learn", "club" or ""."""
    return _SECTIONS.get(page, "")
