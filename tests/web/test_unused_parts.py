"""Nothing that the site serves lies about unused: classes of style sheets, templates, exports of scripts."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/zaria"
STATIC = SOURCE / "web/static/zaria"
TEMPLATES = SOURCE / "web/templates"
WORD = re.compile(r"[A-Za-z_][\w-]*")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")
PREFIX = re.compile(r"([A-Za-z_][\w-]*-)(?=\{\{|\$\{|\{|['\"])")
"""The constant beginning of a name that is put together: `place-{{ place }}`."""
OF_DJANGO = {
    "action-checkbox", "aligned", "errorlist", "fieldset-heading", "flex-container", "this-page",
}  # fmt: skip
"""Classes of Django's admin that the pages of the staff lay out anew."""
OF_LISTS = re.compile(r"(?:column|field)-\w+")
"""A column of one of the admin's lists, which Django names after its field."""
COMPUTED = {*(f"s{pips}" for pips in range(1, 6))}
"""Faces of dice: a letter with the pips behind it."""
OVERRIDING = ("account", "admin", "allauth", "mfa", "socialaccount", "usersessions")
"""Folders of templates that take the place of a framework's, which looks for them."""
EMAIL = re.compile(r"_(?:message|subject)\.txt")
FOR_TESTS = {
    "BEGINNING", "WOODS", "actsName", "colourOf", "materialLead", "menAtStart", "missingPieces", "nextStep",
    "offeredLevel", "roller", "stepToExplain", "toggled", "wayArrow",
}  # fmt: skip
"""Exports that tests alone import."""


@cache
def texts(folder: Path, *endings: str) -> dict[Path, str]:
    """The text of each file with one of these endings, but for migrations and scripts of others."""
    paths = (path for ending in endings for path in sorted(folder.rglob(f"*{ending}")))
    included = (path for path in paths if not {"migrations", "vendor"} & set(path.parts))
    return {path: path.read_text(encoding="utf-8") for path in included}


@cache
def names_in_use() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words of the tags of templates and of the strings of code, and the beginnings of computed ones."""
    pages = texts(TEMPLATES, ".html", ".txt")
    code = texts(STATIC, ".js") | texts(SOURCE, ".py") | texts(SOURCE / "web/rules", ".md", ".toml", ".svg")
    parts = [
        tag for text in pages.values() for tag in re.findall(r"<[^>]*>|\{[%{].*?[%}]\}", text, re.DOTALL)
    ]
    parts += [string for text in code.values() for string in STRING.findall(text)]
    parts += re.findall(r"\{% block layout %\}\w+", "\n".join(pages.values()))
    # A template within a template has quotes inside: read what stands between tags of the scripts, too.
    parts += re.findall(r"<[a-z][^>]*>", "\n".join(texts(STATIC, ".js").values()))
    whole = "\n".join(parts)
    return frozenset(WORD.findall(whole)), tuple(set(PREFIX.findall(whole)))


def classes(sheet: str) -> set[str]:
    """The classes that the selectors of a style sheet name."""
    selectors = "\n".join(re.findall(r"([^{};]+)\{", COMMENT.sub("", sheet)))
    return set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", STRING.sub("", selectors)))


def unused_classes(sheet: str) -> Iterator[str]:
    words, prefixes = names_in_use()
    for name in sorted(classes(sheet) - words - OF_DJANGO - COMPUTED):
        if not name.startswith(prefixes) and not OF_LISTS.fullmatch(name):
            yield name


def test_every_class_of_a_style_sheet_is_on_a_page() -> None:
    sheets = texts(STATIC, ".css")
    unused = [
        f"{path.relative_to(STATIC)}: .{name}"
        for path, text in sheets.items()
        for name in unused_classes(text)
    ]
    assert unused == []


def test_a_class_on_no_page_is_seen() -> None:
    sheet = ".board, .nowhere-at-all > .btn:not(.place-1) { color: red; /* .in-a-comment {} */ }"
    assert [*unused_classes(sheet)] == ["nowhere-at-all"]


def test_every_custom_property_is_set_and_read() -> None:
    sheets = COMMENT.sub("", "\n".join(texts(STATIC, ".css").values()))
    code = "\n".join((texts(STATIC, ".js") | texts(TEMPLATES, ".html") | texts(SOURCE, ".py")).values())
    elsewhere = set(re.findall(r"--[\w-]+", code))
    defined = set(re.findall(r"(--[\w-]+)\s*:", sheets))
    assert defined - set(re.findall(r"var\(\s*(--[\w-]+)", sheets)) - elsewhere == set()
    assert set(re.findall(r"var\(\s*(--[\w-]+)\s*\)", sheets)) - defined - elsewhere == set()


def test_every_template_is_rendered_or_included() -> None:
    pages = texts(TEMPLATES, ".html", ".txt")
    text = "\n".join([*pages.values(), *texts(SOURCE, ".py").values()])
    computed = set(re.findall(r"f\"([\w/]+/)\{[\w ]+\}[\w.]*\"", text))
    names = [path.relative_to(TEMPLATES).as_posix() for path in pages]
    unused = [
        name
        for name in names
        if EMAIL.sub("", name) not in text
        and name.partition("/")[0] not in OVERRIDING
        and f"{name.rpartition('/')[0]}/" not in computed
    ]
    assert unused == []


def test_every_export_of_a_script_is_imported() -> None:
    scripts = texts(STATIC, ".js")
    pages = "\n".join(texts(TEMPLATES, ".html").values())
    words = {path: frozenset(WORD.findall(text)) for path, text in scripts.items()}
    exported = re.compile(r"^export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+(\w+)", re.MULTILINE)
    unused = {
        name
        for path, text in scripts.items()
        for name in exported.findall(text)
        if name not in pages and not any(name in used for other, used in words.items() if other != path)
    }
    assert unused == FOR_TESTS
