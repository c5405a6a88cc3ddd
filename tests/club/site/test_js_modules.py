"""The module graph is read from the sources."""

import pytest

from zaria.club.site.front_end import js_modules


def test_imports_of_every_kind() -> None:
    source = """
    // @ts-check
    /** @typedef {import('./types.js').Thing} Thing */
    import { a } from './a.js';
    import * as b from "../b.js";
    import c, {
      d as e,
    } from './c.js';
    import './side.js';
    export { f } from './f.js';
    export * from './g.js';
    // import './commented.js';
    const text = "import './text.js'", site = 'http://example.org';
    const later = () => import('./later.js');
    export const h = 1;
    """
    now, later = js_modules.imports(source)
    assert now == ["./a.js", "../b.js", "./c.js", "./side.js", "./f.js", "./g.js"]
    assert later == ["./later.js"]


def test_specifiers() -> None:
    assert js_modules.resolve("./x.js", "zaria/js/tables/main.js") == "zaria/js/tables/x.js"
    assert js_modules.resolve("../ui/x.js", "zaria/js/tables/main.js") == "zaria/js/ui/x.js"
    assert js_modules.resolve("lit-html", "zaria/js/tables/main.js") == "zaria/vendor/lit-html.js"
    with pytest.raises(ValueError, match="neither relative nor vendored"):
        js_modules.resolve("react", "zaria/js/tables/main.js")


def test_the_graph_is_walked_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {
        "js/main.js": "import './a.js';\nimport './b.js';\nimport('./rare.js');",
        "js/a.js": "import './b.js';",
        "js/b.js": "import './a.js';",
        "js/rare.js": "import './a.js';\nimport './deep.js';",
        "js/deep.js": "",
    }
    monkeypatch.setattr(js_modules, "source", sources.__getitem__)
    assert js_modules.graph.__wrapped__("js/main.js") == (
        ("js/main.js", "js/a.js", "js/b.js"),
        ("js/rare.js", "js/deep.js"),
    )
