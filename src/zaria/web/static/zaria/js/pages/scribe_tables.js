/** A score sheet of a game with dice, on the board of the table. */
import { effect, untracked } from '@preact/signals-core';
import { BoardView } from '../tables/view.js';
import { byId, t } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';
import { DiceAttempt } from './attempt_dice.js';
import { showPanel } from './scribe_panel.js';
import { Scribe, sent } from './scribe_sheet.js';

const scribe = new Scribe(sent()),
  root = byId('board'),
  narrow = matchMedia('(orientation: portrait) and (max-width: 700px)');
/** the side that acts, or acted last: it moves its checkers on the board, which never turns */
let near = 0;
/** @type {DiceAttempt|null} */
let trial = null;

const kind = () => ({ hand: !!scribe.view.hand, parallel: scribe.view.parallel });
const moves = () => (scribe.view.phase === 'move' && !scribe.isReader ? trial : null);

/** @param {number} point */
function describe(point) {
  if (!trial) return '';
  const [nearCount, farCount] = trial.count(point),
    outside = kind().hand ? t('hand') : t('bar'),
    edge = point === 25 ? outside : t('point', { n: point });
  return `${point === 0 ? t('off') : edge}: ${t('counts', { mine: nearCount, theirs: farCount })}`;
}

/** The only way from a point, or the leading die's if it is tapped twice. */
function tapped(/** @type {number} */ from, /** @type {string} */ how) {
  const ways = [...(moves()?.targets(from).keys() ?? [])];
  if (ways.length === 1 || (how !== 'once' && ways.length)) {
    board.select(0);
    trial?.move(from, ways[0]);
  }
}

const halves = scribe.view.hand
  ? await importModule(() => import('../tables/halves.js'), undefined, true)
  : undefined;
const board = new BoardView(root, {
  drawing: halves,
  alone: () => (halves && moves()?.sources().has(25) ? 25 : 0),
  look: () => ({
    mirrored: false,
    rails: !narrow.matches,
    parallel: kind().parallel,
    across: near === 1,
  }),
  sources: () => moves()?.sources() ?? new Set(),
  targets: (from) => moves()?.targets(from) ?? new Map(),
  hints: () => true,
  describe,
  onMove: (from, to) => trial?.move(from, to),
  onTap: tapped,
  back: () => moves()?.back() ?? null,
  onBack: () => trial?.undo(),
  onDie: () => trial?.swap(),
});
root.classList.toggle('halves', !!halves);
board.keys.buttons[0].parentElement?.setAttribute('aria-label', t('board'));

/** Draw the table; a turn that is whole is written. */
function draw() {
  if (!trial) return;
  const { used } = trial,
    { cube, cube_on: hasCube, crawford } = scribe.view;
  board.colours(near === 0);
  board.set(trial.at);
  const owner = cube.owner === null ? null : /** @type {Side} */ (Math.abs(cube.owner - near));
  board.setCube(hasCube && !crawford ? { value: cube.value, owner } : null);
  board.setDice(
    trial.dice.map((value, k) => ({ value, used: used[k], mine: true })),
    '',
  );
  if (trial.query) void scribe.write({ t: 'turn', moves: trial.moves });
}

effect(() => {
  const { view, tree, effects } = scribe.shown.value;
  untracked(() => {
    near = view.to_act ?? near;
    trial = new DiceAttempt(
      { men: view.men, pins: view.pins, dice: [...view.dice] },
      { side: near, tree: tree ?? [[]], effects },
      kind(),
      draw,
    );
    board.select(0);
    board.resize();
    draw();
  });
});

const arrange = () => {
  root.classList.toggle('norails', narrow.matches);
  board.resize();
};
narrow.addEventListener('change', arrange);
arrange();
showPanel(scribe);
