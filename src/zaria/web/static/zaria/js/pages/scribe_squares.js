/** A score sheet of a game on squares, on the board of the table. */
import { effect, untracked } from '@preact/signals-core';
import { houses, squareName, squareOf } from '../squares/geometry.js';
import { isChess, kindOf, pieceImage } from '../squares/pieces.js';
import { SquaresView } from '../squares/view.js';
import { byId, t } from '../ui/dom.js';
import { SquaresAttempt } from './attempt_squares.js';
import { showPanel } from './scribe_panel.js';
import { Scribe, sent } from './scribe_sheet.js';

const scribe = new Scribe(sent()),
  { game, size, coordinates, options } = scribe.view,
  grid = { size, coordinates };

/** @type {SquaresAttempt|null} */
let trial = null;
const moves = () => (scribe.view.phase === 'move' && !scribe.isReader ? trial : null);

/**
 * A square as a screen reader says it: "c3: man, light".
 * @param {number} at
 */
function describe(at) {
  const letter = trial?.at[at],
    name = squareName(grid, at) || t('light_square');
  if (!letter) return `${name}: ${t('empty')}`;
  const isNear = pieceImage(game, letter).light;
  return `${name}: ${t(`${isNear ? 'my' : 'foe'}_${kindOf(game, letter)}`)}`;
}

const view = new SquaresView(
  byId('board'),
  { game, grid, houses: game === 'ugolki' ? houses(String(options.house ?? '')) : [] },
  {
    sources: () => moves()?.sources() ?? new Set(),
    targets: () => moves()?.targets() ?? new Map(),
    grips: (at) => (moves()?.chosen.length ?? 2) < 2 && Boolean(moves()?.sources().has(at)),
    held: () => trial?.chosen[0] ?? -1,
    anywhere: () => false,
    describe,
    pick: (at) => moves()?.pick(at),
    tap: (at) => moves()?.tap(at),
    go: (at) => moves()?.go(at),
    clear: () => trial?.clear(),
  },
);
view.field.querySelector('.keys')?.setAttribute('aria-label', t('board'));
view.turn(false);

/** Draw the board; a move that is whole is written. */
function draw() {
  if (!trial) return;
  const { squares } = scribe.view,
    last = (squares?.last?.path ?? []).map((name) => squareOf(grid, name));
  view.set([...trial.at], trial.taken, trial.whole ? null : trail());
  view.light({
    last: trial.chosen.length ? [] : last,
    plan: [],
    chosen: trial.whole ? -1 : (trial.chosen.at(-1) ?? -1),
    targets: moves()?.targets() ?? new Map(),
    can: isChess(game) ? new Set() : (moves()?.sources() ?? new Set()),
    check: -1,
  });
  if (trial.whole) void scribe.write({ t: 'move', move: trial.whole.move });
}

/** The way of a piece that is moved square by square. */
function trail() {
  return trial && trial.chosen.length > 1 ? { path: trial.chosen, takes: [] } : null;
}

effect(() => {
  const { view: table, ways } = scribe.shown.value;
  untracked(() => {
    trial = new SquaresAttempt(
      table.squares?.board ?? '',
      { side: table.to_act ?? 0, ways },
      grid,
      draw,
    );
    draw();
  });
});
showPanel(scribe);
