/**
 * Players who are away, or do nothing: a countdown on the card, and then a choice for who waits.
 */
import { computed, effect, untracked } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { countdown, remaining, isFresh } from './countdown.js';
import { nameOf, say, sound } from './announcer.js';

/** @param {Away} absence */
const kind = (absence) => {
  if (absence.left) return 'left';
  return absence.idle ? 'idle' : 'gone';
};
/** @param {Away} absence */
const label = (absence) => `${absence.side}-${absence.until}-${kind(absence)}`;

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
    table.away.value.find((absence) => absence.side === side && !table.program(1 - side));
  /** whom the viewer waits for */
  const foe = computed(() => (table.playing ? (of(1 - table.me.value) ?? null) : null));
  const due = computed(() => {
    const absence = foe.value;
    return absence !== null && !remaining(session, absence.until);
  });
  let announced = '',
    lastLabel = '';

  effect(() => {
    const news = table.away.value.map(label).join();
    if (news === announced) return;
    announced = news;
    untracked(() => {
      for (const side of [0, 1]) announce(of(side));
    });
  });
  effect(() => {
    const absence = foe.value,
      now = due.value && absence ? label(absence) : '';
    // a viewer who must act keeps the board: the claim is on the card
    if (now && now !== lastLabel && table.view.value.to_act !== table.you.value) {
      lastLabel = now;
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
   * @param {Away|undefined} absence
   */
  function announce(absence) {
    if (absence?.side === table.you.value && absence.idle) sound('time');
    else if (absence && absence.side !== table.you.value)
      say(t(`absent_${kind(absence)}`, { name: nameOf(table.view.value, absence.side) }));
  }

  /**
   * Below the name on a card.
   * @param {number} side
   */
  function line(side) {
    const absence = of(side);
    if (
      !absence ||
      !['roll', 'move', 'double', 'resign', 'between'].includes(table.view.value.phase)
    )
      return nothing;
    if (due.value && absence === foe.value) {
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
    const time = countdown(session, absence.until);
    return html`<span class="gone"
      >${side === table.you.value ? t('away_you', { time }) : t(`away_${kind(absence)}`, { time })}</span
    >`;
  }

  /** What to do about it. */
  function pane() {
    const absence = foe.value;
    if (!absence || !table.claims.value) return nothing;
    const off = isFresh(label(absence)) || table.waiting.value,
      claim = (/** @type {'win'|'draw'} */ result) => () =>
        commands.send({ t: 'claim', what: result });
    return html`<div
      class="pane claim"
      role="dialog"
      aria-modal="false"
      aria-labelledby="claim-title"
    >
      <h2 id="claim-title">
        ${t(`absent_${kind(absence)}`, { name: nameOf(table.view.value, absence.side) })}
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
