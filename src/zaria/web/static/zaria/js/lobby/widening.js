/** What a search comes to accept besides. The switches for it come when they are looked for. */
import { signal } from '@preact/signals-core';
import { html, lazy, nothing, t } from '../ui/dom.js';

const isOpen = signal(false),
  switches = lazy(() => import('./widening_switches.js').then((m) => m.switches));

/** @param {import('./quick.js').Quick} quick */
export function widening(quick) {
  const { speeds, lengths, games } = quick;
  const agreed = [
    speeds.value && t('other_speeds'),
    lengths.value && t('other_lengths'),
    games.value && t('similar_games'),
  ];
  return html`<details
    class="wider"
    @toggle=${(/** @type {Event} */ e) => {
      isOpen.value = /** @type {HTMLDetailsElement} */ (e.target).open;
    }}
  >
    <summary>
      ${t('also_accept')}: <b>${agreed.filter(Boolean).join(', ') || t('nothing_else')}</b>
    </summary>
    ${isOpen.value ? switches()?.(quick) : nothing}
  </details>`;
}
