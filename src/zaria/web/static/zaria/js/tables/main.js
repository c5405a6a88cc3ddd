/**
 * The page of a table of the tables family: puts its parts together, and keeps the board equal to
 * the state.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { landing } from './steps.js';
import { BoardView } from './view.js';
import { byId, lazy, motion, nothing, t } from '../ui/dom.js';
import { DiceActions, autopilot } from './actions.js';
import { card, giving, keys, moves, onBoard, seal, thumbs } from './controls.js';
import { boot, connect } from '../shell/connection.js';
import { button } from '../shell/buttons.js';
import { compact, menu, upright } from '../shell/viewport.js';
import { assemblePage, markReady } from '../shell/page.js';
import { layer } from '../shell/sheets.js';
import { home } from '../shell/home.js';
import { settings } from '../shell/settings.js';
import { DiceEventDisplay } from './event_display.js';
import { describe, sayChosen } from './narration.js';
import { DiceTable } from './state.js';

const table = new DiceTable(boot),
  show = new DiceEventDisplay(table),
  resigning = signal(false);
const session = connect(
  table,
  show,
  () => actions,
  (what) => {
    if (what === 'play') table.reject();
  },
);
const actions = new DiceActions(table, session);

const board = createBoard(
  table,
  actions,
  byId('board'),
  upright,
  boot.v.contact === 'none' ? await import('./halves.js') : undefined,
);
layer(() => onBoard(actions, compact));
const strip = lazy(() => import('./strip.js').then((m) => m.follow(table)));
const hasStripText = computed(() => {
  const v = table.view.value;
  return (
    v.stage > 0 ||
    v.rest ||
    v.later.length > 0 ||
    v.men.some(([off]) => off === 15) ||
    v.contact === 'none' ||
    settings.value.names
  );
});
layer(() => (hasStripText.value ? (strip()?.() ?? nothing) : nothing));

assemblePage(table, show, actions, session, {
  card: (rel, now) => card(actions, rel, now, upright.value),
  moves: () => moves(table),
  foot: (open) => seal(table, open),
  giving: () => giving(actions, resigning),
  thumbs: () => thumbs(actions).map(button),
  pictures: () => import('./picture.js'),
  flip: () => actions.flip(),
  keys: keys(actions, board, () => session.now),
  shut: () => {
    const was = resigning.value;
    resigning.value = false;
    return was;
  },
});
effect(() => {
  if (!actions.canResign) resigning.value = false;
});
effect(() => {
  if (table.sheet.value || actions.canAnswer || table.view.value.phase === 'resign')
    menu.value = false;
});
autopilot(actions);
markReady(
  { view: board, table, actions, session, show },
  {
    place: byId('board'),
    begun: () => table.path.value.length > 0,
    layout: () => void board.times.value,
    drawn: async (over, choice) => {
      const { g } = board;
      return (await import('./hint.js')).hintArrows(over, choice, g, table);
    },
  },
);

/**
 * @param {DiceTable} table
 * @param {DiceActions} actions
 * @param {HTMLElement} root
 * @param {Flag} upright a phone held upright
 * @param {BoardApi['drawing']} drawing of a board that is not the usual one
 */
function createBoard(table, actions, root, upright, drawing) {
  const turn = () => ({
    mirrored: home(table.view.value) === true,
    turned: home(table.view.value) === 'far',
  });
  const board = new BoardView(root, {
    drawing,
    alone: () => (drawing && table.sources.value.has(25) ? 25 : 0),
    look: () => ({ ...turn(), rails: !upright.value, parallel: table.view.value.parallel }),
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
    onTap: (at, how) => tapped(at, how),
    onSelect: (at) => sayChosen(table, at),
  });

  /**
   * One tap goes where there is no choice; a double tap plays what the viewer set, the other button
   * the other die.
   * @param {number} at
   * @param {'once'|'twice'|'other'} how
   */
  function tapped(at, how) {
    const all = [...table.targets(at).values()],
      single = all.filter((way) => way.length === 1);
    const leads = (/** @type {Move[]} */ way) => way[0][1] === table.lead.value;
    const { double } = settings.value;
    if (how === 'once' && all.length > 1) return;
    if (how === 'twice' && double === 'off' && all.length > 1) {
      board.select(0);
      return;
    }
    const far = how === 'twice' && double === 'far',
      pips = (/** @type {Move[]} */ w) => w.reduce((sum, [, die]) => sum + die, 0);
    const near =
      (how === 'other' ? single.find((w) => !leads(w)) : single.find(leads)) ?? single[0];
    const way = far ? all.reduce((a, b) => (pips(b) > pips(a) ? b : a), all[0]) : near;
    if (!way) return;
    board.select(0);
    actions.go(way);
  }

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
    board.resize();
  });
  effect(() => board.colours(table.me.value === 0));
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
  let seen = table.view.value.roll_no,
    stages = table.view.value.stage;
  effect(() => {
    const { opening, view, dice, used, me } = table,
      first = opening.value,
      v = view.value,
      mine = table.rel(v.turn) === 0;
    const n = first ? first.n : v.roll_no,
      stirred = v.stage > stages ? 'turn' : '';
    const how = n > seen ? 'fall' : stirred;
    seen = Math.max(n, seen);
    stages = v.stage;
    board.setDice(
      first
        ? [
            { value: first.dice[me.value], used: false, mine: true },
            { value: first.dice[1 - me.value], used: false, mine: false },
          ]
        : dice.value.map((value, i) => ({ value, used: used.value[i], mine, left: v.rest })),
      how,
    );
  });
  effect(() => {
    const { cube_on, cube, crawford } = table.view.value;
    board.setCube(
      cube_on && !crawford
        ? { value: cube.value, owner: cube.owner === null ? null : table.rel(cube.owner) }
        : null,
    );
  });
  return board;
}
