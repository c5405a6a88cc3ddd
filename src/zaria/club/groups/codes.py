"""The codes of groups and of the cards of pupils.

They have no vowels, so that no code is a word, and no signs that look alike. The code of a card is derived
from the key of the club: the teacher may print it again, and the database alone opens no account.
"""

import hashlib
import secrets

from django.conf import settings

from zaria.club.site.clock import MINUTE_MS

LETTERS = "BCDFGHJKMNPQRTVWXZ"
JOIN_LENGTH = 6
JOIN_VALID_MS = 15 * MINUTE_MS
CARD_LENGTH = 10
_LONGEST_KEY = 64
"""Bytes of a key that the hash takes."""


def new_join_code() -> str:
    """Return a code by which members join a group."""
    return "".join(secrets.choice(LETTERS) for _place in range(JOIN_LENGTH))


def card_code(member_id: int, card_number: int) -> str:
    """Return the code of a card of a pupil account."""
    number = int.from_bytes(_digest(f"{member_id} {card_number}", b"zaria card"))
    letters = []
    for _letter in range(CARD_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def hash_of(code: str) -> str:
    """Return what is stored of the code of a card."""
    return _digest(code, b"zaria card hash").hex()


def cleaned(text: str) -> str:
    """Return a typed code as it is compared: large letters without spaces and strokes."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def spaced(code: str) -> str:
    """Return a code as it is printed: in two halves."""
    middle = len(code) // 2
    return f"{code[:middle]}-{code[middle:]}"


def _digest(text: str, purpose: bytes) -> bytes:
    key = settings.SECRET_KEY.encode()[:_LONGEST_KEY]
    return hashlib.blake2b(text.encode(), key=key, digest_size=16, person=purpose).digest()
