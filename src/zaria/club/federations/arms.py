"""The coat of arms of a federation: an uploaded picture, handled as avatars are, or a drawn shield."""

import hashlib

from django.utils.html import escape

from zaria.club.federations.models import CoatOfArms, Federation
from zaria.club.profile.forms import ARMS


def version(federation: Federation) -> str:
    """The version of the picture; a picture asked for by its version never changes."""
    return federation.arms[:12] or hashlib.blake2b(federation.name.encode(), digest_size=6).hexdigest()


def uploaded(federation: Federation) -> bytes:
    """The uploaded picture (WebP); b"" if there is none."""
    arms = CoatOfArms.objects.filter(key=federation.arms, federation=federation).first()
    return bytes(arms.image) if arms is not None and federation.arms else b""


def drawn(federation: Federation) -> bytes:
    """A shield with the first letter of the name, as SVG, in a colour that follows from the slug."""
    colours = list(ARMS)
    number = int.from_bytes(hashlib.blake2b(federation.slug.encode(), digest_size=4).digest())
    letter = escape(federation.name[:1].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<path fill="{colours[number % len(colours)]}" stroke="#b98b3c" stroke-width="4" '
        'd="M10 8h80v44c0 22-18 34-40 43C28 86 10 74 10 52z"/><text x="50" y="48" fill="#fff" font-size="46" '
        'font-weight="700" font-family="Palatino,Noto Serif,Georgia,serif" text-anchor="middle" '
        f'dominant-baseline="central">{letter}</text></svg>'
    ).encode()
