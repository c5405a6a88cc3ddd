"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Hasher(Argon2PasswordHasher):
    """argon2id as OWASP advises (19 MiB, three rounds, one lane).

    Django's own takes 100 MiB and eight threads for each attempt: a few that come together would need more
    memory than all matches.
    """

    time_cost = 3
    memory_cost = 19 * 1024
    parallelism = 1
