"""Password hashing."""

import os
import threading
import unicodedata
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
"""Passwords that are hashed at a time: half of the processors and some memory stay free for the tables."""

_turn = threading.BoundedSemaphore(AT_ONCE)


def normalized(password: str) -> str:
    """Return a password as NFKC, as NIST SP 800-63B (5.1.1.2) advises.

    Systems send the same key strokes as one character or as a letter and an accent.
    """
    return unicodedata.normalize("NFKC", password)


class Hasher(Argon2PasswordHasher):
    """argon2id as OWASP advises (19 MiB, three rounds, one lane).

    Django's own takes 100 MiB and eight threads for each attempt: a few that come together would need more
    memory than all matches. Those who come together wait for each other.
    """

    time_cost = 3
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, *args: Any, **kwargs: Any) -> str:
        """Hash the normalised password when a thread is free."""
        with _turn:
            return super().encode(normalized(password), *args, **kwargs)

    def verify(self, password: str, encoded: str) -> bool:
        """Verify the password when a thread is free: normalised, or as older hashes have it."""
        with _turn:
            if super().verify(normalized(password), encoded):
                return True
            return normalized(password) != password and super().verify(password, encoded)
