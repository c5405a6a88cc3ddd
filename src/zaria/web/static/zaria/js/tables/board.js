/** The board of a tables game on the match page, kept equal to the state of the table. */
import { computed, effect } from '@preact/signals-core';
import { home } from '../shell/home.js';
import { settings } from '../shell/settings.js';
import { lazy, motion, t } from '../ui/dom.js';
import { describe, sayChosen } from './narration.js';
import { landing } from './steps.js';
import { BoardView } from './view.js';

/**
 * @param {DiceTable} table
 * @param {DiceActions} actions
 * @param {HTMLElement} root
 * @param {Flag} upright a phone held upright
 * @param {BoardApi['drawing']} drawing of a board that is not the usual one
 * @param {typeof import('./upright.js')|null} quarter turns the usual one, if it is there already
 */
export function createBoard(table, actions, root, upright, drawing, quarter) {
  const turn = () => ({
    mirrored: home(table.view.value) === true,
    turned: home(table.view.value) === 'far',
    across: table.across.value,
  });
  const later = lazy(() => import('./upright.js')),
    turned = computed(() =>
      !drawing && upright.value && settings.value.upright ? (quarter ?? later()) : null,
    );
  const board = new BoardView(root, {
    drawing,
    alone: () => (drawing && table.sources.value.has(25) ? 25 : 0),
    look: () => ({
      ...turn(),
      rails: !upright.value,
      parallel: table.view.value.parallel,
      upright: turned.value !== null,
    }),
    sources: () => table.sources.value,
    targets: (from) => table.targets(from),
    hints: () => settings.value.hints,
    describe: (at) => describe(table, at),
    back: () => table.back,
    onBack: () => actions.undo(),
    onDie: (k) => actions.dice(k),
    onMove: (from, to) => {
      const way = table.targets(from).get(to);
      if (way) actions.go(way);
    },
    onTap: (at, how) => {
      const way = tapped(table, at, how);
      if (way !== null) board.select(0);
      if (way?.length) actions.go(way);
    },
    onSelect: (at) => sayChosen(table, at),
  });
  board.keys.buttons[0].parentElement?.setAttribute('aria-label', t('board'));
  effect(() => {
    motion.speed = settings.value.speed;
  });
  effect(() => {
    root.classList.toggle('norails', upright.value);
    root.classList.toggle('mirrored', turn().mirrored);
    root.classList.toggle('turned', turn().turned);
    root.classList.toggle('halves', !!drawing);
    void table.view.value.parallel;
    board.draw(turned.value ?? drawing);
  });
  let dressed = turned.peek();
  effect(() => {
    dressed = turned.value ?? dressed;
    dressed?.dress(root, turned.value !== null);
  });
  effect(() => board.colours(table.me.value === 0));
  showPosition(board, table);
  showDice(board, table);
  effect(() => {
    const { cube_on, crawford } = table.view.value,
      { cube } = table.past.value?.position ?? table.view.value;
    board.setCube(
      cube_on && !crawford
        ? { value: cube.value, owner: cube.owner === null ? null : table.rel(cube.owner) }
        : null,
    );
  });
  return board;
}

/**
 * The steps that a tap plays. One tap goes where there is no choice; a double tap plays what the
 * viewer set, the other button the other die.
 * @param {DiceTable} table
 * @param {number} at
 * @param {'once'|'twice'|'other'} how
 * @returns {Move[]|null} none: nothing is chosen any more; null: the choice stays
 */
function tapped(table, at, how) {
  const all = [...table.targets(at).values()],
    single = all.filter((way) => way.length === 1);
  const leads = (/** @type {Move[]} */ way) => way[0][1] === table.lead.value;
  const { double } = settings.value;
  if (how === 'once' && all.length > 1) return null;
  if (how === 'twice' && double === 'off' && all.length > 1) return [];
  const far = how === 'twice' && double === 'far',
    pips = (/** @type {Move[]} */ w) => w.reduce((sum, [, die]) => sum + die, 0);
  const near = (how === 'other' ? single.find((w) => !leads(w)) : single.find(leads)) ?? single[0];
  return (far ? all.reduce((a, b) => (pips(b) > pips(a) ? b : a), all[0]) : near) ?? null;
}

/**
 * Checkers and lights.
 * @param {BoardView} board
 * @param {DiceTable} table
 */
function showPosition(board, table) {
  let gestures = table.path.value.length;
  effect(() => {
    const at = table.at.value,
      path = table.path.value,
      last = path.at(-1);
    void [table.sources.value, settings.value.hints, table.me.value];
    board.last = table.marks;
    const way = last && last.length > 1 && path.length > gestures ? last : null;
    gestures = path.length;
    board.set(
      at,
      way
        ? {
            side: 0,
            to: landing(way[way.length - 1]),
            via: way.slice(0, -1).map((m) => landing(m)),
          }
        : undefined,
    );
  });
}

/**
 * The dice, and how they come to lie: a roll falls, a stage turns them.
 * @param {BoardView} board
 * @param {DiceTable} table
 */
function showDice(board, table) {
  let shown = table.view.value.roll_no,
    stages = table.view.value.stage;
  effect(() => {
    const past = table.past.value;
    if (past) {
      board.setDice(
        past.dice.map((value) => ({ value, used: false, mine: table.rel(past.side) === 0 })),
        '',
      );
      return;
    }
    const { opening, view, dice, used, me } = table,
      first = opening.value,
      v = view.value,
      byViewer = table.rel(v.turn) === 0;
    const n = first ? first.n : v.roll_no,
      stirred = v.stage > stages ? 'turn' : '';
    const how = n > shown ? 'fall' : stirred;
    shown = Math.max(n, shown);
    stages = v.stage;
    board.setDice(
      first
        ? [
            { value: first.dice[me.value], used: false, mine: true },
            { value: first.dice[1 - me.value], used: false, mine: false },
          ]
        : dice.value.map((value, i) => ({
            value,
            used: used.value[i],
            mine: byViewer,
            left: v.rest,
          })),
      how,
    );
  });
}
