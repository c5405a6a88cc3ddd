"""Password hashing."""

import os
import threading
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
"""Passwords that are hashed at a time: half of the processors and some memory stay free for the tables."""

_turn = threading.BoundedSemaphore(AT_ONCE)


class Hasher(Argon2PasswordHasher):
    """argon2id as OWASP advises (19 MiB, three rounds, one lane).

    Django's own takes 100 MiB and eight threads for each attempt: a few that come together would need more
    memory than all matches. Those who come together wait for each other.
    """

    time_cost = 3
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, *args: Any, **kwargs: Any) -> str:
        """Hash the password when a thread is free."""
        with _turn:
            return super().encode(*args, **kwargs)

    def verify(self, *args: Any, **kwargs: Any) -> bool:
        """Verify the password when a thread is free."""
        with _turn:
            return super().verify(*args, **kwargs)
