"""The `zaria` command that hashes passwords with as little work as argon2 allows.

Started by `python -m tests.support.quick_passwords serve …`. Hundreds of members register in tests, and the
work of a real hash is a quarter of what registering costs; `tests/club/accounts` has the real one.
"""

import sys

from zaria.club.accounts.hashers import Hasher

LEAST = {"time_cost": 1, "memory_cost": 8}
"""The least work, by its names in `Hasher`."""


def hash_quickly() -> None:
    """From now on, in this process."""
    for name, cost in LEAST.items():
        setattr(Hasher, name, cost)


if __name__ == "__main__":
    from zaria.cli import main as cli

    hash_quickly()
    sys.exit(cli.main())
