"""The reasons for which files and matches were not stored, in the language of the reader."""

from collections.abc import Callable
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from zaria.club.library import archives
from zaria.club.library.importing import MOST_MATCHES, Note
from zaria.club.library.models import ImportFile
from zaria.club.matches.replay.refusals import translated


class TranslatedNote(NamedTuple):
    """A note for a page; `is_known`: the reason is in the language of the page."""

    part: int
    line: int | None
    text: str
    is_known: bool = True
    address: str = ""


def file_notes(file: ImportFile) -> list[TranslatedNote]:
    """Return the notes of a file."""
    return [translated_note(Note(**fields)) for fields in file.notes]


def translated_note(note: Note) -> TranslatedNote:
    """Return a note with its reason in the language of the reader."""
    if note.code == "refused":
        text, is_known = translated(note.reason)
        return TranslatedNote(note.part, note.line, text, is_known)
    address = reverse("imported_replay", args=[note.match]) if note.match else ""
    return TranslatedNote(note.part, note.line, _SENTENCES[note.code](), address=address)


_MEGABYTE = 1024 * 1024
_SENTENCES: dict[str, Callable[[], str]] = {
    "failed": lambda: _("We couldn't read it. Something went wrong on our side. It has been logged."),
    "repeated": lambda: _("You already have this match."),
    "full": lambda: _("The collection is full: it holds %(most)s matches.") % {"most": MOST_MATCHES},
    "damaged": lambda: _("The archive is damaged, or of a kind that we can't unpack."),
    "encrypted": lambda: _("The file is encrypted."),
    "nested": lambda: _("An archive in an archive: please unpack it first."),
    "not_a_file": lambda: _("A link or a device, not a file."),
    "large_file": lambda: translated("larger than 4 MB")[0],
    "large_archive": lambda: translated(f"larger than {archives.MOST_ARCHIVE // _MEGABYTE} MB")[0],
    "too_large": lambda: (
        _("The archive is too large: its files may have %(size)s MB together.")
        % {"size": archives.MOST_UNPACKED // _MEGABYTE}
    ),
    "too_many": lambda: _("The archive has more than %(most)s files.") % {"most": archives.MOST_FILES},
    "empty": lambda: _("The archive has no files."),
}
