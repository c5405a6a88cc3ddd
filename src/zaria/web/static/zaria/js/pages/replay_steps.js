/**
 * Stepping through a match that is over, whatever its board: buttons, slider, list, keys, and the
 * words beside the board.
 */
import { byId, motion, t } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';
import { keep, recall } from '../live/storage.js';
import { offerTools } from './position_tools.js';

/**
 * What the server wrote of any moment.
 * @typedef {{ t: string, turn: number, say: string, due: string, link: string }} Step
 */
/**
 * `stops`: the frames between which a whole turn is one step.
 * @template F
 * @typedef {{ frames: F[], address: string, at: number, near: number, you?: number|null, stops:
 * number[] }} Shown
 */
/**
 * What the page with the board does: draws the frame, `onward` when it is the one after the last
 * drawn, and numbers beside a player.
 * @typedef {{ draw(onward: boolean): void, facts(side: number): Record<string, string|number>,
 * compare(ways: Compared|null): void, attempt(ways: import('./attempt.js').Ways|null, changed?: ()
 * => void): import('./attempt.js').Trial|null, edit(place: (at: number) => void):
 * import('./position_editor.js').Edited, surface: import('./study_drawings.js').Surface }} Board
 * `compare` draws ways over the board; `attempt` lets the reader play a turn; null: no more; `edit`
 * lets them put a position
 * together, and `place` is called for the keys
 */
/**
 * Ways to play one turn: what was played, and the best or another that the reader chose; `frame` is the
 * position before.
 * @typedef {{ frame: number, side: number, played?: import('../analysis.js').Choice, better?:
 * import('../analysis.js').Choice }} Compared
 */

/** What the server sent with the page. */
export const sent = () => JSON.parse(byId('data').textContent ?? '');

/**
 * How long a frame stays while the match plays, in ms: a roll is soon seen, a turn has to be
 * followed.
 */
const ROLL = 900,
  TURN = 1600;

/** The part of an address that opens the analysis and begins it. */
const BEGINS = '#analyse';

/** How fast the match plays; a tap leads from one to the next. */
const SPEEDS = [1, 2, 4, 0.5],
  SPEED = 'zaria.replay-speed';

/** @template {Step} F */
export class Steps {
  /** @param {Shown<F>} data */
  constructor(data) {
    this.data = data;
    this.at = data.at;
    /** the side below */
    this.near = data.near;
    this.last = data.frames.length - 1;
    /**
     * the next step while the match plays
     * @type {number|undefined}
     */
    this.timer = undefined;
    this.speed = 1;
    /** @type {Board|undefined} */
    this.board = undefined;
    /**
     * the module of the analysis
     * @type {Promise<typeof import('./analysis.js')>|undefined}
     */
    this.coming = undefined;
    /** whether the analysis begins as soon as it is known that there is none */
    this.begins = false;
    /**
     * ends the turn that the reader tries
     * @type {(() => void)|undefined}
     */
    this.left = undefined;
    /**
     * called when another frame is shown
     * @type {() => void}
     */
    this.follow = () => {};
    /**
     * the ways that an analysis lays over the frame at hand
     * @type {() => Compared|null}
     */
    this.compare = () => null;
    /** The query of the address of the single position that is shown. */
    this.query = () => new URLSearchParams(location.search);
    /** The address that answers what an engine thinks of the position. */
    this.opinionAddress = () => `${location.pathname}/opinion.json?${this.query()}`;
  }

  get frame() {
    return this.data.frames[this.at];
  }

  /** The frame on the board: ways are drawn on the position before their turn. */
  get drawn() {
    return this.data.frames[this.compare()?.frame ?? this.at];
  }

  /**
   * Whether a side sits below (0) or above (1).
   * @param {number} side
   * @returns {Side}
   */
  rel(side) {
    return /** @type {Side} */ (side ^ this.near);
  }

  /**
   * What a player is called, by side: who looks on may be neither.
   * @param {number} side
   */
  name(side) {
    return document.querySelector(`.replay-who[data-side='${side}'] > b`)?.textContent ?? '';
  }

  /**
   * Begin.
   * @param {Board} board
   */
  run(board) {
    this.board = board;
    this.listen();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) motion.speed = 0;
    this.show(false);
    this.steer();
    this.tabs();
    document.documentElement.dataset.ready = '1';
  }

  /** The moves, and what an analysis says of them, which is fetched when it is asked for. */
  tabs() {
    const tabs = /** @type {HTMLElement[]} */ ([
      ...document.querySelectorAll('.record [role=tab]'),
    ]);
    const open = (/** @type {HTMLElement} */ tab) => {
      this.leave();
      for (const element of tabs) {
        element.setAttribute('aria-selected', String(element === tab));
        element.tabIndex = element === tab ? 0 : -1;
        byId(element.getAttribute('aria-controls') ?? '').hidden = element !== tab;
      }
      const analysed = tab.id === 'tab-analysis';
      if (location.hash !== (analysed ? '#analysis' : ''))
        history.replaceState(
          null,
          '',
          `${location.pathname}${location.search}${analysed ? '#analysis' : ''}`,
        );
      if (analysed) void this.analysis();
      else this.mark();
      this.redraw();
    };
    for (const tab of tabs) tab.addEventListener('click', () => open(tab));
    tabs[0]?.parentElement?.addEventListener('keydown', (e) => {
      const to = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (!to) return;
      e.stopPropagation();
      const next =
        tabs[
          (tabs.findIndex((candidate) => candidate === e.target) + to + tabs.length) % tabs.length
        ];
      next.focus();
      open(next);
    });
    this.begins = location.hash === BEGINS;
    if (tabs[1] && (this.begins || location.hash === '#analysis')) open(tabs[1]);
  }

  /** The analysis, or that it cannot be fetched yet. */
  async analysis() {
    const root = byId('analysis');
    this.coming ??= importModule(
      () => import('./analysis.js'),
      () => {
        if (!root.querySelector('.alert'))
          root.insertAdjacentHTML('beforeend', '<p class="alert" role="alert"></p>');
        for (const lost of root.querySelectorAll('.alert')) lost.textContent ||= t('an_lost');
      },
    );
    const { open } = await this.coming;
    for (const before of root.querySelectorAll(':scope > :is(.alert, progress)')) before.remove();
    open(this, root);
  }

  /** @param {boolean} onward whether this is the next frame */
  show(onward) {
    const quick = motion.speed;
    if (!onward) motion.speed = 0;
    this.board?.draw(onward);
    motion.speed = quick;
    this.board?.compare(this.compare());
    this.facts();
    document.documentElement.dataset.at = String(this.at);
    this.follow();
  }

  /** Draw the same frame, on which other ways are to be seen. */
  redraw() {
    const quick = motion.speed;
    motion.speed = 0;
    this.board?.draw(false);
    motion.speed = quick;
    this.board?.compare(this.compare());
    this.facts();
  }

  /** Write what the board cannot say. */
  facts() {
    const now = this.frame;
    for (const who of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('.replay-who')
    )) {
      const side = Number(who.dataset.side),
        values = this.board?.facts(side) ?? {};
      who.classList.toggle('on', now.turn === side && now.t !== 'ended');
      who.style.order = this.rel(side) === 0 ? '2' : '0';
      for (const el of /** @type {NodeListOf<HTMLElement>} */ (who.querySelectorAll('[data-fact]')))
        el.textContent = String(values[el.dataset.fact ?? ''] ?? '');
    }
    for (const name of /** @type {const} */ (['say', 'due'])) {
      const el = document.querySelector(`#say [data-fact=${name}]`);
      if (el && el.textContent !== now[name]) el.textContent = now[name];
    }
  }

  /** The frame's line in the list: the one that ends there, or will. */
  mark() {
    const links = /** @type {HTMLAnchorElement[]} */ ([
      ...document.querySelectorAll('#turns li a'),
    ]);
    const now = links.find((a) => Number(a.dataset.at) >= this.at) ?? links.at(-1);
    for (const a of links) a.toggleAttribute('aria-current', a === now);
    now?.setAttribute('aria-current', 'true');
    const game = now?.closest('details');
    if (game && !game.open) {
      for (const details of document.querySelectorAll('#turns details'))
        details.toggleAttribute('open', details === game);
    }
    const list = byId('turns');
    if (now && list.scrollHeight > list.clientHeight) {
      const top = now.offsetTop - list.offsetTop,
        room = list.clientHeight - now.offsetHeight;
      if (top < list.scrollTop || top > list.scrollTop + room) list.scrollTop = top - room / 2;
    }
  }

  /** Where the turn that comes next is over. */
  get nextTurn() {
    return this.data.stops.find((stop) => stop > this.at) ?? this.last;
  }

  /** Where the turn before began. */
  get previousTurn() {
    return this.data.stops.findLast((stop) => stop < this.at) ?? 0;
  }

  /** The reader tries no turn any more. */
  leave() {
    const { left: endAttempt } = this;
    this.left = undefined;
    endAttempt?.();
  }

  /** @param {number} to */
  go(to) {
    this.leave();
    const aim = Math.max(0, Math.min(this.last, to));
    if (aim === this.at) return;
    const onward = aim === this.at + 1 || aim === this.nextTurn;
    this.at = aim;
    this.show(onward);
    this.steer();
    if (this.data.address)
      history.replaceState(null, '', `${this.data.address}?at=${this.at}${location.hash}`);
  }

  /**
   * Play the match from here, or from its beginning, or rest.
   * @param {boolean} on
   */
  play(on) {
    const button = byId('run');
    clearTimeout(this.timer);
    button.setAttribute('aria-pressed', String(on));
    if (!on) return;
    if (this.at === this.last) this.go(0);
    const step = () => {
      this.go(this.at + 1);
      if (this.at < this.last) wait();
      else this.play(false);
    };
    const wait = () => {
      const stay = ['rolled', 'opening'].includes(this.frame.t) ? ROLL : TURN;
      this.timer = setTimeout(step, stay / this.speed);
    };
    wait();
  }

  /** The button beside the one that plays: how fast, which the browser remembers. */
  pace() {
    const button = document.getElementById('speed');
    if (!button) return;
    const name = button.getAttribute('aria-label') ?? '';
    const set = (/** @type {number} */ speed) => {
      this.speed = speed;
      const text = `${speed === 0.5 ? '½' : speed}×`;
      button.textContent = text;
      button.setAttribute('aria-label', `${name}: ${text}`);
    };
    const before = Number(recall(SPEED));
    set(SPEEDS.includes(before) ? before : 1);
    button.hidden = false;
    button.addEventListener('click', () => {
      set(SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]);
      keep(SPEED, String(this.speed));
      if (document.getElementById('run')?.getAttribute('aria-pressed') === 'true') this.play(true);
    });
  }

  /** Bring the buttons, the slider and the list to where we are. */
  steer() {
    const slider = /** @type {HTMLInputElement|null} */ (document.getElementById('at')),
      { at, last } = this;
    if (!slider) return;
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', this.frame.say);
    for (const [id, there] of Object.entries({
      first: at === 0,
      before: at === 0,
      after: at === last,
      last: at === last,
    })) {
      byId(id).setAttribute('aria-disabled', String(there));
    }
    const from = this.data.address ? `&match=${this.data.address.split('/')[2]}&at=${at}` : '';
    byId('link').setAttribute('href', `${this.frame.link}${from}`);
    const library = this.frame.link.replace(/^\/position\/([^?]+)\?/, '/library?game=$1&');
    document.getElementById('library')?.setAttribute('href', library);
    const code = /** @type {HTMLInputElement|null} */ (document.getElementById('frame-code'));
    if (code) code.value = code.value.replace(/at=\d+/, `at=${at}`);
    // who saves a note comes back to what they saw
    const noted = /** @type {HTMLInputElement|null} */ (
      document.querySelector('.own-note [name=at]')
    );
    if (noted) noted.value = String(at);
    this.mark();
  }

  /** The sheet that lists the keys; a single position has none. */
  help() {
    const sheet = /** @type {HTMLDialogElement|null} */ (document.getElementById('sheet-keys'));
    const button = document.getElementById('keys');
    if (!sheet || !button) return;
    button.hidden = false;
    button.addEventListener('click', () => sheet.showModal());
    sheet.addEventListener('click', (e) => {
      if (e.target === sheet) sheet.close();
    });
    document.addEventListener('keydown', (e) => {
      const field = /** @type {HTMLElement} */ (e.target).closest('input:not(#at),textarea,select');
      if (e.key === '?' && !field && !sheet.open) sheet.showModal();
    });
  }

  listen() {
    const run = document.getElementById('run');
    // a viewer who steps by hand does not want it to play on
    const instead = (/** @type {Event} */ e, /** @type {() => void} */ act) => {
      e.preventDefault();
      if (run) this.play(false);
      act();
    };
    run?.addEventListener('click', () => this.play(run.getAttribute('aria-pressed') !== 'true'));
    run?.toggleAttribute('hidden', false);
    this.pace();
    const places = {
      first: () => 0,
      before: () => this.previousTurn,
      after: () => this.nextTurn,
      last: () => this.last,
    };
    for (const [id, to] of Object.entries(places))
      document
        .getElementById(id)
        ?.addEventListener('click', (e) => instead(e, () => this.go(to())));
    document
      .getElementById('at')
      ?.addEventListener('input', (e) =>
        instead(e, () => this.go(Number(/** @type {HTMLInputElement} */ (e.target).value))),
      );
    document.getElementById('flip')?.addEventListener('click', () => {
      this.leave();
      this.near = 1 - this.near;
      this.show(false);
    });
    const record = /** @type {HTMLElement|null} */ (document.querySelector('.record'));
    record?.addEventListener('click', (e) => {
      const link = /** @type {HTMLElement} */ (e.target).closest('a[data-at]');
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      const to = Number(/** @type {HTMLElement} */ (link).dataset.at),
        details = link.closest('details');
      instead(e, () => {
        if (details) details.open = true;
        this.go(to);
      });
    });
    /** @type {Record<string, () => number>} */
    const KEYS = {
      ArrowLeft: places.before,
      ArrowRight: places.after,
      Home: places.first,
      End: places.last,
    };
    /**
     * A roll, or the turn after it, alone.
     * @type {Record<string, () => number>}
     */
    const SHIFT_KEYS = { ...KEYS, ArrowLeft: () => this.at - 1, ArrowRight: () => this.at + 1 };
    this.help();
    offerTools(this);
    document.addEventListener('keydown', (e) => {
      const to = (e.shiftKey ? SHIFT_KEYS : KEYS)[e.key],
        el = /** @type {HTMLElement} */ (e.target);
      if (
        !to ||
        document.querySelector('dialog[open]') ||
        (!this.data.address && this.last === 0) ||
        e.altKey ||
        e.ctrlKey ||
        e.metaKey ||
        el.closest('input:not(#at),textarea,select,.keys')
      )
        return;
      instead(e, () => this.go(to()));
    });
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
      document.querySelectorAll('[data-copy]')
    )) {
      button.hidden = !navigator.clipboard;
      button.addEventListener('click', () => {
        const input = /** @type {HTMLInputElement} */ (button.previousElementSibling);
        void navigator.clipboard.writeText(input.value).then(() => {
          button.textContent = t('copied');
        });
      });
    }
  }
}
