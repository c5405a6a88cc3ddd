"""The scripts of a release are bundled, and pages find what each bundle imports."""

import sys
from pathlib import Path

import pytest
from tools.generate.release import ESBUILD, ReleaseError, bundle_scripts, main, named_scripts

from tests.support.requirements import missing
from tests.support.servers import ROOT
from zaria.club.site import js_modules

SCRIPTS = {
    "main.js": "import { signal } from '@preact/signals-core';\nimport { one } from './ui/one.js';\n"
    "signal(one);\nvoid import('./rare.js');\n",
    "other.js": "import { one } from './ui/one.js';\nconsole.log(one);\n",
    "rare.js": "console.log('rare');\n",
    "ui/one.js": "/** A number. */\nexport const one = [1];\n",
}
PAGE = "{% entry_module 'zaria/js/main.js' %}{% static 'zaria/js/other.js' %}"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one page, which names two scripts."""
    if not ESBUILD.exists():
        missing("javascript", "esbuild is not installed")
    for name, source in SCRIPTS.items():
        script = tmp_path / "web/static/zaria/js" / name
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(source)
    (tmp_path / "page.html").write_text(PAGE)
    return tmp_path


def test_named_scripts_keep_their_names_and_share_their_parts(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["release", "--scripts", str(package)])
    assert main() == 0
    static = package / "web/static"
    made = {path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file()}
    named = {"zaria/js/main.js", "zaria/js/other.js"}
    vendored = js_modules.VENDORED["@preact/signals-core"]
    assert named < made
    monkeypatch.setattr(
        js_modules, "_source", lambda name: "" if name == vendored else (static / name).read_text()
    )
    (first, rare), (other, _none) = (js_modules.graph.__wrapped__(name) for name in sorted(named))
    assert set(first) & set(other) == made - named - set(rare)
    assert {*first, *rare, *other} == made | {vendored}


def test_an_import_that_pages_would_not_find_as_it_is_stops_the_release(package: Path) -> None:
    script = package / "web/static/zaria/js/other.js"
    script.write_text("""console.log(";import'./no.js'");\n""")
    with pytest.raises(ReleaseError, match=r"other\.js"):
        bundle_scripts(package)


def test_every_script_that_a_page_names_exists() -> None:
    package = ROOT / "src/zaria"
    named = named_scripts(package)
    assert "zaria/js/tables/main.js" in named
    assert [name for name in sorted(named) if not (package / "web/static" / name).exists()] == []
