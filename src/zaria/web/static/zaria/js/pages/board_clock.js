/**
 * The clock of a match over a real board, on a device that lies between the players. A tap shows at once and
 * is sent until it is answered, with the time that has passed since.
 */
import { clockState, digits } from '../shell/state.js';
import { byId } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';

/** ms between two drawings, between two questions for the clock, and before an act is sent again. */
const TICK = 100,
  EVERY = 2000,
  AGAIN = 1500;
const SECOND = 1000,
  MINUTE = 60 * SECOND;

/**
 * As `zaria.club.scribe.clock_views.ClockState`.
 * @typedef {{ revision: number, now: number, delay: number, increment: number, turn: number|null,
 * clocks: { bank: [number, number], running: number|null, since: number, delay: number }|null }} Clock
 */
/** @typedef {{ act: any, at: number }} Waiting */

const main = byId('main'),
  { flag = '', lost = '', stale = '', pause: pauses = '', resume: resumes = '' } = main.dataset,
  mayWrite = !!main.dataset.mayWrite,
  status = byId('status'),
  halves = [0, 1].map((side) => /** @type {HTMLButtonElement} */ (byId(`half-${side}`)));
const pause = /** @type {HTMLButtonElement|null} */ (document.getElementById('pause')),
  dialog = /** @type {HTMLDialogElement|null} */ (document.getElementById('sheet-clock'));

class BoardClock {
  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.offset = 0;
    /** the acts that are not answered yet
     * @type {Waiting[]} */
    this.waiting = [];
    this.isSending = false;
    this.hear(clock);
  }

  /** The server's time, ms. */
  get now() {
    return performance.now() + this.offset;
  }

  /** @param {Clock} clock */
  hear(clock) {
    this.clock = clock;
    this.offset = clock.now - performance.now();
    this.draw();
  }

  /** @param {number} side */
  isFlagged(side) {
    return this.clock.turn === side && this.state(side)?.left === 0;
  }

  /** @param {number} side */
  state(side) {
    const { clocks, turn } = this.clock,
      shown = clockState(clocks, side, this.now);
    // a side that waits has no turn yet, so its delay says nothing
    return shown && turn !== side ? { ...shown, delay: 0, part: 0, left: shown.bank } : shown;
  }

  draw() {
    const { clocks, turn, delay } = this.clock,
      running = clocks?.running ?? null;
    for (const [side, half] of halves.entries()) {
      const state = this.state(side),
        time = /** @type {HTMLElement} */ (half.querySelector('.time')),
        bank = state ? digits(state.bank) : '–';
      if (time.textContent !== bank) time.textContent = bank;
      time.classList.toggle('long', bank.length > 5);
      const isFlagged = this.isFlagged(side),
        delayed = state?.delay ? `+${Math.ceil(state.delay / SECOND)}` : '',
        words = isFlagged ? flag : delayed,
        line = /** @type {HTMLElement} */ (half.querySelector('.said'));
      if (line.textContent !== words) line.textContent = words;
      half.classList.toggle('runs', running === side);
      half.classList.toggle('waits', turn === side && running === null);
      half.classList.toggle('flagged', isFlagged);
      half.style.setProperty('--part', String(state && delay ? state.delay / delay : 0));
      half.disabled = !mayWrite || !clocks || (turn !== null && running !== side);
    }
    if (pause) {
      pause.disabled = !clocks || turn === null;
      const label = running === null && turn !== null ? resumes : pauses;
      if (pause.textContent !== label) pause.textContent = label;
    }
    document.documentElement.dataset.revision = String(this.clock.revision);
  }

  /** @param {number} side */
  tap(side) {
    if (halves[side].disabled) return;
    navigator.vibrate?.(10);
    const { clocks, turn, delay, increment } = this.clock;
    if (!clocks) return;
    const bank = /** @type {[number, number]} */ ([0, 1].map((i) => this.state(i)?.bank ?? 0));
    if (turn !== null) bank[side] += increment;
    this.clock = {
      ...this.clock,
      turn: 1 - side,
      clocks: { bank, running: 1 - side, since: this.now, delay },
    };
    this.draw();
    this.give({ t: 'press', side });
  }

  /** @param {any} act */
  give(act) {
    this.waiting.push({ act, at: performance.now() });
    void this.sendAll();
  }

  async sendAll() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.waiting.length) {
      const [{ act, at }] = this.waiting;
      const answer = await this.post(act, Math.round(performance.now() - at));
      if (!answer) {
        status.textContent = lost;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
        continue;
      }
      status.textContent = answer.status === 409 ? stale : '';
      this.waiting.shift();
      const clock = [200, 409].includes(answer.status) ? await answer.json() : null;
      if (!answer.ok) this.waiting = [];
      if (clock) this.clock = { ...this.clock, revision: clock.revision };
      if (!clock) location.reload();
      else if (!this.waiting.length) this.hear(clock);
    }
    this.isSending = false;
  }

  /**
   * @param {any} act
   * @param {number} late
   */
  async post(act, late) {
    const token = /** @type {HTMLInputElement} */ (
      document.querySelector('[name=csrfmiddlewaretoken]')
    );
    try {
      return await fetch(`${location.pathname}/act`, {
        method: 'POST',
        body: JSON.stringify({ revision: this.clock.revision, act, late }),
        headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token.value },
        signal: AbortSignal.timeout(ENOUGH),
      });
    } catch {
      return null;
    }
  }

  /** Show what another device did. */
  async follow() {
    if (this.isSending || document.hidden) return;
    const { revision } = this.clock;
    try {
      const answer = await fetch(`${location.pathname}.json?known=${revision}`, {
        signal: AbortSignal.timeout(ENOUGH),
      });
      if (answer.status === 404) location.reload(); // the link was revoked
      if (answer.status !== 200) return;
      const clock = await answer.json();
      if (!this.isSending && clock.revision > this.clock.revision) this.hear(clock);
    } catch {
      // the clock runs on here, and the next question follows
    }
  }
}

const clock = new BoardClock(JSON.parse(byId('data').textContent ?? ''));

/** The device stays awake while it lies on the table. */
const stayAwake = () => void navigator.wakeLock?.request('screen').catch(() => null);

for (const [side, half] of halves.entries()) {
  half.addEventListener('pointerdown', () => {
    stayAwake();
    clock.tap(side);
  });
  // a click without a pointer is that of a key or of a screen reader
  half.addEventListener('click', (e) => {
    if (!e.detail) clock.tap(side);
  });
}
document.addEventListener('keydown', (e) => {
  if (dialog?.open || e.repeat) return;
  const target = /** @type {HTMLElement} */ (e.target);
  if (e.key === ' ' && !target.closest('.middle')) {
    const side = clock.clock.turn ?? halves.findIndex((half) => half === target);
    if (side >= 0) clock.tap(side);
    e.preventDefault();
  } else if (e.key === 'p') pause?.click();
});
pause?.addEventListener('click', () => {
  clock.give({ t: clock.clock.clocks?.running === null ? 'resume' : 'pause' });
});

/** @param {string} text m:ss or h:mm:ss */
const milliseconds = (text) =>
  SECOND * text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

if (dialog) {
  const correct = /** @type {HTMLFormElement} */ (byId('correct')),
    begin = /** @type {HTMLFormElement} */ (byId('begin')),
    remove = byId('remove');
  const number = (/** @type {string} */ name) => Number(new FormData(begin).get(name));
  byId('set').addEventListener('click', () => {
    const { clocks, turn } = clock.clock;
    // times are corrected while they stand
    if (clocks && clocks.running !== null) clock.give({ t: 'pause' });
    correct.hidden = remove.hidden = !clocks;
    for (const side of [0, 1]) {
      const field = /** @type {HTMLInputElement} */ (correct.elements.namedItem(`left${side}`));
      field.value = digits(clock.state(side)?.bank ?? 0);
    }
    /** @type {HTMLSelectElement} */ (correct.elements.namedItem('turn')).value = String(turn ?? 0);
    dialog.showModal();
  });
  correct.addEventListener('submit', (e) => {
    e.preventDefault();
    const data = new FormData(correct),
      bank = ['left0', 'left1'].map((name) => milliseconds(String(data.get(name))));
    clock.give({ t: 'correct', bank, turn: Number(data.get('turn')) });
    dialog.close();
  });
  begin.addEventListener('submit', (e) => {
    e.preventDefault();
    const bank = number('bank') * MINUTE,
      delay = number('delay') * SECOND;
    clock.give({ t: 'set', delay, bank, increment: number('increment') * SECOND });
    dialog.close();
  });
  remove.addEventListener('click', () => {
    clock.give({ t: 'remove' });
    dialog.close();
  });
  if (!clock.clock.clocks) byId('set').click();
}
setInterval(() => clock.draw(), TICK);
setInterval(() => void clock.follow(), EVERY);
document.documentElement.dataset.ready = '1';
