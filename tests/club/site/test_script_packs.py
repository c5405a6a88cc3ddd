"""Scripts in packs mean what they meant by themselves."""

import re

import pytest
from django.conf import settings

from zaria.club.site import script_packs
from zaria.club.site.js_modules import resolve

SOURCES = {
    "js/a/one.js": "import { html } from 'lit-html';\nimport { far } from '../far.js';\n\n"
    "const own = 1;\nexport const first = () => import('./late.js');\nexport { html };\n",
    "js/b/two.js": "import { first as begin, html } from '../a/one.js';\n"
    "import * as one from '../a/one.js';\n"
    "const own = 2;\nexport async function second() {\nreturn [own, begin, one, html];\n}\n",
}
PACK = """\
import * as $o0 from 'lit-html';
import * as $o1 from '../far.js';
let $m0;
{
const { html } = $o0;
const { far } = $o1;
const own = 1;
const first = () => import('../a/late.js');
$m0 = { first, html };
}
let $m1;
{
const { first: begin, html } = $m0;
const one = $m0;
const own = 2;
async function second() {
return [own, begin, one, html];
}
$m1 = { second };
}
const $m0_first = $m0.first;
const $m0_html = $m0.html;
const $m1_second = $m1.second;
export { $m0_first as first, $m0_html as html, $m1_second as second };
"""


def test_each_module_has_a_block_and_its_exports() -> None:
    assert script_packs.pack("js/packs/all.js", list(SOURCES), SOURCES.__getitem__) == PACK


@pytest.mark.parametrize(
    "source",
    ["export default 1;\n", "import './side.js';\n", "export * from './a.js';\n", "export let [a] = b;\n"],
)
def test_what_a_pack_does_not_know_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r"js/x\.js can't be packed"):
        script_packs.pack("js/packs/all.js", ["js/x.js"], lambda _name: source)


def test_packs_export_all_that_scripts_take_from_them() -> None:
    read = script_packs._read
    found = script_packs.members(read)
    home = {module: name for name, modules in found.items() for module in modules}
    exported = {
        name: re.findall(r" as (\w+)", script_packs.pack(name, modules, read).splitlines()[-1])
        for name, modules in found.items()
    }
    assert all(len(names) == len(set(names)) for names in exported.values())
    assert script_packs.COMMON in found
    root = settings.WEB / "static"
    for path in (root / "zaria/js").rglob("*.js"):
        module = path.relative_to(root).as_posix()
        for names, specifier in re.findall(r"^import \{([^}]*)\} from '([^']+)'", read(module), re.MULTILINE):
            target = resolve(specifier, module)
            taken = {each.split(" as ")[0].strip() for each in names.split(",")} - {""}
            assert target not in home or taken <= set(exported[home[target]])
