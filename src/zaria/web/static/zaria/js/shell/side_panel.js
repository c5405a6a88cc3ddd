/** The panel beside the board (a sheet on a phone): moves, terms, settings. */
import { signal } from '@preact/signals-core';
import { html, icon, lazy, nothing, t } from '../ui/dom.js';

const TABS = /** @type {const} */ (['moves', 'terms', 'settings']);

/** The time and the dice of a game, once one has begun. */
export const totals = lazy(() => import('./totals.js'));

const terms = lazy(() => import('./terms.js')),
  settingsPanel = lazy(() => import('./settings_panel.js'));

const tab = signal(/** @type {typeof TABS[number]} */ ('moves'));

/** The panel of the open tab, whose script is fetched when it is first shown. */
const fetchedPanel = () => (tab.value === 'terms' ? terms()?.terms : settingsPanel()?.settings);

/** @param {typeof TABS[number]} name */
const tabButton = (name) =>
  html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-selected=${tab.value === name}
    @click=${() => {
      tab.value = name;
    }}
  >
    ${t(name)}
  </button>`;

/** @param {() => void} close */
const closeButton = (close) =>
  html`<button type="button" class="shut" aria-label=${t('close')} @click=${close}>
    ${icon('close')}
  </button>`;

/**
 * @param {import('./state.js').TableState} table
 * @param {() => unknown} moves the list of moves
 * @param {unknown} tools buttons for a phone, nothing elsewhere
 * @param {(() => void)|null} close
 * @param {(show: () => void) => unknown} foot what the panel ends with; it may open what was agreed
 */
export function sidePanel(table, moves, tools, close, foot) {
  const v = table.view.value,
    panel = tab.value === 'moves' ? moves : fetchedPanel();
  return html`<div class="tabs" role="tablist">
      ${TABS.map(tabButton)}${close ? closeButton(close) : nothing}
    </div>
    ${tab.value === 'moves' && table.totals.value ? (totals()?.totals(table) ?? nothing) : nothing}
    <div class="scroll" role="tabpanel" aria-labelledby="tab-${tab.value}" tabindex="0">
      ${panel ? panel(table) : nothing}
    </div>
    ${
      close
        ? html`<div class="tools">${tools}</div>
            <a class="leave" href="/">${icon('back')}${t('leave')}</a>`
        : nothing
    }
    ${table.you.value === null && v.delayed ? html`<p class="late">${icon('eye')}${t('delayed')}</p>` : nothing}${foot(
      () => {
        tab.value = 'terms';
      },
    )}`;
}
