"""The themes of puzzles: fixed identifiers, each given by a feature that is measured on the board."""

ON_TABLES: tuple[str, ...] = (
    "opening",
    "hit",
    "no-hit",
    "pin",
    "entry",
    "escape",
    "point",
    "anchor",
    "prime",
    "block-of-six",
    "head",
    "mother",
    "safety",
    "race",
    "bear-off",
    "doubling",
    "too-good",
)
"""Of games with dice."""

ON_SQUARES: tuple[str, ...] = (
    "capture",
    "sacrifice",
    "quiet",
    "breakthrough",
    "mate",
    "ending",
    "defence",
    "long",
)
"""Of games on squares."""

THEMES: frozenset[str] = frozenset((*ON_TABLES, *ON_SQUARES))
