"""Names for guests: made of words that read the same wherever Latin letters do."""

import secrets
import uuid

FIRST = (
    "Amber", "Azure", "Bronze", "Cedar", "Cobalt", "Copper", "Coral", "Crimson", "Ebony", "Emerald",
    "Golden", "Indigo", "Ivory", "Jade", "Jasmine", "Lapis", "Laurel", "Maple", "Marble", "Olive",
    "Onyx", "Opal", "Pearl", "Ruby", "Saffron", "Scarlet", "Silver", "Topaz", "Velvet", "Walnut",
)  # fmt: skip
SECOND = (
    "Badger", "Bear", "Bishop", "Comet", "Crane", "Dolphin", "Eagle", "Falcon", "Fox", "Hare",
    "Heron", "Hussar", "Ibis", "Jackal", "Knight", "Leopard", "Lynx", "Marten", "Merlin", "Otter",
    "Owl", "Panther", "Pasha", "Raven", "Sable", "Stork", "Swan", "Tiger", "Vizier", "Wolf",
)  # fmt: skip
COLOURS = (
    "#7b4f8a", "#a0522d", "#2f6f73", "#8a4b3a", "#4a5d8a",
    "#3f6a86", "#5d6b2f", "#8a3d5c", "#7a5a22", "#37624a",
)  # fmt: skip
"""Backgrounds of a guest's arms: dark enough for a white letter (at least 4.5:1)."""


def name() -> str:
    """A new name, e.g. "Walnut-Heron 42"; 81 000 of them, so it is a greeting, not an identity."""
    return f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)} {10 + secrets.randbelow(90)}"


def colour() -> str:
    """One of `COLOURS`."""
    return secrets.choice(COLOURS)


def player_id() -> str:
    """An id under which nobody has played yet."""
    return uuid.uuid4().hex
