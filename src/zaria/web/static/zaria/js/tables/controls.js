/**
 * Tables on the page: buttons of a turn, on the board where there is room, under the thumb on a
 * phone; keys; pips and checkers borne off on the cards, the moves with their dice, the seal.
 */
import { html, icon, lazy, nothing, t } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { rollsByItself } from './actions.js';
import { armed } from '../shell/state.js';
import { button, lookBack, sure } from '../shell/controls.js';
import { settings } from '../shell/settings.js';
import { card as common, colour, lineButton } from '../shell/side_panel.js';
import { nameOf, playedBy, notice, sentence } from '../shell/announcer.js';

/** @typedef {import('../shell/controls.js').Button} Button */

const offers = lazy(() => import('./offer.js')),
  resigning = lazy(() => import('./resignation.js')),
  status = whenLoaded(() => import('./status.js'));

/**
 * @param {DiceActions} a
 * @returns {Button}
 */
function double(a) {
  const { cube, raises } = a.table.view.value,
    adds = raises === 'add',
    means = `×${adds ? cube.value + 1 : cube.value * 2}`;
  return {
    id: 'double',
    name: 'double',
    off: !a.canDouble,
    act: () => a.double(),
    label: armed.value === 'double' ? sure(means) : `${t(adds ? 'raise' : 'double')} ${means}`,
  };
}
/**
 * @param {DiceActions} a
 * @returns {Button}
 */
const roll = (a) => ({
  id: 'roll',
  name: 'roll',
  main: true,
  off: !a.canRoll || a.table.waiting.value,
  act: () => a.roll(),
  label: [icon('dice'), t('roll')],
});
/**
 * @param {DiceActions} a
 * @returns {Button}
 */
const undo = (a) => ({
  id: 'undo',
  name: 'undo',
  off: !a.table.moves.value.length || a.table.sent.value,
  act: () => a.undo(),
  label: [icon('undo'), t('undo')],
});
/**
 * @param {DiceActions} a
 * @returns {Button}
 */
const done = (a) => ({
  id: 'done',
  name: 'done',
  main: true,
  off: !a.table.finished.value,
  act: () => a.done(),
  label: [icon('check'), t('done')],
});
/**
 * What lies on the board, in the strip between the points.
 * @param {DiceActions} a
 * @param {Flag} compact
 */
export function onBoard(a, compact) {
  const { table } = a,
    small = compact.value;
  const at = (/** @type {string} */ half, /** @type {unknown} */ inside) =>
    html`<div class="ctl ${half}">${inside}</div>`;
  const turn = () => {
    if (small) return nothing;
    if (a.canRoll && (a.canDouble || table.held.value || !rollsByItself(a))) {
      return [at('home', button(roll(a))), a.canDouble ? at('outer', button(double(a))) : nothing];
    }
    if (!table.moving.value || (!table.moves.value.length && !table.finished.value)) return nothing;
    return at('outer', [button(undo(a)), table.finished.value ? button(done(a)) : nothing]);
  };
  const asks = ['double', 'resign'].includes(table.view.value.phase);
  const offered = asks && !table.past.value ? (offers()?.offer(a, small) ?? nothing) : nothing;
  const half = table.rel(table.view.value.turn) ? 'home' : 'outer';
  const where = table.opening.value ? '' : half;
  const moves = !small && table.moving.value && table.moves.value.length > 0;
  const quiet = !notice.value || offered !== nothing || moves;
  // an element for each place: one that changed its place would count as a jump of the page
  const note = (/** @type {string} */ place) =>
    place === where ? html`<p class="note ${place}" ?hidden=${quiet}>${notice.value}</p>` : nothing;
  return [turn(), offered, ...['', 'home', 'outer'].map(note)];
}

/**
 * What lies under the thumb: whose turn it is in words, as long as there is nothing to take back.
 * @param {DiceActions} a
 */
export const thumbs = (a) => {
  if (a.canAnswer) return (offers()?.answers(a) ?? []).map(button);
  const { moves, sent, view } = a.table,
    isFresh = !moves.value.length && !sent.value;
  if (a.canRoll && view.value.cube_on) return [double(a), roll(a)].map(button);
  if (a.mine) return [isFresh ? turnOf(a) : button(undo(a)), button(a.canRoll ? roll(a) : done(a))];
  return view.value.phase === 'open' ? nothing : turnOf(a);
};

/** @param {DiceActions} a */
function turnOf(a) {
  const opponent = nameOf(a.table.view.value, 1 - a.table.me.value);
  return html`<span class="idle"
    >${a.mine ? t('your_turn') : t('their_turn', { name: opponent })}</span
  >`;
}

/**
 * Resigning, and its levels.
 * @param {DiceActions} a
 * @param {Flag} open whether they show
 */
export function giving(a, open) {
  const { phase } = a.table.view.value,
    playing = a.table.you.value !== null && phase !== 'over' && phase !== 'open';
  return html`${open.value && playing ? (resigning()?.levels(a, open) ?? nothing) : nothing}
    <button
      type="button"
      class="btn quiet grow"
      id="resign"
      aria-expanded=${open.value}
      ?disabled=${!playing}
      @click=${() => {
        open.value = !open.value;
      }}
    >
      ${icon('flag')}<span>${t('resign')}</span>
    </button>`;
}

/**
 * R roll, D double, U or Backspace undo, Enter done, A the last turn again; L C O P tell last move, clock, opponent,
 * position.
 * @param {DiceActions} a
 * @param {BoardView} board
 * @param {() => number} now
 * @param {() => void} again shows the other side's last turn once more
 * @returns {import('../shell/controls.js').KeyBindings}
 */
export function keys(a, board, now, again) {
  const { table } = a;
  return {
    view: () => table.view.value,
    act: {
      r: () => a.roll(),
      d: () => a.double(),
      u: () => a.undo(),
      a: () => again(),
      enter: (on) => {
        if (!(on.closest('[data-at]') && board.api.sources().size)) a.done();
      },
    },
    rest: () => board.select(0),
    tell: () => status((m) => m.tables(table, now)),
  };
}

/**
 * @param {DiceActions} a
 * @param {0|1} rel 0 is the viewer's card
 * @param {number} now the server's time
 * @param {boolean} upright
 * @param {() => void} again shows the other side's last turn once more
 */
export function card(a, rel, now, upright, again) {
  const { table } = a,
    v = table.view.value,
    side = rel ? 1 - table.me.value : table.me.value;
  const checkers = table.at.value.checkers[rel],
    off = checkers[0],
    pips = settings.value.pips
      ? html`<span>${t('pips')} <b>${count(checkers)}</b></span>`
      : nothing;
  const sub = html`${v.hand ? hand(checkers[25]) : pips}
  ${off ? borneOff(side, off, upright) : nothing}`;
  return common(table, rel, now, sub, extra());

  function extra() {
    if (rel) return a.canLookBack ? lookBack(again) : nothing;
    return table.race.value && !['over', 'open'].includes(v.phase) ? bear(a) : nothing;
  }
}

/**
 * The checkers that a side has borne off: drawn beside its name on a phone held upright, else a
 * number.
 * @param {number} side
 * @param {number} off
 * @param {boolean} upright
 */
function borneOff(side, off, upright) {
  if (!upright) return html`<span title=${t('off')}>${t('off_count')} <b>${off}</b></span>`;
  const marks = Array.from({ length: off }, () => html`<s></s>`);
  return html`<span class="offs ${colour(side)}" title=${t('off')}>${marks}</span>`;
}

const hand = (/** @type {number} */ n) =>
  n ? html`<span>${t('hand')} <b>${n}</b></span>` : nothing;

/** @param {readonly number[]} checkers */
const count = (checkers) => checkers.reduce((sum, n, p) => sum + n * p, 0);

/** @param {DiceActions} a */
const bear = (a) =>
  html`<button
    type="button"
    class="bear"
    id="bear"
    aria-pressed=${a.table.bears.value}
    title=${t('bear_long')}
    aria-label=${t('bear_long')}
    @click=${() => a.bear()}
  >
    ${icon('off')}<span>${t('bear')}</span>
  </button>`;

/**
 * The seal of the dice; a tap shows all that was agreed.
 * @param {DiceTable} table
 * @param {() => void} show
 */
export const seal = (table, show) =>
  html`<button type="button" class="seal" title=${t('seal_long')} @click=${show}>
    ${icon('seal')}<span>${t('sealed')}</span> <code>${short(table.view.value.seal)}</code>
  </button>`;

const short = (/** @type {string} */ hex) => `${hex.slice(0, 4)}…${hex.slice(-4)}`;

/**
 * The larger first; a doublet as it fell, three of a kind as what they are.
 * @param {readonly number[]} all
 */
const dice = (all) =>
  all.length === 3 ? `${all[0]}×3` : [...all].sort().reverse().slice(0, 2).join('-');

/**
 * Whose line of the list it is.
 * @param {DiceTable} table
 * @param {number} side
 */
const sideMark = (table, side) =>
  html`<u class=${colour(side)} role="img" aria-label=${playedBy(table, side)}></u>`;

/**
 * A double, a beaver, a raccoon, or the answer, in a sentence that names the side.
 * @param {DiceTable} table
 * @param {import('../protocol.js').CubeLine} line
 */
function cubeLine(table, { side, act, value = 0 }) {
  const keys = {
    doubled: table.view.value.raises === 'add' ? 'raise_offer' : 'double_offer',
    beavered: 'beaver_offer',
    raccooned: 'raccoon_offer',
    taken: 'taken',
    dropped: 'dropped',
  };
  return html`<li class="mv cube-line">
    <i></i><u class=${colour(side)}></u
    ><span>${sentence(table, keys[act], side, { n: value })}</span>
  </li>`;
}

/** @param {DiceTable} table */
export function moves(table) {
  const log = table.log.value,
    cubes = table.cubes.value;
  if (!log.length && !cubes.length) return html`<p class="none">${t('no_moves')}</p>`;
  const before = (/** @type {number} */ at) =>
    cubes.filter((line) => line.at === at).map((line) => cubeLine(table, line));
  let n = 0;
  const shown = table.past.value?.number;
  return html`<ol class="moves">
    ${log.map((line, i) => {
      // a stage that came to nothing after the one below it is not worth a line
      const hasLine =
        line.text || log[i - 1]?.side !== line.side || log[i - 1].dice[0] !== line.dice[0] - 1;
      return [
        before(i),
        hasLine
          ? html`<li class="mv" data-line=${i + 1}>
              <i>${++n}</i>${sideMark(table, line.side)} <em>${dice(line.dice)}</em>
              ${lineButton(i + 1, shown === i + 1, line.text.replaceAll('hand/', '→') || t('no_move'), line)}
            </li>`
          : nothing,
      ];
    })}${before(log.length)}
  </ol>`;
}
