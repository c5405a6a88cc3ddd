"""The form of slugs: 2 to 32 small Latin letters, digits and hyphens, without a hyphen at either end."""

import re

from zaria.club.federations.models import SLUG_LENGTHS

PATTERN = rf"\A[a-z0-9][a-z0-9-]{{{SLUG_LENGTHS[0] - 2},{SLUG_LENGTHS[1] - 2}}}[a-z0-9]\Z"


def is_slug(text: str) -> bool:
    """Return whether a text is a slug."""
    return re.fullmatch(PATTERN, text, re.ASCII) is not None
