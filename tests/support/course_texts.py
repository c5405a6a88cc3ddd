"""The texts of the courses as their files have them."""

import tomllib
from pathlib import Path

import zaria

FOLDER = Path(zaria.__file__).parent / "web" / "courses"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def texts(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language by table and key."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
