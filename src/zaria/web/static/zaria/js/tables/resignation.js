/** How much to resign for. */
import { html, nothing, t } from '../ui/dom.js';
import { lateWords } from '../ui/late_words.js';
import { armed } from '../shell/state.js';
import { sure } from '../shell/controls.js';
import { kindName } from '../shell/announcer.js';

// its words and its style come when they are first needed
await lateWords().catch(() => {});

/**
 * The game's classes of a win, none less than the position is worth already.
 * @param {DiceActions} a
 * @param {Flag} open
 */
export function levels(a, open) {
  const v = a.table.view.value,
    least = v.resign_min[a.table.me.value];
  return html`<div class="levels" role="group" aria-label=${t('resign')}>
    <p>${a.canResign ? t('resign_ask') : t('resign_later')}</p>
    ${v.classes.map(
      ([n]) =>
        html`<button
          type="button"
          class="btn ${armed.value === `resign${n}` ? 'danger' : ''}"
          data-resign=${n}
          ?disabled=${!a.canResign || n < least}
          @click=${() => a.resign(n)}
        >
          <span>${armed.value === `resign${n}` ? sure() : kindName(v, n)}</span
          ><small>−${t('points', { n: n * v.cube.value })}</small>
        </button>`,
    )}
    ${
      a.canFinish
        ? html`<button type="button" class="btn" data-finish @click=${() => a.finish()}>
            ${armed.value === 'finish' ? sure() : t('session_end')}
          </button>`
        : nothing
    }
    <button
      type="button"
      class="btn quiet"
      @click=${() => {
        open.value = false;
      }}
    >
      ${t('cancel')}
    </button>
  </div>`;
}
