"""Static files are the source without its comments and its indentation."""

import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from zaria.club.site.front_end.static_storage import bundle, strip_script, strip_style

STATIC = Path(__file__).parents[3] / "src/zaria/web/static/zaria"
SCRIPTS, STYLES = STATIC / "js", STATIC / "css"
PICTURE = re.compile(r'url\("data:image/svg\+xml,(.*?)"\)', re.DOTALL)


def test_doc_comments_go_and_empty_lines_with_them() -> None:
    source = "/** A.\n * @param {number} n */\nexport const f = (/** @type {number} */ n) => n; // why\n"
    assert strip_script(source) == "export const f = ( n) => n;\n"


def test_indentation_goes_and_breaks_stay() -> None:
    source = "f(() => {\n  html`<b>\n    ${n}\n  </b>`;\n});\n"
    assert strip_script(source) == "f(() => {\nhtml`<b>\n${n}\n</b>`;\n});\n"


def test_a_style_sheet_has_neither_comments_nor_indentation() -> None:
    source = "/* What\n   for. */\n.a {\n  color: red; /* why */\n}\n"
    assert strip_style(source) == ".a{color:red; \n}"


def test_the_parts_of_a_style_sheet_stand_where_they_are_imported() -> None:
    part = "b { background: url('../../img/b.svg'); }\n"
    whole = bundle("/* a */\n@import './a/b.css';\n.c {}\n", {"a/b.css": part}.__getitem__)
    assert whole == "/* a */\nb { background: url('../img/b.svg'); }\n.c {}\n"


@pytest.mark.parametrize("sheet", sorted(STYLES.glob("*.css")), ids=lambda path: path.stem)
def test_every_part_of_a_style_sheet_is_imported_once(sheet: Path) -> None:
    imported = []

    def read(part: str) -> str:
        imported.append(part)
        return (STYLES / part).read_text()

    assert "@import" not in bundle(sheet.read_text(), read)
    assert len(set(imported)) == len(imported)
    # the others are sheets that several pages share, components and goods
    parts = [part for part in imported if "/" in part and not part.startswith(("../", "components/"))]
    assert sorted(parts) == sorted(
        path.relative_to(STYLES).as_posix() for path in (STYLES / sheet.stem).glob("*.css")
    )


@pytest.mark.parametrize("sheet", sorted(STYLES.rglob("*.css")), ids=lambda path: path.stem)
def test_pictures_in_style_sheets_stay_whole(sheet: Path) -> None:
    """They have no parentheses, in which the storage looks for addresses of files."""
    for picture in PICTURE.findall(strip_style(sheet.read_text())):
        assert "(" not in picture
        assert ElementTree.fromstring(unquote(picture.replace("\\\n", ""))).tag.endswith("svg")


def test_a_licence_and_a_plain_comment_stay() -> None:
    assert strip_script("/*! licence */ /* why */\nf();\n") == "/*! licence */ /* why */\nf();\n"


def test_a_comment_to_the_end_of_its_line_goes_and_an_address_stays() -> None:
    assert strip_script("f(); // why\n  // how\ng('https://a.b');\n") == "f();\ng('https://a.b');\n"


def test_none_of_our_strings_looks_like_a_comment() -> None:
    """A comment in a string or a template would be lost."""
    scripts = sorted(SCRIPTS.rglob("*.js"))
    assert len(scripts) > 100
    for line in "\n".join(script.read_text(encoding="utf-8") for script in scripts).splitlines():
        for beginning in ("/**", "// "):
            before, begins, _ = line.partition(beginning)
            inside = any(before.count(quote) % 2 for quote in "'\"`")
            assert not (begins and inside), line
