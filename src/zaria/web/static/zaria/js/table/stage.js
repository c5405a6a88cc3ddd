/** Keeps the board equal to the table's state. */
import { effect } from '@preact/signals-core';
import { landing } from '../board/steps.js';
import { motion } from '../board/men.js';
import { BoardView } from '../board/view.js';
import { t } from '../ui/el.js';
import { describe } from './tell.js';
import { settings } from './settings.js';

/** @param {Table} table @param {Actions} actions @param {HTMLElement} root @param {Flag} upright a phone held upright */
export function stage(table, actions, root, upright) {
  const mirrored = () => settings.value.flip ?? table.view.value.mirror;
  const board = new BoardView(root, {
    look: () => ({ mirrored: mirrored(), rails: !upright.value, parallel: table.view.value.parallel }),
    sources: () => table.sources.value,
    targets: (from) => table.targets(from),
    hints: () => settings.value.hints,
    describe: (at) => describe(table, at),
    back: () => table.back,
    onBack: () => actions.undo(),
    onDie: () => actions.dice(),
    onMove: (from, to) => {
      const way = table.targets(from).get(to);
      if (way) actions.go(way);
    },
    onTap: (at, how) => tapped(at, how),
  });

  /** One tap goes where there is no choice; a double tap plays the leading die, the other button the other die.
   *  @param {number} at @param {'once'|'twice'|'other'} how */
  function tapped(at, how) {
    const all = [...table.targets(at).values()], single = all.filter((way) => way.length === 1);
    const leads = (/** @type {Move[]} */ way) => way[0][1] === table.lead.value;
    if (how === 'once' && all.length > 1) return;
    const way = how === 'other' ? single.find((w) => !leads(w)) ?? single[0] : single.find(leads) ?? single[0];
    if (!way) return;
    board.select(0);
    actions.go(way);
  }

  board.keys.buttons[0].parentElement?.setAttribute('aria-label', t('board'));
  effect(() => { motion.speed = settings.value.speed; });
  effect(() => {
    root.classList.toggle('norails', upright.value);
    root.classList.toggle('mirrored', mirrored());
    void table.view.value.parallel;
    board.resize();
  });
  effect(() => board.colours(table.me.value === 0));
  let gestures = table.path.value.length;
  effect(() => {
    const at = table.at.value, path = table.path.value, last = path.at(-1);
    void [table.sources.value, settings.value.hints, table.me.value];
    board.last = table.marks;
    const way = last && last.length > 1 && path.length > gestures ? last : null;
    gestures = path.length;
    board.set(at, way ? { side: 0, to: landing(way[way.length - 1]), via: way.slice(0, -1).map(landing) } : undefined);
  });
  let seen = table.view.value.roll_no;
  effect(() => {
    const { opening, view, dice, used, me } = table, first = opening.value, mine = table.rel(view.value.turn) === 0;
    const n = first ? first.n : view.value.roll_no, rolled = n > seen;
    seen = Math.max(n, seen);
    board.setDice(first
      ? [{ value: first.dice[me.value], used: false, mine: true }, { value: first.dice[1 - me.value], used: false, mine: false }]
      : dice.value.map((value, i) => ({ value, used: used.value[i], mine })), rolled);
  });
  effect(() => {
    const { cube_on, cube, crawford } = table.view.value;
    board.setCube(cube_on && !crawford ? { value: cube.value, owner: cube.owner === null ? null : table.rel(cube.owner) } : null);
  });
  return board;
}

const KEEP = 200;

/** Measure each touch of the board until the frame that shows its effect: performance entries named "tap".
 *  @param {HTMLElement} root */
export function gauge(root) {
  let count = 0;
  const start = (/** @type {PointerEvent} */ e) => {
    const from = e.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (++count % KEEP === 0) performance.clearMeasures('tap');
        performance.measure('tap', { start: from, end: performance.now() });
      };
      channel.port2.postMessage(0);
    });
  };
  for (const type of /** @type {const} */ (['pointerdown', 'pointerup'])) root.addEventListener(type, start);
}
