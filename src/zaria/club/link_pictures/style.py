"""The colours of a picture: the rules of the site's style sheets, without variables.

The library that renders SVG knows no `var()`. The rules of the small boards are written out for one board and
one set of checkers, in the dark look of a page.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings

USUAL_CHECKERS = "ivory"
"""Their colours are those of `:root`."""

Declarations = list[tuple[str, str]]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;]+);")
_LIGHT_DARK = re.compile(r"light-dark\([^,()]+,\s*([^,()]+)\)")
_VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*((?:[^()]|\([^()]*\))+))?\)")
_DRAWN = re.compile(r"(?:use)?\.(?:mb|mq)-")
"""Selectors of what a small board consists of."""


@lru_cache(64)
def tokens(skin: str, checkers: str = USUAL_CHECKERS) -> Mapping[str, str]:
    """Return the values of the style sheets' variables, such as "f0", the colour of the frame.

    `skin` is a board and `checkers` a set of checkers, free or of the shop. Raises `LookupError` if there is
    no such board or set.
    """
    board, men = f"[data-skin='{skin}']", f"[data-men='{checkers}']"
    applied = {":root", board, ".mini-sq", f".mini-sq{board}", men}
    values: dict[str, str] = {}
    styled = {f"[data-men='{USUAL_CHECKERS}']"}
    sheets = [
        "css/app/tokens.css",
        "css/app/skins.css",
        "css/pictures.css",
        f"goods/boards/{skin}.css",
        f"goods/men/{checkers}.css",
    ]
    for selectors, declarations in (rule for sheet in sheets for rule in _rules(sheet)):
        if not applied.isdisjoint(selectors):
            styled.update(selectors)
            values |= {name[2:]: value for name, value in declarations if name.startswith("--")}
    missing = {board, men} - styled
    if missing:
        raise LookupError(", ".join(sorted(missing)))
    return {name: _LIGHT_DARK.sub(r"\1", value) for name, value in values.items()}


@lru_cache(64)
def style(skin: str, checkers: str = USUAL_CHECKERS) -> str:
    """Return the rules of the small boards for a board and a set of checkers; raises `LookupError`."""
    values = tokens(skin, checkers)
    written = []
    for selectors, declarations in _rules("css/pictures.css"):
        drawn = ",".join(filter(_DRAWN.match, selectors))
        resolved = ((name, _resolved(value, values)) for name, value in declarations)
        body = ";".join(f"{name}:{value}" for name, value in resolved if value is not None)
        if drawn and body:
            written.append(f"{drawn}{{{body}}}")
    return "\n".join(written)


def _rules(name: str) -> Iterator[tuple[list[str], Declarations]]:
    """The selectors and declarations of a style sheet's rules; none if there is no such sheet."""
    path = _folder() / name
    sheet = _COMMENT.sub("", path.read_text(encoding="utf-8")) if path.is_file() else ""
    for selectors, body in _RULE.findall(sheet):
        yield [selector.strip() for selector in selectors.split(",")], _DECLARATION.findall(body)


def _folder() -> Path:
    return Path(settings.WEB) / "static/zaria"


def _resolved(value: str, values: Mapping[str, str]) -> str | None:
    """The value without variables; None if one of them has neither a value nor a fallback."""
    while variable := _VARIABLE.search(value):
        text: str | None = values.get(variable[1], variable[2])
        if text is None:
            return None
        value = f"{value[: variable.start()]}{text}{value[variable.end() :]}"
    return value
