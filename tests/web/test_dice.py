"""The browser recomputes the dice as the server rolled them."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import Dice, roll, seal
from zaria.match.terms import Terms
from zaria.records.formats.json import dump

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SECRET = bytes(range(32))
ROLLS = """async ([secret, cases]) => {
  const { roller, seal } = await import('/static/js/live/dice.js'), roll = await roller(secret), out = [];
  for (const [seeds, match, n] of cases) out.push(await roll(seeds, match, n));
  return [await seal(secret), out];
}"""
VERIFY = """async (record) => {
  const { verify } = await import('/static/js/live/dice.js');
  return verify(record);
}"""


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A match to three, played to its end."""
    rng = random.Random(5)
    table = Table(Terms("tabla", length=3), dice=Dice(SECRET, "proof"))
    while table.match.phase != "over":
        if table.match.phase == "roll":
            table.act(cmd.Roll())
        else:
            table.play(rng.randrange(1000))
    record: dict[str, Any] = json.loads(dump(table.events))
    return record


def test_rolls_are_those_of_the_server(modules: Page) -> None:
    rng = random.Random(1)
    seeds = [(f"{rng.getrandbits(128):032x}", f"{rng.getrandbits(256):064x}") for _ in range(300)]
    cases = [(pair, f"m{i % 7}", i) for i, pair in enumerate(seeds, 1)]
    sealed, rolled = modules.evaluate(ROLLS, [SECRET.hex(), [[list(pair), m, n] for pair, m, n in cases]])
    assert sealed == seal(SECRET)
    assert [tuple(dice) for dice in rolled] == [roll(SECRET, *case) for case in cases]


def test_an_honest_record_passes(modules: Page, record: dict[str, Any]) -> None:
    report = modules.evaluate(VERIFY, record)
    rolls = [event for event in record["events"] if event["t"] in ("rolled", "opening")]
    assert (report["seal"], report["rolls"], report["wrong"]) == (True, len(rolls), None)
    assert sum(report["faces"]) == 2 * len(rolls)
