"""Scripts as they stand in a bundle, and those that a bundle refuses."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder

from tests.support.servers import ROOT
from zaria.club.site.front_end import js_modules
from zaria.club.site.front_end.script_bundles import BundleError, bundle, entries

TEMPLATES = ROOT / "src/zaria/web/templates"
ENTRY = re.compile(r'entry_module "([^"]+)"')
MAIN = "zaria/js/main.js"

Write = Callable[[dict[str, str]], None]


@pytest.fixture
def write(source_folder: Path) -> Write:
    """Puts scripts where static files are looked for."""

    def put(scripts: dict[str, str]) -> None:
        for name, source in {"../vendor/lit-html.js": "", **scripts}.items():
            path = source_folder / "zaria/js" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source)

    return put


def test_a_module_becomes_a_function_that_returns_its_exports(write: Write) -> None:
    write(
        {
            "main.js": "import { html } from 'lit-html';\nimport * as two from './ui/two.js';\n"
            "import './ui/one.js';\nhtml(two.three, await import('./rare.js'));\n",
            "rare.js": "import { four as five } from './ui/two.js';\nfive();\n",
            "ui/one.js": "export const one = 1;\nexport async function more() {}\n",
            "ui/two.js": "import { one as first, more } from './one.js';\nexport const three = first + 2;\n"
            "export function four() { more(); }\nexport { more };\n",
        }
    )
    assert bundle(MAIN).splitlines() == [
        "import * as $_0 from 'lit-html';",
        "const $_1 = (() => {",
        "const one = 1;",
        "async function more() {}",
        "return { one, more };",
        "})();",
        "const $_2 = (() => {",
        "const { one: first, more } = $_1;",
        "const three = first + 2;",
        "function four() { more(); }",
        "return { three, four, more };",
        "})();",
        "export const { four } = $_2;",
        "(async () => {",
        "const { html } = $_0;",
        "const two = $_2;",
        "html(two.three, await import('../js/rare.js'));",
        "})();",
    ]


def test_a_companion_shares_the_modules_of_a_bundle(write: Write) -> None:
    write(
        {
            "main.js": "import './ui/effect.js';\nimport { one } from './ui/one.js';\none();\n",
            "pages/waiting.js": "import '../ui/effect.js';\n"
            "import * as all from '../ui/one.js';\nall.two();\n",
            "ui/effect.js": "addEventListener('load', () => {});\n",
            "ui/one.js": "export function one() {}\nexport function two() {}\n",
        }
    )
    assert entries() == [MAIN, *sorted(js_modules.COMPANIONS)]
    assert re.findall(r"^export .*", bundle(MAIN), re.MULTILINE) == ["export const { one, two } = $_1;"]
    assert "export" not in bundle(js_modules.WAITING)


@pytest.mark.parametrize(
    ("scripts", "reason"),
    [
        ({"main.js": "import one from './one.js';\n"}, "an import of 'one'"),
        ({"main.js": "import { two } from './one.js';\n"}, "one.js does not export two"),
        (
            {"main.js": "import './one.js';\nimport('./late.js');\n"},
            "late.js: zaria/js/one.js does not export no",
        ),
        (
            {"main.js": "import './two.js';\n"},
            "two.js: a bundle cannot contain \"export \\* from './one.js';\"",
        ),
        ({"main.js": "export default 1;\n"}, "main.js: a bundle cannot contain 'export default 1;'"),
        ({"main.js": "import { one }\n"}, "main.js: a bundle cannot contain 'import { one }'"),
        (
            {
                "main.js": "import './one.js';\nimport './both.js';\nimport('./clash.js');\n",
                "both.js": "export const one = 1;\n",
            },
            "main.js: several modules of its bundle export one",
        ),
    ],
)
def test_what_a_bundle_cannot_contain_is_named(write: Write, scripts: dict[str, str], reason: str) -> None:
    write(
        {
            "one.js": "export const one = 1;\n",
            "two.js": "export * from './one.js';\n",
            "late.js": "import { no } from './one.js';\nno();\n",
            "clash.js": "import { one } from './one.js';\nimport { one as two } from './both.js';\n",
            **scripts,
        }
    )
    with pytest.raises(BundleError, match=reason):
        bundle(MAIN)


def test_a_script_that_is_missing_is_named(write: Write) -> None:
    write({"main.js": "import { one } from './none.js';\n"})
    with pytest.raises(ValueError, match=r"there is no script zaria/js/none\.js"):
        bundle(MAIN)


def test_every_entry_module_of_a_page_has_a_bundle() -> None:
    named = {name for page in TEMPLATES.rglob("*.html") for name in ENTRY.findall(page.read_text())}
    assert {"zaria/js/tables/main.js", "zaria/js/lobby/main.js"} < named
    assert named | set(js_modules.COMPANIONS) <= set(entries())
    finder = get_finder("zaria.club.site.front_end.script_bundles.BundleFinder")
    bundles = {name: storage.open(name).read() for name, storage in finder.list([])}
    assert set(bundles) == {js_modules.bundle_of(entry) for entry in entries()}
    assert all(bundles.values())
