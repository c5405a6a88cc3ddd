/**
 * Players who are away, or do nothing: a countdown on the card, and then a choice for who waits.
 */
import { computed, effect, untracked } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { countdown, remaining, isFresh } from './countdown.js';
import { nameOf, say, sound } from './announcer.js';

/** @param {Away} one */
const kind = (one) => {
  if (one.left) return 'left';
  return one.idle ? 'idle' : 'gone';
};
/** @param {Away} one */
const label = (one) => `${one.side}-${one.until}-${kind(one)}`;

/**
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {Session} session
 */
export function follow(table, commands, session) {
  /**
   * A player for whom only a program waits may take their time.
   * @param {number} side
   */
  const of = (side) =>
    table.away.value.find((one) => one.side === side && !table.program(1 - side));
  /** whom the viewer waits for */
  const foe = computed(() => (table.playing ? (of(1 - table.me.value) ?? null) : null));
  const due = computed(() => {
    const one = foe.value;
    return one !== null && !remaining(session, one.until);
  });
  let announced = '',
    asked = '';

  effect(() => {
    const news = table.away.value.map(label).join();
    if (news === announced) return;
    announced = news;
    untracked(() => {
      for (const side of [0, 1]) announce(of(side));
    });
  });
  effect(() => {
    const one = foe.value,
      now = due.value && one ? label(one) : '';
    // a viewer who must act keeps the board: the claim is on the card
    if (now && now !== asked && table.view.value.to_act !== table.you.value) {
      asked = now;
      table.claims.value = true;
    } else if (!now) table.claims.value = false;
  });
  // a player who keeps others waiting may be looking elsewhere
  effect(() => {
    const late = table.playing && of(table.me.value)?.idle;
    table.call.value = late ? t('your_turn') : '';
    table.notice.value = late ? t('away_mine') : '';
  });

  /**
   * Once.
   * @param {Away|undefined} one
   */
  function announce(one) {
    if (one?.side === table.you.value && one.idle) sound('time');
    else if (one && one.side !== table.you.value)
      say(t(`absent_${kind(one)}`, { name: nameOf(table.view.value, one.side) }));
  }

  /**
   * Below the name on a card.
   * @param {number} side
   */
  function line(side) {
    const one = of(side);
    if (!one || !['roll', 'move', 'double', 'resign', 'between'].includes(table.view.value.phase))
      return nothing;
    if (due.value && one === foe.value) {
      return html`<button
        type="button"
        class="gone"
        id="claims"
        @click=${() => {
          table.claims.value = !table.claims.value;
        }}
      >
        ${t('claim')}
      </button>`;
    }
    const time = countdown(session, one.until);
    return html`<span class="gone"
      >${side === table.you.value ? t('away_you', { time }) : t(`away_${kind(one)}`, { time })}</span
    >`;
  }

  /** What to do about it. */
  function pane() {
    const one = foe.value;
    if (!one || !table.claims.value) return nothing;
    const off = isFresh(label(one)) || table.waiting.value,
      claim = (/** @type {'win'|'draw'} */ what) => () => commands.send({ t: 'claim', what });
    return html`<div
      class="pane claim"
      role="dialog"
      aria-modal="false"
      aria-labelledby="claim-title"
    >
      <h2 id="claim-title">
        ${t(`absent_${kind(one)}`, { name: nameOf(table.view.value, one.side) })}
      </h2>
      <p>${t('claim_text')}</p>
      <button type="button" class="btn pri" id="claim-win" ?disabled=${off} @click=${claim('win')}>
        ${t('claim_win')}
      </button>
      <div class="row even">
        ${
          table.view.value.tournament
            ? nothing
            : html`<button
                type="button"
                class="btn"
                id="claim-draw"
                ?disabled=${off}
                @click=${claim('draw')}
              >
                ${t('claim_draw')}
              </button>`
        }
        <button
          type="button"
          class="btn"
          id="claim-wait"
          ?disabled=${off}
          @click=${() => {
            table.claims.value = false;
          }}
        >
          ${t('claim_wait')}
        </button>
      </div>
    </div>`;
  }
  return { line, pane };
}
