"""Pages name their files as they lie in the sources."""

from tests.club.profile.conftest import _plain_files
from tests.support.club.uncollected_files import plain_files

__all__ = ["_plain_files", "plain_files"]
