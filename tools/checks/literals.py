"""Finds words that no translation can reach. Usage: python -m tools.checks.literals

Fails, with a line for each, where a visitor would read words that stand in the sources as they are: text and
titles in templates outside `translate` and `blocktranslate`, text and titles in the html`…` templates of
scripts and in what scripts write into a page, and labels, errors and messages of Python that gettext never
sees, as calls of gettext within an f-string. What is the same in every language is listed in `SAME`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path

from django.template.base import Lexer, TokenType

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "zaria"
SCRIPTS = SOURCE / "web" / "static" / "zaria" / "js"

SAME = {
    *(
        "Zaria",
        "HMAC-SHA-256",
        "SHA-256",
        "JSON",
        "CSV",
        "XGID",
        "FEN",
        "PGN",
        "API",
        "OpenAPI",
        "Crawford",
        "UTC",
    ),
    *("zaria verify zaria-….json", "block", "n", "pairs|ID", "nonces|ID:NONCE|ID:NONCE"),
    *("Shift", "Home", "End", "Enter", "Backspace", "Ctrl"),  # keys
}
"""Texts that are written alike in every language."""

READ_OUT = {"alt", "aria-description", "aria-label", "aria-roledescription", "label", "placeholder", "title"}
SILENT = {"script", "style"}
CLASSES = {"block layout"}
"""Blocks of templates that hold the class of an element."""
WORD = re.compile(r"[^\W\d_]{2,}")
HOLE = "\0"
"""Stands where a value is put in."""

Found = tuple[int, str]
"""Line and literal."""


def problems() -> list[str]:
    """One line for each literal that a visitor would read."""
    faults = []
    for path in sorted(SOURCE.rglob("*")):
        for line, text in _of_file(path):
            if refused := words(text):
                faults.append(f"{path.relative_to(ROOT).as_posix()}:{line}: {refused}")
    return faults


def _of_file(path: Path) -> Iterator[Found]:
    kind, folder = path.suffix, set(path.relative_to(SOURCE).parts)
    if "templates" in folder and kind in (".html", ".txt"):
        yield from of_template(path.read_text(encoding="utf-8"), kind == ".html")
    elif kind == ".js" and SCRIPTS in path.parents:
        yield from of_script(path.read_text(encoding="utf-8"))
    elif kind == ".py" and "migrations" not in folder:
        text = path.read_text(encoding="utf-8")
        yield from in_formatted(text)
        if "club" in folder:
            yield from of_python(text)


def words(text: str) -> str:
    """A literal as reported, if a word is left without placeholders and names that stay the same."""
    remainder = text.replace(HOLE, " ")
    for same in sorted(SAME, key=len, reverse=True):
        remainder = re.sub(rf"(?<!\w){re.escape(same)}(?!\w)", " ", remainder)
    remainder = re.sub(r"&\w+;|https?://\S+|(?<!\w)[/.]\w[\w./…-]*", " ", remainder)
    return " ".join(text.replace(HOLE, "…").split()) if WORD.search(remainder) else ""


class _Page(HTMLParser):
    """Collects what is read of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.literals: list[Found] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Titles and their kin are read; so is what a button says and a page's description."""
        self._silent += tag in SILENT
        attributes = dict(attrs)
        read = READ_OUT | ({"content"} if attributes.get("name") == "description" else set())
        read |= {"value"} if tag == "input" and attributes.get("type") in ("button", "submit") else set()
        self.literals += [(self.getpos()[0], value) for name, value in attrs if name in read and value]

    def handle_endtag(self, tag: str) -> None:
        """Scripts and styles end."""
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Text."""
        if not self._silent:
            line = self.getpos()[0]
            self.literals += [(line + below, text) for below, text in enumerate(data.split("\n"))]


def _of_html(text: str) -> list[Found]:
    page = _Page()
    page.feed(text)
    page.close()
    return page.literals


def of_template(text: str, is_html: bool = True) -> Iterator[Found]:
    """Return what a template says of its own, outside its translations, and in the defaults of its values."""
    markup, unread = "", False
    for token in Lexer(text).tokenize():
        tag = token.contents.partition(" ")[0]
        lines = "\n" * token.contents.count("\n")
        if token.token_type is TokenType.BLOCK:
            if tag in ("blocktranslate", "comment") or token.contents in CLASSES:
                unread = True
            elif tag in ("endblocktranslate", "endcomment", "endblock"):
                unread = False
            elif tag == "include":
                yield from ((token.lineno or 0, literal) for literal in _said(token.contents))
            markup += lines
        elif unread or token.token_type is TokenType.COMMENT:
            markup += lines
        elif token.token_type is TokenType.VAR:
            markup += HOLE + lines
            yield from ((token.lineno or 0, literal) for literal in _said(token.contents))
        else:
            markup += token.contents
    yield from _of_html(markup) if is_html else ((at, line) for at, line in enumerate(markup.split("\n"), 1))


def _said(contents: str) -> Iterator[str]:
    """String constants in a tag that look like a sentence or a name."""
    for filtered, constant in re.findall(r"""(\w*[:=])["']([^"']*)["']""", contents):
        if filtered in ("date:", "time:"):
            continue
        if re.match(r"[^\W\d_]*[A-ZА-Я]", constant) or re.search(r"\w \w", constant):
            yield constant


WRITES = re.compile(
    r"""(?:\.(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*\+?=\s*|\b(?:alert|confirm|prompt)\("""
    r"""|setAttribute\('(?:aria-label|title|alt|placeholder)',\s*)(['"`])(.*?)\1"""
)
SENTENCE = re.compile(r"""(?<!Error\()(['"])([A-Z][a-z]*(?: [a-z]+)+[^'"\n]*)\1""")


def of_script(text: str) -> Iterator[Found]:
    """Return the texts of a script: its html`…` templates, other writes into the page, and any sentence."""
    code = re.sub(r"(?m)^[ \t]*(?://|/?\*).*$", "", text)
    for match in re.finditer(r"\b(?:html|svg)`", code):
        line = code.count("\n", 0, match.start())
        yield from ((line + below, literal) for below, literal in _of_html(_literal(code, match.end())[0]))
    for match in chain(WRITES.finditer(code), SENTENCE.finditer(code)):
        yield code.count("\n", 0, match.start()) + 1, re.sub(r"\$\{.*?\}", HOLE, match[2])


def _literal(code: str, at: int) -> tuple[str, int]:
    """The template literal whose inside begins at `at`, with holes for its values, and where it has ended."""
    literal = ""
    while code[at] != "`":
        if code.startswith("${", at):
            end = _value(code, at + 2)
            literal += HOLE + "\n" * code.count("\n", at, end)
            at = end
        else:
            literal += code[at]
            at += 1 + (code[at] == "\\")
    return literal, at + 1


def _value(code: str, at: int) -> int:
    """Return where the value of a template literal that begins at `at` has ended."""
    depth = 1
    while depth:
        sign = code[at]
        depth += (sign == "{") - (sign == "}")
        if sign == "`":
            at = _literal(code, at + 1)[1]
        elif sign in "'\"":
            at = code.index(sign, at + 1) + 1
        else:
            at += 1
    return at


SHOWN_NAMES = {"label", "help_text", "verbose_name", "verbose_name_plural", "empty_label", "placeholder"}
"""Arguments and attributes that forms, models and the staff's pages show."""
ADMIN = {"site_header", "site_title", "index_title", "short_description"}
CALLS = {"ValidationError": 0, "add_error": 1, "HttpResponse": 0} | dict.fromkeys(
    ("debug", "info", "success", "warning", "error"), 1
)
"""Functions that show an argument, with its number; kinds of messages only as `messages.success` etc."""


def of_python(text: str) -> Iterator[Found]:
    """Labels, errors and messages that are not given to gettext."""
    tree = ast.parse(text)
    app_labels = set(_app_labels(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node)
        elif isinstance(node, ast.Assign) and _names(node) & (SHOWN_NAMES | ADMIN) and node not in app_labels:
            yield from _constants(node.value)
        elif isinstance(node, ast.ClassDef) and "Choices" in "".join(map(ast.unparse, node.bases)):
            tuples = (statement.value for statement in node.body if isinstance(statement, ast.Assign))
            yield from chain.from_iterable(
                _constants(pair.elts[-1]) for pair in tuples if isinstance(pair, ast.Tuple)
            )


def _app_labels(tree: ast.Module) -> Iterator[ast.stmt]:
    """The labels of Django's apps: names in the database, which no page shows."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and "AppConfig" in map(ast.unparse, node.bases):
            yield from (
                statement
                for statement in node.body
                if isinstance(statement, ast.Assign) and _names(statement) == {"label"}
            )


def in_formatted(text: str) -> Iterator[Found]:
    """Calls of gettext and its kin within f-strings, where nobody who collects messages sees them."""
    tree = ast.parse(text)
    inside = (part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node))
    calls = {
        (part.lineno, ast.unparse(part))
        for part in inside
        if isinstance(part, ast.Call) and _is_gettext(part)
    }
    yield from sorted(calls)


def _is_gettext(node: ast.Call) -> bool:
    """Return whether a call asks for a translation, by whatever name."""
    name = ast.unparse(node.func).rpartition(".")[2]
    return name in ("_", "_in") or name.removesuffix("_lazy").endswith("gettext")


def _of_call(node: ast.Call) -> Iterator[Found]:
    for keyword in node.keywords:
        if keyword.arg in SHOWN_NAMES:
            yield from _constants(keyword.value)
        elif keyword.arg == "choices" and isinstance(keyword.value, ast.List | ast.Tuple):
            pairs = (pair for pair in keyword.value.elts if isinstance(pair, ast.Tuple))
            yield from chain.from_iterable(_constants(pair.elts[-1]) for pair in pairs)
    name = ast.unparse(node.func)
    kind, at = name.rpartition(".")[2], CALLS.get(name.rpartition(".")[2], len(node.args))
    is_message = name.startswith("messages.") or kind in ("ValidationError", "add_error", "HttpResponse")
    if is_message and at < len(node.args):
        yield from _constants(node.args[at])


def _names(node: ast.Assign) -> set[str]:
    """Return what is assigned to."""
    return {ast.unparse(target).rpartition(".")[2] for target in node.targets}


def _constants(node: ast.expr) -> Iterator[Found]:
    """A plain string, or the plain parts of a formatted one: nothing that goes through a call."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else HOLE for part in node.values)
        yield node.lineno, "".join(map(str, parts))


def main() -> int:
    """Run the check."""
    faults = problems()
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
