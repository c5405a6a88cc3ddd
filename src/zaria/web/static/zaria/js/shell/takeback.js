/** Taking the last turn back: a request on the player's own card, its answer, and the board after it. */
import { batch } from '@preact/signals-core';
import { byId, html, icon, mount, nothing, t } from '../ui/dom.js';
import { lateWords } from '../ui/late_words.js';
import { nameOf, note, say, sentence, sound } from './announcer.js';
import { button } from './controls.js';
import { isFresh } from './countdown.js';

/** ms for which the board is seen as it was before the turn */
const SEEN = 400;

/**
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 */
export function follow(table, commands) {
  const requests = () => table.view.value.takeback,
    isAsked = () => requests()?.waiting === 1 - table.me.value;

  /** Asks for the viewer's last turn, or says that the request waits. */
  function request() {
    if (requests()?.waiting === table.me.value) return waits();
    if (!requests()?.can_request[table.me.value]) return nothing;
    return html`<button
      type="button"
      class="btn quiet sq"
      .style=${'grid-area:1/3/3;width:46px'}
      id="takeback"
      title=${t('back_ask')}
      aria-label=${t('back_ask')}
      ?disabled=${table.waiting.value}
      @click=${() => commands.send({ t: 'requestback' })}
    >
      ${icon('undo')}
    </button>`;
  }

  /** The request of the viewer, until the opponent answers or acts. */
  function waits() {
    const name = nameOf(table.view.value, 1 - table.me.value);
    return html`<p class="back-waits" title=${t('back_request_mine')}>
      ${icon('undo')}<span>${t('back_waits', { name })}</span>
    </p>`;
  }

  /** What the opponent asks, in a place that hides nothing which is needed now: it moves no button. */
  function answer() {
    if (!table.playing || !isAsked()) return nothing;
    const v = table.view.value,
      text = t('back_request', { name: nameOf(v, 1 - table.me.value) }),
      off = table.waiting.value || isFresh(`takeback-${v.roll_no}-${v.squares?.plies}`);
    /** @type {import('./controls.js').Button[]} */
    const choices = [
      {
        id: 'decline-takeback',
        name: 'decline',
        off,
        act: () => commands.send({ t: 'declineback' }),
        label: [icon('close'), html`<span>${t('decline')}</span>`],
      },
      {
        id: 'accept-takeback',
        name: 'accept',
        off,
        act: () => commands.send({ t: 'acceptback' }),
        label: [icon('check'), html`<span>${t('accept')}</span>`],
      },
    ];
    return html`<div class="back-answer" role="group" aria-label=${text}>
      <p>${text}</p>
      ${choices.map(button)}
    </div>`;
  }

  const el = document.createElement('div');
  el.className = 'takebacks';
  byId('acts').before(el);
  mount(el, answer);
  return { request };
}

/**
 * Show a request, that it was declined, or the turn that is taken back.
 * @param {import('./events.js').EventDisplay<any>} display
 * @param {Ev} ev
 * @returns {Promise<unknown>}
 */
export async function show(display, ev) {
  const { table } = display,
    { e } = ev;
  await lateWords().catch(() => {});
  if (e.t === 'takenback') {
    note(sentence(table, 'took_back', e.side, {}, ev.v));
    return undo(display, ev, e.side);
  }
  if (e.t !== 'backrequest' && e.t !== 'backno') return undefined;
  const text = sentence(
    table,
    e.t === 'backno' ? 'back_declined' : 'back_request',
    e.side,
    {},
    ev.v,
  );
  display.apply(ev);
  if (e.t === 'backrequest' && table.you.value === 1 - e.side) {
    sound('double');
    say(text);
  } else note(text);
  return undefined;
}

/**
 * The moves after the turn go, and nothing plays by itself.
 * @param {import('./events.js').EventDisplay<any>} display
 * @param {Ev} ev
 * @param {number} side
 */
export function undo(display, ev, side) {
  const { table } = display,
    { value } = table.log;
  const at = value.findLastIndex((/** @type {LogLine} */ line) => line.side === side && line.text);
  batch(() => {
    if (at >= 0) table.log.value = value.slice(0, at);
    if (at >= 0)
      table.cubes.value = table.cubes.value.filter(
        (/** @type {{at: number}} */ line) => line.at <= at,
      );
    table.forget();
    table.sent.value = false;
    if (table.plan) table.plan.value = [];
    display.apply(ev);
    table.held.value = true;
  });
  return display.pause(SEEN);
}
