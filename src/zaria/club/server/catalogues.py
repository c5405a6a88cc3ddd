"""Message catalogues: compiled from the .po files beside them, which are all that the repository keeps."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def stale(locale: Path) -> list[Path]:
    """The .po files that were written after their .mo, or that have none."""
    return [
        po
        for po in sorted(locale.glob("*/LC_MESSAGES/*.po"))
        if not (mo := po.with_suffix(".mo")).exists() or mo.stat().st_mtime_ns < po.stat().st_mtime_ns
    ]


def compile_stale(locale: Path) -> list[Path]:
    """Compile what is stale; returns the .po files that were compiled."""
    done = stale(locale)
    for po in done:
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.parent.parent.name)
        # Servers that start at the same time must not finish each other's drafts.
        draft = po.with_suffix(f".{os.getpid()}.mo")
        with draft.open("wb") as target:
            write_mo(target, catalogue)
        draft.chmod(po.stat().st_mode)  # it belongs to the program, whatever is kept from others in the data
        draft.replace(po.with_suffix(".mo"))
    return done
