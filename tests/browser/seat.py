"""A player at the table page. What is legal he reads from the page; what he does, he does by pointer and keys."""

import random
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

WAIT = """([wanted, ms]) => new Promise((resolve, reject) => {
  const { table } = zaria;
  const now = () => {
    const v = table.view.value;
    if (table.busy.value || table.waiting.value) return '';
    if (v.phase === 'over') return 'over';
    if (table.you.value === null || v.to_act !== table.you.value) return 'theirs';
    if (v.phase === 'move') return table.finished.value ? 'done' : table.moving.value ? 'move' : '';
    return v.phase;
  };
  const late = setTimeout(() => reject(new Error(`waited for ${wanted} in ${table.view.value.phase}: to act
    ${table.view.value.to_act}, you ${table.you.value}, ${now() || 'busy'}`)), ms);
  const look = () => {
    const what = now();
    if (!wanted.includes(what)) { setTimeout(look, 8); return; }
    clearTimeout(late);
    const ways = what !== 'move' ? [] : [...table.sources.value].flatMap((from) => [...table.targets(from)]
      .filter(([, way]) => way.length === 1).map(([to]) => [from, to, table.targets(from).size]));
    resolve({ what, ways });
  };
  look();
})"""
PLACE = """([at, top]) => {
  const box = document.getElementById('board').getBoundingClientRect(), g = zaria.view.g;
  const man = top ? zaria.view.men.top(0, at) : null, b = g.boxOf(at);
  return man ? [box.x + man.x + g.size / 2, box.y + man.y + g.size / 2] : [box.x + b.x + b.w / 2, box.y + b.y + b.h / 2];
}"""
STATE = """() => {
  const v = zaria.table.view.value;
  return { men: v.men, pins: v.pins, dice: v.dice, roll: v.roll_no, score: v.score, cube: v.cube, phase: v.phase,
    turn: v.turn, to_act: v.to_act, game: v.game_no, moves: zaria.table.moves.value, you: zaria.table.you.value };
}"""


class Way(NamedTuple):
    """A single step that is legal; `choices` is how many places its checker may go to."""

    src: int
    dst: int
    choices: int


class Seat:
    """Plays on one page; `rng` decides between legal steps."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        page.wait_for_selector("html[data-ready]")
        self.touch = bool(page.evaluate("() => navigator.maxTouchPoints > 0"))

    # ---- what is to be seen

    def wait(self, *wanted: str, ms: int = 15_000) -> str:
        """Until the page has come to one of: theirs, roll, move, done, double, resign, over."""
        return str(self._wait(wanted, ms)["what"])

    def ways(self) -> list[Way]:
        """Steps that may come next."""
        return [Way(*way) for way in self._wait(("move",), 15_000)["ways"]]

    def state(self) -> dict[str, Any]:
        """What the table shows: men, pins, dice, roll, score, cube, phase, turn, to_act, game, moves, you."""
        return dict(self.page.evaluate(STATE))

    def men(self) -> list[list[int]]:
        """The checkers as they lie before this viewer, unsent steps included: his, then the other's."""
        return list(self.page.evaluate("() => zaria.table.at.value.men"))

    def place(self, at: int, top: bool = False) -> tuple[float, float]:
        """Where a point lies on the page, or the checker on top of it."""
        x, y = self.page.evaluate(PLACE, [at, top])
        return x, y

    # ---- what is done

    def press(self, what: str | Locator) -> None:
        """A finger or a mouse on a button."""
        button = self.page.locator(what) if isinstance(what, str) else what
        if self.touch:
            button.tap()
        else:
            button.click()

    def point(self, x: float, y: float) -> None:
        """A finger or a mouse at a place of the page."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def step(self, way: Way) -> None:
        """Tap a checker, and where it shall go unless it goes there at once."""
        self.point(*self.place(way.src, top=True))
        if way.choices > 1:
            self.point(*self.place(way.dst))

    def roll(self) -> None:
        """By the button, until the dice have fallen; there may be nothing to play with them."""
        before = self.state()["roll"]
        self.press("#roll")
        self.page.wait_for_function("n => zaria.table.view.value.roll_no > n", arg=before)

    def finish(self) -> None:
        """Play whatever steps are left of the turn and hand it over."""
        while self.wait("move", "done") == "move":
            before = self.men()
            way = self.rng.choice(self.ways())
            self.step(way)
            assert self.men() != before, f"nothing came of {way}"
        self.done()

    def done(self) -> None:
        """Hand the turn over by the button, until the server has taken it."""
        before = self.state()["roll"]
        self.press("#done")
        self.page.wait_for_function(
            "n => { const v = zaria.table.view.value; return v.phase !== 'move' || v.roll_no !== n; }", arg=before
        )

    def turn(self) -> str:
        """Wait until something is asked, answer it; what it was: roll, move, over, …"""
        match self._asked():
            case "roll":
                self.roll()
                return "roll"
            case "move" | "done":
                self.finish()
                return "move"
            case "double":
                self.press("#accept")
                return "double"
            case what:
                return what

    def play_on(self) -> None:
        """Play to the end of a single game; bearing off is left to the button for it once that is offered."""
        while self.turn() != "over":
            if self.page.locator("#bear").count():
                self.press("#bear")
                self.wait("over", ms=30_000)

    def _asked(self) -> str:
        """What is wanted of this player; a roll only if it does not happen by itself."""
        by_itself = self.page.evaluate("() => JSON.parse(localStorage.zaria ?? '{}').roll !== false")
        rolls = () if by_itself else ("roll",)
        return self.wait("move", "done", "double", "resign", "over", *rolls)

    def _wait(self, wanted: tuple[str, ...], ms: int) -> dict[str, Any]:
        return dict(self.page.evaluate(WAIT, [list(wanted), ms]))
