/**
 * A score sheet that is written on: what is typed, tapped and played on the board becomes acts, each
 * of which the server judges and stores before the next one is sent.
 */
import { signal } from '@preact/signals-core';
import { byId, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { meant, roll } from './scribe_typing.js';

/** @typedef {import('./scribe_typing.js').Turn} Turn */
/**
 * @typedef {{ at: number, kind: string, text: string, side?: number|null, game?: number, score?:
 * [number, number], ended?: string, forced?: boolean, pending?: boolean }} Line
 */
/**
 * As `zaria.club.scribe.shown_sheet.SheetView`.
 * @typedef {{ revision: number, count: number, total: number, is_broken: boolean, at: number, undo:
 * number, redo: number, view: View, tree: any, effects: any, ways: any, turns: Turn[], lines_from:
 * number, lines: Line[], clock: import('./board_clock.js').Clock, resign: [number, number]|null,
 * classes: [number, string][], match_id: string }} Shown
 */
/** An act that is corrected, or before which one is inserted. */
/** @typedef {{ at: number, insert: boolean }} Correction */
/** @typedef {{ text: string, act: any }} Ending */

/** ms after which a step that got no answer is sent again. */
const AGAIN = 1500;
/** ms between two questions for what was written elsewhere. */
const EVERY = 2000;
/** ms between two drawings of the clocks. */
const TICK = 500;

/** Turns that are listed at once, and the keys that take the second and the later ones of games with dice. */
export const LISTED = 8,
  PICKS = 'asdfjkl';

export class Scribe {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = signal(shown);
    this.lines = signal(shown.lines);
    this.clock = signal(shown.clock);
    /** what the server's clock shows, less that of this page */
    this.offset = shown.clock.now - performance.now();
    /** counts up while a clock is drawn */
    this.tick = signal(0);
    this.typed = signal('');
    this.said = signal('');
    /** the place in the list of turns that Enter takes */
    this.picked = signal(0);
    /** the endings of a game are listed */
    this.ending = signal(false);
    this.correction = signal(/** @type {Correction|null} */ (null));
    /**
     * the keys that were pressed while a step was on its way
     * @type {string[]}
     */
    this.keys = [];
    this.busy = signal(false);
    this.address = location.pathname;
    this.isReader = byId('main').dataset.role === 'reader';
    setInterval(() => void this.follow(), EVERY);
    setInterval(() => {
      if (this.clock.value.clocks) this.tick.value++;
    }, TICK);
  }

  get view() {
    return this.shown.value.view;
  }

  /** A roll is to be written, or the opening roll of a game. */
  get rolls() {
    const { phase } = this.view;
    return phase === 'between' || phase === 'roll';
  }

  get opens() {
    return this.view.phase === 'between';
  }

  get turns() {
    return meant(this.shown.value.turns, this.typed.value);
  }

  /** The turns that are listed: the list moves on with the one that is picked. */
  get listed() {
    const { turns } = this,
      first = Math.max(0, Math.min(this.picked.value - LISTED + 1, turns.length - LISTED));
    return turns.slice(first, first + LISTED).map((turn, k) => ({
      turn,
      isPicked: first + k === this.picked.value,
      key: k && !this.view.squares ? PICKS[k - 1] : '',
    }));
  }

  name(/** @type {number|null} */ side) {
    return side === null ? '' : (this.view.players[side]?.name ?? '');
  }

  /** What is to be written next, in words. */
  get prompt() {
    const { phase, to_act: side, thrown } = this.view,
      name = this.name(side);
    if (phase === 'over') return t('sc_over');
    if (phase === 'between') return t('sc_opening', { first: this.name(0), second: this.name(1) });
    if (phase === 'roll') return t('sc_roll', { name });
    if (phase === 'double') return t('sc_answer', { name });
    return thrown.length ? t('sc_turn', { name, dice: thrown.join('-') }) : t('sc_move', { name });
  }

  /**
   * The ways in which the game may end beside the board.
   * @returns {Ending[]}
   */
  get endings() {
    const { view, classes, resign } = this.shown.value,
      near = view.to_act ?? 0,
      sides = [near, 1 - near];
    if (!['roll', 'move', 'double'].includes(view.phase)) return [];
    const end = (/** @type {string} */ how, /** @type {number} */ side, points = 1) => ({
      t: 'end',
      how,
      side,
      points,
    });
    const late = sides.map((side) => ({
      text: t('flagged', { name: this.name(side) }),
      act: end('time', side),
    }));
    if (view.squares)
      return [
        ...sides.map((side) => ({
          text: t('resigned', { name: this.name(side) }),
          act: end('resign', side),
        })),
        { text: t('draw'), act: end('draw', 0) },
        ...late,
      ];
    const resigned = sides.flatMap((side) =>
      classes
        .filter(([points]) => view.phase !== 'double' && resign && points >= resign[side])
        .map(([points, kind]) => ({
          text: t('resign_offer', { name: this.name(side), kind }),
          act: end('resign', side, points),
        })),
    );
    return [...resigned, ...late];
  }

  /** Nothing is being written here, so that the sheet may change by itself. */
  get isIdle() {
    return !this.busy.value && !this.correction.value && !this.typed.value && !this.ending.value;
  }

  /** Show what was written elsewhere. */
  async follow() {
    if (document.hidden || !this.isIdle) return;
    const { revision } = this.shown.value,
      answer = await this.fetch(`/state?known=${revision}&clock=${this.clock.value.revision}`);
    if (answer?.status === 404) location.reload(); // the link was revoked
    if (answer?.status !== 200) return;
    const shown = /** @type {Shown} */ (await answer.json());
    if (this.isIdle && shown.revision > this.shown.value.revision) this.show(shown);
    else this.setClock(shown.clock);
  }

  /** @param {string} key as of a keyboard event */
  press(key) {
    if (this.busy.value) {
      this.keys.push(key);
      return;
    }
    this.said.value = '';
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) {
      const last = this.turns.length - 1;
      this.picked.value = Math.max(0, Math.min(last, this.picked.value + step));
      return;
    }
    if (key === 'Enter') this.enter();
    else if (key === 'Escape') this.escape();
    else if (key === 'Backspace') this.erase();
    else if (key.length === 1) this.type(this.typed.value + key.toLowerCase());
  }

  /** @param {string} text all that is typed now */
  type(text) {
    const { phase, squares } = this.view,
      word = text.trim();
    if (this.ending.value) {
      this.choose(Number(word) - 1);
      return;
    }
    const wanted = this.listed.find(({ key }) => key && key === word.at(-1));
    if (phase === 'move' && wanted) {
      this.take(wanted.turn);
      return;
    }
    const act = this.letter(word, phase, !!squares);
    if (act === null) {
      this.typed.value = '';
      return;
    }
    const dice = this.rolls ? roll(text) : null;
    if (dice) void this.write({ t: 'dice', dice });
    else if (act) void this.write(act);
    else {
      this.typed.value = text;
      this.picked.value = 0;
    }
  }

  /**
   * The act of a letter; null if the letter did something else, undefined if it means nothing.
   * @param {string} word
   * @param {string} phase
   * @param {boolean} squares where letters are squares and pieces
   */
  letter(word, phase, squares) {
    const cube = (/** @type {string} */ act) => ({ t: 'cube', act });
    if (word === '!' || (word === 'r' && !squares)) {
      this.ending.value = this.endings.length > 0;
      return null;
    }
    if (word === 'u' && !squares) {
      this.go(this.shown.value.undo);
      return null;
    }
    if (word === 'y' && !squares) {
      this.go(this.shown.value.redo);
      return null;
    }
    if (phase === 'roll' && word === 'd') return cube('double');
    if (this.rolls && word === 'g') {
      void this.send({ roll: true });
      return null;
    }
    if (phase !== 'double') return undefined;
    if (word === 'b') return cube(this.view.proposed.length > 1 ? 'raccoon' : 'beaver');
    return { t: cube('take'), p: cube('drop') }[word];
  }

  /** @param {number} number of an ending in the list */
  choose(number) {
    const ending = this.endings[number];
    this.ending.value = false;
    this.typed.value = '';
    if (ending) void this.write(ending.act);
  }

  enter() {
    const turn = this.turns[this.picked.value];
    if (this.view.phase === 'move' && turn) this.take(turn);
    else if (this.typed.value) this.said.value = t('sc_none');
  }

  escape() {
    if (this.ending.value) this.ending.value = false;
    else if (this.typed.value) this.typed.value = '';
    else if (this.correction.value) void this.leave();
  }

  erase() {
    if (this.ending.value) this.ending.value = false;
    else if (this.typed.value) this.typed.value = this.typed.value.slice(0, -1);
    else this.go(this.shown.value.undo);
  }

  /** @param {Turn} turn */
  take([, moves, move]) {
    void this.write(move ? { t: 'move', move } : { t: 'turn', moves });
  }

  /**
   * Write an act where the sheet is: at its end, or in the place that is corrected.
   * @param {any} act
   */
  async write(act) {
    const { is_broken: isBroken, count } = this.shown.value,
      // a roll is missing before a turn, or a turn before a roll: it comes between, and nothing is lost
      insert = this.lines.value[count]?.kind !== act.t,
      correction = this.correction.value ?? (isBroken ? { at: count, insert } : null);
    this.typed.value = '';
    this.ending.value = false;
    const step = correction ? { t: 'correct', ...correction, act } : { t: 'write', act };
    if (await this.send({ step })) this.correction.value = null;
  }

  /** @param {number} to the number of acts that count */
  go(to) {
    if (to !== this.shown.value.count || this.shown.value.is_broken)
      void this.send({ step: { t: 'go', to } });
  }

  /**
   * Look at the table before an act, to correct it.
   * @param {number} at
   */
  async correct(at) {
    if (this.isReader) return;
    const shown = await this.ask(`/state?at=${at}`);
    if (!shown || shown.at !== at) return;
    this.correction.value = { at, insert: false };
    this.typed.value = '';
    this.show(shown);
  }

  insert() {
    const { count } = this.shown.value,
      at = this.correction.value?.at ?? count;
    this.correction.value = { at, insert: !this.correction.value?.insert };
  }

  async remove() {
    const at = this.correction.value?.at ?? this.shown.value.count;
    if (await this.send({ step: { t: 'correct', at } })) this.correction.value = null;
  }

  async leave() {
    this.correction.value = null;
    const shown = await this.ask('/state');
    if (shown) this.show(shown);
  }

  /** @param {Shown['clock']} clock */
  setClock(clock) {
    this.clock.value = clock;
    this.offset = clock.now - performance.now();
  }

  /** @param {Shown} shown */
  show(shown) {
    this.setClock(shown.clock);
    this.picked.value = 0;
    this.lines.value = [...this.lines.value.slice(0, shown.lines_from), ...shown.lines];
    this.shown.value = shown;
    document.documentElement.dataset.acts = String(shown.count);
  }

  /** @param {string} path */
  async ask(path) {
    const answer = await this.fetch(path);
    if (answer?.ok) return /** @type {Promise<Shown>} */ (answer.json());
    if (!answer) this.said.value = t('sc_lost');
    return null;
  }

  /** @param {string} path */
  async fetch(path) {
    try {
      return await fetch(this.address + path, { signal: AbortSignal.timeout(ENOUGH) });
    } catch {
      return null;
    }
  }

  /**
   * Send a step until it is answered. A step that was stored already is not stored again.
   * @param {{ step?: any, roll?: boolean }} request
   */
  async send(request) {
    if (this.busy.value || this.isReader) return false;
    this.busy.value = true;
    const body = JSON.stringify({ revision: this.shown.value.revision, ...request });
    let answer = null;
    while (!answer) {
      answer = await this.post(body);
      if (!answer) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
    const reply = await answer.json();
    if (answer.ok) {
      this.said.value = '';
      this.show(reply);
    } else {
      const now = reply.code === 'stale' ? await this.ask('/state') : null;
      if (now) this.show(now);
      else this.shown.value = { ...this.shown.value }; // what was tried on the board goes back
      this.said.value = reply.reason;
      this.keys = [];
    }
    this.busy.value = false;
    while (this.keys.length && !this.busy.value)
      this.press(/** @type {string} */ (this.keys.shift()));
    return answer.ok;
  }

  /** @param {string} body */
  async post(body) {
    const token = /** @type {HTMLInputElement} */ (
      document.querySelector('[name=csrfmiddlewaretoken]')
    ).value;
    try {
      const answer = await fetch(`${this.address}/step`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token },
        signal: AbortSignal.timeout(ENOUGH),
      });
      if (answer.headers.get('Content-Type')?.startsWith('application/json')) return answer;
    } catch {
      // said below
    }
    this.said.value = t('sc_lost');
    return null;
  }
}

/** The sheet that came with the page. */
export const sent = () => /** @type {Shown} */ (JSON.parse(byId('data').textContent ?? ''));
