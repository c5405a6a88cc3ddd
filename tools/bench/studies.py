"""Time an act in a large chapter, and count the bytes of its answers: whole ones beside differences.

The chapter is one of chess whose lines have up to 120 moves. Both kinds of answers are asked for in turn, by
a page that says what it has and by one that does not.

    python -m tools.bench.studies [--nodes 2800] [--times 9]
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tools.bench.both_databases import run_on_both
from tools.bench.statistics import set_up

LONGEST_LINE = 120


def main() -> int:
    """Fill, ask, print; without `--here` in a process for each database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=2_800, help="of the chapter")
    parser.add_argument("--times", type=int, default=9, help="that each act is played")
    parser.add_argument("--here", action="store_true", help="in this process")
    parser.add_argument("--database", default="", help="the address of an empty PostgreSQL database")
    args = parser.parse_args()
    if not args.here:
        return run_on_both([sys.executable, "-m", "tools.bench.studies", "--here", *sys.argv[1:]])
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        if args.database:
            os.environ["ZARIA_DATABASE_URL"] = args.database
        set_up(Path(home))
        _measure(args.nodes, args.times, "PostgreSQL" if args.database else "SQLite")
    return 0


def _measure(nodes: int, times: int, database: str) -> None:
    from django.test import Client

    from zaria.club.accounts.models import Member
    from zaria.club.studies import actions

    member = Member.objects.create(username="ada", email="ada@example.org", player="ada")
    study = actions.create(member, "Large", "unlisted", [_chapter(nodes)])
    client = Client()
    client.force_login(member)
    path = f"/studies/{study.pk}/{study.chapters.get().pk}"
    sheet = client.get(f"{path}/line.json?node=0").json()["sheet"]
    revision, tip = 0, sheet["nodes"][-1]["id"]
    sizes: dict[str, list[int]] = {}
    spans: dict[str, list[float]] = {}
    for number in range(times):
        for with_held in (False, True):
            operation = {"do": "sign", "node": 1, "sign": ("!", "?")[with_held]}
            for name, ask in (
                ("a writer's act", lambda held, operation=operation: _send(client, path, operation, held)),
                ("a reader's look", lambda held: client.get(f"{path}/line.json?node=1{held}")),
            ):
                held = f"&held={revision}.{tip}" if with_held else ""
                began = time.perf_counter()
                answer = ask(held)
                kind = f"{name}, {'what differs' if with_held else 'whole'}"
                spans.setdefault(kind, []).append(1000 * (time.perf_counter() - began))
                sizes.setdefault(kind, []).append(len(answer.content))
            revision = 2 * number + 1 + with_held
    for kind, milliseconds in spans.items():
        middle, size = statistics.median(milliseconds), statistics.median(sizes[kind])
        print(f"{database}, {nodes} nodes: {kind} {middle:.0f} ms, {size:.0f} bytes", flush=True)


def _send(client: Any, path: str, operation: dict[str, Any], held: str) -> Any:
    fields = {"operation": json.dumps(operation), "held": held.removeprefix("&held=")}
    return client.post(f"{path}/change", fields)


def _chapter(size: int) -> Any:
    """Return a chapter of chess with so many nodes, whose moves are chosen by chance."""
    from zaria.studies import acts, operations
    from zaria.studies.chapter import ROOT, ChapterTree, Start, TreeNode

    chance, start = random.Random(1), Start("chess")
    nodes, matches, depths = [TreeNode(ROOT)], {ROOT: acts.begin(start)}, {ROOT: 0}
    played: set[tuple[int, str]] = set()
    parent = ROOT
    while len(nodes) < size:
        match = matches[parent]
        moves = () if acts.is_over(match) else match.board_position().legal_moves()
        move = chance.choice(moves).move if moves else ""
        if not move or (parent, move) in played or depths[parent] == LONGEST_LINE:
            parent = chance.choice(nodes).id
            continue
        played.add((parent, move))
        moment = acts.play(match, move)
        node = operations.named(TreeNode(len(nodes), parent), moment)
        nodes.append(node)
        matches[node.id], depths[node.id] = moment.match, depths[parent] + 1
        parent = node.id
    return ChapterTree(start, "Large", nodes=tuple(nodes), next_id=size)


if __name__ == "__main__":
    sys.exit(main())
