"""Draw a graph without cycles as SVG: every arrow leads down, and boxes of one height stand in a row."""

from collections.abc import Mapping, Set
from functools import cache
from html import escape
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

Imports = Mapping[str, Set[str]]
"""For each node, those to which its arrows lead."""

CHARACTER, BOX_PADDING, BOX_HEIGHT = 8.4, 20, 30
GAP, LANE, ROW_STEP, MARGIN = 22, 14, 64, 16
SWEEPS = 24
"""Passes that bring neighbours of two rows closer to each other; more change nothing."""

STYLE = """
  .page { fill: #fff } .box { fill: #eef2f7; stroke: #5b6b7d } .arrow { fill: none; stroke: #8b99a8 }
  .head { fill: #8b99a8 } text { font: 14px monospace; text-anchor: middle; fill: #1c2530 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .box { fill: #1d2733; stroke: #7d8ea1 } .arrow { stroke: #66778a }
    .head { fill: #66778a } text { fill: #e6edf3 }
  }
"""
HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="head" d="M0 0 8 4 0 8z"/></marker>'
)


class Place(NamedTuple):
    """A box, or the bend of an arrow where it passes a row: `source` and `target` are equal for a box."""

    source: str
    target: str
    row: int

    @property
    def is_box(self) -> bool:
        """True for a box, False for a bend."""
        return self.source == self.target

    @property
    def width(self) -> float:
        """Its share of the row."""
        return len(self.source) * CHARACTER + BOX_PADDING if self.is_box else LANE


def heights_of(imports: Imports) -> dict[str, int]:
    """Return the length of the longest path down from each node."""

    @cache
    def height(node: str) -> int:
        return max((height(target) + 1 for target in imports[node]), default=0)

    return {node: height(node) for node in sorted(imports)}


def shortest_arrows(imports: Imports) -> dict[str, list[str]]:
    """Return for each node the targets that no other of its targets reaches."""

    @cache
    def reached(node: str) -> frozenset[str]:
        return frozenset().union(*({target} | reached(target) for target in imports[node]))

    return {
        node: sorted(
            target for target in imports[node] if not any(target in reached(near) for near in imports[node])
        )
        for node in sorted(imports)
    }


def place_all(heights: Mapping[str, int], paths: list[list[Place]]) -> dict[Place, float]:
    """Return the middle of each place: rows are sorted by the mean of their neighbours, again and again."""
    rows: list[list[Place]] = [[] for _ in range(max(heights.values()) + 1)]
    for place in sorted(
        {place for path in paths for place in path} | {_box(node, heights) for node in heights}
    ):
        rows[place.row].append(place)
    neighbours: dict[Place, list[Place]] = {place: [] for row in rows for place in row}
    for path in paths:
        for upper, lower in pairwise(path):
            neighbours[upper].append(lower)
            neighbours[lower].append(upper)
    middles: dict[Place, float] = {}
    for row in rows:
        middles |= _spread(row)
    for sweep in range(SWEEPS):
        step = -1 if sweep % 2 else 1
        for row in rows[::step]:
            wanted = {
                place: fmean(
                    [middles[near] for near in neighbours[place] if near.row == place.row - step]
                    or [middles[place]]
                )
                for place in row
            }
            row.sort(key=lambda place: (wanted[place], place))
            middles |= _spread(row, fmean(wanted.values()))
    return middles


def _spread(row: list[Place], middle: float = 0) -> dict[Place, float]:
    """Return the places of a row from left to right, around the middle."""
    left_edge = middle - (sum(place.width + GAP for place in row) - GAP) / 2
    middles = {}
    for place in row:
        middles[place] = left_edge + place.width / 2
        left_edge += place.width + GAP
    return middles


def _box(node: str, heights: Mapping[str, int]) -> Place:
    return Place(node, node, heights[node])


def _path(source: str, target: str, heights: Mapping[str, int]) -> list[Place]:
    """Return the places that an arrow passes, from its source down."""
    bends = [Place(source, target, row) for row in range(heights[source] - 1, heights[target], -1)]
    return [_box(source, heights), *bends, _box(target, heights)]


def draw(imports: Imports, title: str) -> str:
    """Return the drawing of a graph."""
    heights = heights_of(imports)
    paths = [
        _path(source, target, heights)
        for source, targets in shortest_arrows(imports).items()
        for target in targets
    ]
    middles = place_all(heights, paths)
    shift = MARGIN - min(middle - place.width / 2 for place, middle in middles.items())
    width = round(max(middle + place.width / 2 for place, middle in middles.items()) + shift + MARGIN)
    top = max(heights.values())
    height = top * ROW_STEP + BOX_HEIGHT + 2 * MARGIN

    def point(place: Place) -> tuple[float, float]:
        return middles[place] + shift, (top - place.row) * ROW_STEP + MARGIN + BOX_HEIGHT / 2

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{escape(title)}</title>",
        "<!-- Made by tools/generate/architecture.py: do not edit. -->",
        f"<style>{STYLE}</style>",
        HEAD,
        f'<rect class="page" width="{width}" height="{height}" rx="8"/>',
        *(_arrow([point(place) for place in path]) for path in paths),
        *(_labelled_box(place, *point(place)) for place in sorted(middles) if place.is_box),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _arrow(points: list[tuple[float, float]]) -> str:
    """Return an arrow through the points, upright where it passes a row."""
    x, y = points[0]
    y += BOX_HEIGHT / 2
    commands = [f"M{x:.0f} {y:.0f}"]
    for passed, (next_x, middle_y) in enumerate(points[1:], start=2):
        next_y = middle_y - BOX_HEIGHT / 2
        bend = (next_y - y) / 2
        commands.append(f"C{x:.0f} {y + bend:.0f} {next_x:.0f} {next_y - bend:.0f} {next_x:.0f} {next_y:.0f}")
        x, y = next_x, next_y
        if passed < len(points):
            y += BOX_HEIGHT
            commands.append(f"V{y:.0f}")
    return f'<path class="arrow" d="{" ".join(commands)}" marker-end="url(#head)"/>'


def _labelled_box(place: Place, x: float, y: float) -> str:
    left_edge, upper = x - place.width / 2, y - BOX_HEIGHT / 2
    corner = f'x="{left_edge:.0f}" y="{upper:.0f}"'
    return (
        f'<rect class="box" {corner} width="{place.width:.0f}" height="{BOX_HEIGHT}" rx="5"/>'
        f'<text x="{x:.0f}" y="{y + 5:.0f}">{escape(place.source)}</text>'
    )
