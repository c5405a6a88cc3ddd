"""A fast player: inside the page it presses the buttons, points included, as fast as the page answers."""

from typing import Any

from tests.support.browser.table_page import Seat
from tests.support.patience import PATIENCE

# Resolves with its observations when the match is over, or at the first sight of something in `strange`:
# that is left to slower hands. The alarm goes off when nothing has come of anything for so long.
RUSH = """([seed, strange, ms]) => new Promise((resolve, reject) => {
  const { table } = zaria, one = (css) => document.querySelector(css);
  const seen = { games: [], rolls: 0, stages: 0, rests: 0, pinned: 0, presses: 0, what: '' };
  const chance = (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * n);
  };
  let alarm = 0, counted = '';
  const stuck = () => reject(new Error(`nothing happens: ${JSON.stringify(table.view.value)}`));
  const wake = () => { clearTimeout(alarm); alarm = setTimeout(stuck, ms); };
  const end = (what) => { clearTimeout(alarm); seen.what = what; resolve(seen); };
  const press = (button) => { seen.presses++; button.click(); wake(); };
  const step = () => {
    const from = [...table.sources.value], at = from[chance(from.length)];
    const to = [...table.targets(at)].filter(([, way]) => way.length === 1).map(([there]) => there);
    const played = table.moves.value.length;
    press(one(`[data-at='${at}']`));
    if (table.moves.value.length === played) press(one(`[data-at='${to[chance(to.length)]}']`));
    if (table.moves.value.length === played) throw new Error(`nothing comes of a step from ${at}`);
  };
  const odd = (v) => (v.rest ? 'rest' : v.stage ? 'stage' : v.pins[0].some(Boolean) ? 'pinned' : '');
  const count = (v) => {
    const now = `${v.roll_no}.${v.stage}`;
    if (!seen.games.includes(v.now)) seen.games.push(v.now);
    if (now === counted) return;
    counted = now;
    seen.rolls++;
    if (v.rest) seen.rests++;
    else if (v.stage) seen.stages++;
    if (v.pins[0].concat(v.pins[1]).some(Boolean)) seen.pinned++;
  };
  const act = () => {
    const v = table.view.value, mine = v.to_act === table.you.value;
    count(v);
    if (table.sheet.value === 'game') { if (one('#next')) press(one('#next')); return; }
    if (table.busy.value || table.waiting.value) return;
    if (v.phase === 'over') { if (one('#outcome')) end('over'); return; }
    if (!mine) return;
    if (v.phase === 'move' && table.moving.value) {
      const what = odd(v);
      if (strange.includes(what) && !table.moves.value.length) { end(what); return; }
      if (one('#bear')?.getAttribute('aria-pressed') === 'false') press(one('#bear'));
      else if (!table.finished.value) step();
      else press(one('#done'));
    } else if (v.phase === 'roll' && one('#roll:enabled') && one('#bear') === null) press(one('#roll'));
    else if (v.phase === 'double' || v.phase === 'resign') press(one('#accept'));
  };
  const look = () => {
    try { act(); } catch (error) { clearTimeout(alarm); reject(error); return; }
    if (seen.what === '') setTimeout(look, 4);
  };
  wake();
  look();
})"""
STRANGE = ("stage", "rest", "pinned")
"""Plays of a slower hand, once each: a later stage, the other's rest, a turn with a checker held."""


def play_out(seat: Seat, seed: int = 1, by_hand: int = 3, until: str = "over") -> dict[str, Any]:
    """Play a match to its end; the first turns and whatever is strange are tapped. What was seen, counted.

    It goes no further than to the first turn of what is strange in `until`, which is tapped, too.
    """
    for _ in range(by_hand):
        seat.turn()
    strange = list(STRANGE)
    total: dict[str, Any] = {"games": [], "stages": 0, "rests": 0, "pinned": 0}
    while True:
        seen = seat.page.evaluate(RUSH, [seed, strange, PATIENCE * 1000])
        seen["games"] = [game for game in seen["games"] if game not in total["games"]]
        total = {name: value + seen[name] for name, value in total.items()}
        if seen["what"] == "over":
            return total
        strange.remove(seen["what"])
        seat.turn()
        if seen["what"] == until:
            return total
