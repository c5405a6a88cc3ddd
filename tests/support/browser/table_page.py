"""A player at the table page, who reads the legal moves there and acts by pointer and by keys."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from tests.support.patience import PATIENCE

# Resolves when the page, with nothing left to show and nothing on its way, asks for one of `wanted`.
WAIT = """([wanted, ms]) => new Promise((resolve, reject) => {
  const { table, view: board } = zaria, { g } = board;
  const alone = JSON.parse(localStorage.zaria ?? '{}').roll !== false;
  const now = () => {
    const v = table.view.value;
    if (table.sheet.value === 'game' && wanted.includes('sheet')) return 'sheet';
    if (table.busy.value || table.waiting.value) return '';
    if (v.phase === 'over') return 'over';
    if (table.you.value === null || v.to_act !== table.you.value) return 'theirs';
    if (v.phase === 'move') return table.finished.value ? 'done' : table.moving.value ? 'move' : '';
    return v.phase === 'roll' && alone && !v.can_double ? '' : v.phase;
  };
  const box = document.getElementById('board').getBoundingClientRect();
  const top = (at) => {
    const man = board.checkers.top(0, at);
    return [box.x + man.x + g.size / 2, box.y + man.y + g.size / 2];
  };
  const middle = (at) => {
    const b = g.boxOf(at);
    return [box.x + b.x + b.w / 2, box.y + b.y + b.h / 2];
  };
  const ways = () => [...table.sources.value].flatMap((from) => {
    const targets = [...table.targets(from)];
    return targets.filter(([, way]) => way.length === 1)
      .map(([to]) => [from, to, targets.length, top(from), middle(to)]);
  });
  const late = setTimeout(() => reject(new Error(`waited for ${wanted}, but it is ${now() || 'busy'} in phase
    ${table.view.value.phase}: ${table.view.value.to_act} is to act, you are ${table.you.value}`)), ms);
  const look = () => {
    const what = now();
    if (!wanted.includes(what)) { setTimeout(look, 8); return; }
    clearTimeout(late);
    resolve({ what, ways: what === 'move' ? ways() : [], played: table.moves.value.length });
  };
  look();
})"""
STATE = """() => {
  const { table } = zaria, v = table.view.value;
  return { men: v.men, pins: v.pins, dice: v.dice, roll: v.roll_no, stage: v.stage, score: v.score,
    cube: v.cube, phase: v.phase, turn: v.turn, to_act: v.to_act, game: v.game_no, crawford: v.crawford,
    clocks: v.clocks, moves: table.moves.value, you: table.you.value };
}"""
TAKEN = """([n, stage]) => {
  const v = zaria.table.view.value;
  return v.phase !== 'move' || v.roll_no !== n || v.stage !== stage;
}"""
BEAR = "#bear[aria-pressed=false]"
Place = tuple[float, float]


class Way(NamedTuple):
    """A step that may come next; `choices` is how many places its checker may go to."""

    src: int
    dst: int
    choices: int
    checker: Place
    target: Place


class Seat:
    """Plays on one page; `seed` decides between legal steps."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        page.wait_for_selector("html[data-ready]")
        self.touch = bool(page.evaluate("() => navigator.maxTouchPoints > 0"))

    # what is to be seen

    def wait(self, *wanted: str, ms: int = PATIENCE * 1000) -> str:
        """Until the page has come to one of: theirs, roll, move, done, double, resign, over."""
        return str(self._wait(wanted, ms)["what"])

    def ways(self) -> list[Way]:
        """Steps that may come next."""
        return _ways(self._wait(("move",)))

    def state(self) -> dict[str, Any]:
        """The state from the server: men, pins, dice, roll, score, …; `moves` are the steps not yet sent."""
        return dict(self.page.evaluate(STATE))

    def men(self) -> list[list[int]]:
        """The checkers as this viewer sees them, unsent steps included: their own, then the other's."""
        return list(self.page.evaluate("() => zaria.table.at.value.checkers"))

    # what is done

    def press(self, control: str | Locator) -> None:
        """A finger or a mouse on a button."""
        button = self.page.locator(control) if isinstance(control, str) else control
        if self.touch:
            button.tap()
        else:
            button.click()

    def point(self, place: Place) -> None:
        """A finger or a mouse at a place of the page."""
        if self.touch:
            self.page.touchscreen.tap(*place)
        else:
            self.page.mouse.click(*place)

    def step(self, way: Way) -> None:
        """Tap a checker, and where it shall go unless it goes there at once."""
        self.point(way.checker)
        if way.choices > 1:
            self.point(way.target)

    def roll(self) -> None:
        """By the button, until the dice have fallen; there may be nothing to play with them."""
        before = self.state()["roll"]
        self.press("#roll")
        self.page.wait_for_function("n => zaria.table.view.value.roll_no > n", arg=before)

    def finish(self) -> None:
        """Play whatever steps are left of the turn, or of its stage, and hand it over."""
        self.play_steps()
        self.done()

    def play_steps(self) -> None:
        """Play whatever steps are left of the turn, or of its stage."""
        played = -1
        while (now := self._wait(("move", "done")))["what"] == "move":
            assert now["played"] > played, "nothing came of the last step"
            played = now["played"]
            self.step(self.rng.choice(_ways(now)))

    def done(self) -> None:
        """Hand the stage over by the button, until the server has taken it."""
        before = self.state()
        self.press("#done")
        self.page.wait_for_function(TAKEN, arg=[before["roll"], before["stage"]])

    def resign(self, points: int) -> None:
        """Give the game up, by two taps on the same button."""
        if self.touch:
            self.press("#menu")
        self.press("#resign")
        button = self.page.locator(f"[data-resign='{points}']")
        self.press(button)
        self.press(button)
        self.wait("theirs", "over")

    def turn(self) -> str:
        """Wait until something is asked and answer it; what it was: roll, move, double, sheet or over."""
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
            case "sheet":
                self.press("#next")
                self.page.wait_for_function("() => zaria.table.sheet.value !== 'game'")
                return "sheet"
            case duty:
                return duty

    def play_on(self, look: Callable[[Page], None] = lambda page: None) -> None:
        """Play to the end of the match; bearing off is left to the button for it once that is offered.

        `look` sees the page after each turn.
        """
        while self.turn() != "over":
            look(self.page)
            if self.page.locator(BEAR).count():
                self.press(BEAR)
                self.wait("over", "sheet")

    def _asked(self) -> str:
        """The action wanted of this player; a roll only if it does not happen by itself."""
        return self.wait("move", "done", "double", "over", "roll", "sheet")

    def _wait(self, wanted: tuple[str, ...], ms: int = PATIENCE * 1000) -> dict[str, Any]:
        return dict(self.page.evaluate(WAIT, [list(wanted), ms]))


def _ways(now: dict[str, Any]) -> list[Way]:
    return [Way(*way) for way in now["ways"]]
