"""Tests give limits and times as arguments, and replace few constants of modules."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent

EXCEPTIONS = {
    "actions.KEPT": "read by several functions of one module, which the site calls",
    "actions.LEASE": "the worker of slow analyses is a process that starts with the product's command",
    "actions.MOST": "read by a function of one module, which the site calls",
    "actions.MOST_WAITING": "read by several functions of one module, which the site calls",
    "actions.MOST_CHAPTERS": "read by a function of one module, which the site calls",
    "admin_actions.MOST": "read by a view of Django's admin site",
    "announcers.PAUSE_S": "the announcers start with the site",
    "archives.MOST_ARCHIVE": "read by functions of modules that the site and a command call",
    "archives.MOST_FILES": "read by a function of one module, which an import calls",
    "archives.MOST_UNPACKED": "the same",
    "background.MOST_A_DAY": "read by a function of one module, which a job calls",
    "bootstrap.ROOT": "the checkout that the set-up works in: it is a program without arguments for that",
    "bootstrap.STAMPS": "the same",
    "brackets.MOST_BOXES": "read by a function of one module, which the site calls",
    "club.LEDGER": "a setting of Django, for all tests",
    "draughts_engine._ENDINGS": "a cache that the test empties",
    "draughts_opponents.FOLDER": "a folder of built programs that the command line looks through",
    "files.MOST_ACTS": "read by a function of one module, whose callers are many",
    "files.PLACE": "the folder of the package's own data",
    "importing.MOST_MATCHES": "read by a function of one module, which an import calls",
    "limits.INVITATIONS_A_MINUTE": "read once in a process, behind a cache",
    "messages.LANGUAGES": "what a tool goes through",
    "module.SIZE": "the rows of a page, in two modules; read by their functions, which the site calls",
    "name_links.MOST_LINKS": "read by a function of one module, which the site calls",
    "position_blocks.BLOCK": "the size of a block, read by all functions of one module",
    "position_blocks.BLOCK_BITS": "the same",
    "position_blocks.MOST_UNMADE": "read by a function of one module, which a search calls",
    "queries.SIZE": "read by a function of one module, which the site calls",
    "responses.MOST_WAITING": "read by a function of one module, which the site calls",
    "run.DUELS": "a training run starts with the product's command",
    "run.GAMES": "a training run starts with the product's command",
    "run.PATIENCE": "a training run starts with the product's command",
    "settings.CONTACT": "a setting of Django",
    "settings.FAIR_PLAY_MINUTES": "a setting of Django",
    "settings.ACCOUNT_RATE_LIMITS": "a setting of Django",
    "settings.LEDGER": "a setting of Django",
    "settings.PAYMENT_VARIANTS": "a setting of Django",
    "settings.PAYOUTS": "a setting of Django",
    "settings.PROGRESS_MINUTES": "a setting of Django",
    "settings.RATING_LIMITS": "a setting of Django",
    "settings.SOCIALACCOUNT_PROVIDERS": "a setting of Django",
    "settings.STAFF_SECOND_STEP": "a setting of Django",
    "settings.STAKE_CONDITIONS": "a setting of Django",
    "settings.TOP_UP": "a setting of Django",
    "sources.pruning_trainer.GROUPS": "a constant of compiled code, in its plain Python form",
    "sources.pruning_trainer.ROOM": "a constant of compiled code, in its plain Python form",
    "sources.trainer.ROOM": "a constant of compiled code, in its plain Python form",
    "shipped.FOLDER": "the folder of the package's own data",
    "child_supervisor.EVERY_S": "the supervisor starts with the product's command",
    "supervisor.IDLE_S": "the supervisor starts with the product's command",
    "child_supervisor.PAUSE_S": "the supervisor starts with the product's command",
    "child_supervisor.STILL_S": "the supervisor starts with the product's command",
    "supervisor.WORKER": "the supervisor starts with the product's command",
    "weights.FOLDER": "the folder of the package's own data",
    "worker.IDLE_S": "the worker of slow analyses is a process that starts with the product's command",
    "worker.KEEP_S": "the worker of slow analyses is a process that starts with the product's command",
    "worker.LOOK_S": "the worker of slow analyses is a process that starts with the product's command",
    "zaria.match.dice_play.dice._UNFAIR": "a table of the dice whose branch is taken once in 10⁷ rolls",
}
"""Constants that a test replaces, and why."""
CANDIDATE = re.compile(r"setattr\(|\.[A-Z_\d]+(,.*)? = ")
"""A file without it replaces nothing, and need not be parsed."""


def replaced(text: str) -> Iterator[str]:
    """The constants that a file replaces: `setattr(module, "NAME", …)`, `module.NAME = …`."""
    if not CANDIDATE.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id="setattr") | ast.Attribute(attr="setattr")):
                yield from _by_setattr(node)
            case ast.Assign(targets=targets):
                flat = [element for target in targets for element in getattr(target, "elts", [target])]
                names = [
                    element
                    for element in flat
                    if isinstance(element, ast.Attribute) and element.attr.isupper()
                ]
                yield from map(ast.unparse, names)


def _by_setattr(call: ast.Call) -> Iterator[str]:
    texts = [ast.unparse(argument) for argument in call.args[:2]]
    if not texts:
        return
    whole = ast.literal_eval(texts[0]) if isinstance(call.args[0], ast.Constant) else ""
    if not whole and len(texts) == 2 and isinstance(call.args[1], ast.Constant):
        whole = f"{texts[0]}.{ast.literal_eval(texts[1])}"
    if isinstance(whole, str) and whole.rpartition(".")[2].isupper():
        yield whole


def test_no_test_replaces_a_constant() -> None:
    files = [*TESTS.rglob("*.py")]
    assert files
    constants = {name for file in files for name in replaced(file.read_text(encoding="utf-8"))}
    assert constants == EXCEPTIONS.keys()


def test_a_replaced_constant_is_found() -> None:
    source = 'p.setattr(a, "ONE", 1); setattr("zaria.b.TWO", 2); c.THREE, d.four = 3, 4; p.setattr(a, "f", 1)'
    assert sorted(replaced(source)) == ["a.ONE", "c.THREE", "zaria.b.TWO"]
