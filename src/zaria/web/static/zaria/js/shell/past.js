/**
 * Going back through the game on the table: an earlier position on the board instead of the present
 * one, which goes on beside it. Fetched when the viewer first asks for an earlier position.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { byId, html, motion, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { note, playedBy, say } from './announcer.js';
import { menu } from './controls.js';

/**
 * The table after a line of the log: `zaria.live.matches.game_positions`. A game on squares has `squares`
 * alone, a game with dice all the others.
 * @typedef {Pick<View, 'men'|'pins'|'cube'|'last'> & {text?: string, squares?: {board: string, last:
 * {path: string[], takes: string[]}|null}}} Position
 */
/**
 * An earlier position as the board shows it: after line `number` of the log (0: the start of the game),
 * which `side` played with these dice; and the buttons that stand in place of those of the turn.
 * @typedef {{number: number, position: Position, side: number, dice: readonly number[], buttons: () =>
 * unknown}} Past
 */

/** How far the wheel turns for a move, px; lines of a mouse that counts in lines. */
const NOTCH = 50,
  LINE = 40;

/**
 * The way that a key leads through the moves.
 * @type {Record<string, number>}
 */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The strokes of the buttons, in a square of 24. */
const FIRST = 'M18 5l-7 7 7 7M7 5v14',
  BEFORE = 'M15 5l-7 7 7 7',
  AFTER = 'M9 5l7 7-7 7';

/** @param {View} v */
const positionOf = ({ men, pins, cube, last, squares }) =>
  /** @type {Position} */ ({ men, pins, cube, last, ...(squares && { squares }) });

class LookingBack {
  /** @param {import('./state.js').TableState} table */
  constructor(table) {
    this.table = table;
    /**
     * positions of this game by the number of the line before them, as far as they are here
     * @type {Position[]}
     */
    this.positions = [];
    this.gameNo = -1;
    /** @type {readonly LogLine[]} */
    this.lines = [];
    /**
     * the line that was last asked for, while its position is on its way
     * @type {number|null}
     */
    this.aim = null;
    this.wheel = 0;
    /** how many lines the log had when the viewer left the present position */
    this.since = signal(0);
    effect(() => this.record());
    effect(() => {
      byId('board').classList.toggle('past', table.past.value !== null);
    });
    const isDue = computed(
      () => table.you.value !== null && table.view.value.to_act === table.you.value,
    );
    effect(() => {
      // a viewer who looks back hears when it is their turn
      if (isDue.value && table.past.peek()) say(t('your_turn'), true);
    });
  }

  /** Keep the position that the table has come to, and forget those that are not of this game's lines. */
  record() {
    const { table, lines: before } = this,
      lines = table.log.value,
      v = table.view.value,
      shown = table.past.peek(),
      isAnother = v.game_no !== this.gameNo;
    const changed = lines.findIndex((line, i) => line !== before[i]),
      same = changed < 0 ? lines.length : Math.min(changed, before.length);
    const valid = isAnother || (before.length > 0 && same === 0) ? 0 : same + 1;
    this.positions.length = Math.min(this.positions.length, valid);
    this.positions[lines.length] = positionOf(v);
    if (shown && this.gameNo >= 0 && (isAnother || shown.number >= lines.length))
      queueMicrotask(() => this.leave());
    this.gameNo = v.game_no;
    this.lines = lines;
  }

  /** The line after which the board shows the position, or will. */
  get number() {
    return this.aim ?? this.table.past.value?.number ?? this.table.log.value.length;
  }

  /**
   * Go on or back by a number of moves.
   * @param {number} moves
   */
  step(moves) {
    return this.go(this.number + moves);
  }

  /**
   * What leads through the game: the wheel over the board, a line of the list, a key.
   * @param {Event} e
   */
  hear(e) {
    if (e instanceof WheelEvent) this.turn(e);
    else if (e instanceof KeyboardEvent) this.press(e);
    else {
      const line = /** @type {HTMLElement|null} */ (
        /** @type {Element} */ (e.target).closest('[data-line]')
      );
      if (!line) return;
      line.blur();
      menu.value = false;
      void this.go(Number(line.dataset.line));
    }
  }

  /** @param {KeyboardEvent} e */
  press(e) {
    const el = /** @type {Element} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || el.closest('dialog,input,select,textarea')) return;
    const leaves = e.key === 'Escape' && !menu.value && !this.table.sheet.value;
    if (leaves && this.table.past.value) {
      e.stopPropagation();
      this.leave();
    }
    // on the board, arrows lead from place to place
    if (!(e.key in STEPS) || el.closest('.keys')) return;
    e.preventDefault();
    void this.step(STEPS[e.key]);
  }

  /** @param {WheelEvent} e */
  turn(e) {
    const board = /** @type {Element} */ (e.target).closest('#board,.pane');
    if (e.ctrlKey || board?.id !== 'board') return;
    const way = e.deltaY * (e.deltaMode ? LINE : 1);
    this.wheel = Math.sign(way) === Math.sign(this.wheel) ? this.wheel + way : way;
    const moves = Math.trunc(this.wheel / NOTCH);
    if (!moves) return;
    this.wheel = 0;
    void this.step(Math.sign(moves));
  }

  /**
   * Show the position after a line of the log; the present one after the last.
   * @param {number} line
   */
  async go(line) {
    const { log } = this.table,
      number = Math.max(0, line);
    if (number >= log.value.length) {
      this.leave();
      return;
    }
    if (!this.positions[number]) {
      const isFirst = this.aim === null;
      this.aim = number;
      // steps that follow while the positions are on their way change the aim alone
      if (!isFirst) return;
      await this.load();
      const { aim } = this;
      this.aim = null;
      if (aim === null) return;
      if (!this.positions[aim]) note(t('past_lost'));
      else this.show(aim);
      return;
    }
    this.aim = null;
    this.show(number);
  }

  /** Ask the server for the positions of the game. */
  async load() {
    const { table } = this;
    try {
      const answer = await fetch(`/t/${table.id}/positions.json`, {
        signal: AbortSignal.timeout(ENOUGH),
      });
      if (!answer.ok) return;
      /** @type {{game_no: number, positions: Position[]}} */
      const { game_no, positions } = await answer.json();
      const lines = table.log.value;
      const isCurrent = positions.every(
        ({ text = '' }, number) => !number || (lines[number - 1]?.text ?? text) === text,
      );
      if (game_no !== this.gameNo || !isCurrent) return;
      positions.forEach((position, number) => {
        if (number <= lines.length) this.positions[number] ??= position;
      });
    } catch {
      // the viewer reads that there is no position
    }
  }

  /** @param {number} number */
  show(number) {
    const { table } = this,
      lines = table.log.value,
      from = table.past.value?.number ?? lines.length,
      line = lines[number - 1];
    if (number >= lines.length) {
      this.leave();
      return;
    }
    if (!table.past.value) this.since.value = lines.length;
    draw(Math.abs(from - number) > 1, () => {
      table.past.value = {
        number,
        position: this.positions[number],
        side: line?.side ?? 0,
        dice: line?.dice ?? [],
        buttons: () => this.buttons(),
      };
    });
    say(`${t('past_label', { n: number, of: lines.length })}. ${line ? this.read(line) : ''}`);
    queueMicrotask(() =>
      document.querySelector('.moves .now')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  /**
   * A line of the log, for a screen reader.
   * @param {LogLine} line
   */
  read({ side, dice, text }) {
    const roll = dice.slice(0, 2).join('-');
    return t('says', {
      name: playedBy(this.table, side),
      text: [roll, text || t('no_move')].filter(Boolean).join(': '),
    });
  }

  /** Back to the present position. */
  leave() {
    const { past, log } = this.table;
    this.aim = null;
    if (!past.value) return;
    const far = log.value.length - past.value.number > 1;
    draw(far, () => {
      past.value = null;
    });
    say(t('past_left'));
  }

  /** What has happened meanwhile, in a few words. */
  news() {
    const { table } = this,
      v = table.view.value;
    if (table.you.value !== null && v.squares?.draw === 1 - table.me.value) return t('draw_offer');
    if (table.you.value !== null && v.to_act === table.you.value) return t('your_turn');
    if (table.log.value.length > this.since.value) return t('past_moved');
    return '';
  }

  /** The buttons in place of those of the turn. */
  buttons() {
    const { number } = this,
      { length } = this.table.log.value,
      isOver = this.table.view.value.phase === 'over',
      news = this.news();
    return html`${stepButton('past-first', t('past_first'), FIRST, number === 0, () => this.go(0))}
      ${stepButton('past-before', t('past_before'), BEFORE, number === 0, () => this.step(-1))}
      <span class="past-at" title=${t('past_label', { n: number, of: length })}
        >${number}/${length}</span
      >
      ${stepButton('past-after', t('past_after'), AFTER, false, () => this.step(1))}
      <button type="button" class="btn pri grow" id="past-live" @click=${() => this.leave()}>
        <span
          >${t(isOver ? 'past_end' : 'past_live')}${news ? html`<small>${news}</small>` : nothing}</span
        >
      </button>`;
  }
}

/**
 * Lead through the game of a table from now on.
 * @param {import('./state.js').TableState} table
 * @param {Event} first what the viewer did to see an earlier position
 */
export function follow(table, first) {
  if (!leader) lead(table).hear(first);
}

/** @type {LookingBack|undefined} */
let leader;

/**
 * Listen to what leads through the game, from the first time on.
 * @param {import('./state.js').TableState} table
 */
function lead(table) {
  if (leader) return leader;
  const back = new LookingBack(table);
  leader = back;
  for (const kind of ['wheel', 'click', 'keydown'])
    addEventListener(kind, (e) => back.hear(e), { passive: kind === 'wheel', capture: true });
  return back;
}

/** The moves that are played at most, and the ms from one to the next at normal speed. */
const MOST_MOVES = 12,
  EACH = 900;

/**
 * Play the moves after a line of the log up to the present one; whatever the viewer does ends it.
 * @param {import('./state.js').TableState} table
 * @param {number} line
 */
export async function playSince(table, line) {
  const { length } = table.log.value,
    back = lead(table),
    stopped = new AbortController(),
    stop = () => stopped.abort();
  const listening = { signal: stopped.signal, capture: true };
  for (const kind of ['pointerdown', 'wheel', 'keydown']) addEventListener(kind, stop, listening);
  await back.load();
  for (let number = Math.max(line, length - MOST_MOVES); number < length; number += 1) {
    if (stopped.signal.aborted || table.log.value.length !== length) break;
    if (!back.positions[number]) continue;
    back.show(number);
    await wait(motion.on ? motion.pause(EACH) : EACH, stopped.signal);
  }
  stop();
  if (table.past.value && table.log.value.length === length) back.leave();
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal ends it
 */
const wait = (ms, signal) =>
  new Promise((/** @type {(_: void) => void} */ done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });

/**
 * Pieces fly for a single move only.
 * @param {boolean} far
 * @param {() => void} change
 */
function draw(far, change) {
  const { speed } = motion;
  if (far) motion.speed = 0;
  change();
  motion.speed = speed;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} strokes
 * @param {boolean} isOff
 * @param {() => void} act
 */
const stepButton = (id, label, strokes, isOff, act) =>
  html`<button
    type="button"
    class="btn sq"
    id=${id}
    title=${label}
    aria-label=${label}
    aria-disabled=${isOff}
    @click=${act}
  >
    <svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d=${strokes} /></svg>
  </button>`;
