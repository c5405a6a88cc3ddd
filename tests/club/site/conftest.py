"""Static files of the tests' own."""

from tests.support.club.uncollected_files import source_folder

__all__ = ["source_folder"]
