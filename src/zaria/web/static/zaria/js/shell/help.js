/** Keys and gestures at the table, in a sheet. */
import { render } from 'lit-html';
import { html, nothing, t } from '../ui/dom.js';
import { dialog } from './dialog.js';

const GESTURES = { tables: ['tap', 'twice', 'right', 'die', 'drag'], squares: ['piece', 'plan'] };

/**
 * Keys and what they do.
 * @param {View} v
 * @returns {[string, string][]}
 */
function keys(v) {
  const tables = v.family === 'tables';
  return [
    ['← ↑ → ↓', t('help_arrows')],
    ['Enter', t('help_enter')],
    ...(tables ? /** @type {[string, string][]} */ ([['R', t('roll')]]) : []),
    ...(v.cube_on ? /** @type {[string, string][]} */ ([['D', t('double')]]) : []),
    ['U, Backspace', t('undo')],
    ['Esc', t('help_escape')],
    ['L', t('help_last')],
    ['C', t('help_clocks')],
    ['O', t('help_opponent')],
    ['P', t('help_position')],
    ...(v.training
      ? /** @type {[string, string][]} */ ([
          ['H', t('train_hint')],
          ['B', t('train_back')],
        ])
      : []),
    ['?', t('help')],
  ];
}

/** @param {View} v */
export function show(v) {
  const { el, title, inside } = dialog('help', t('help'));
  title.textContent = t('help');
  render(
    html`<ul class="gestures">
        ${GESTURES[v.family].map((name) => html`<li>${t(`help_${name}`)}</li>`)}
      </ul>
      <dl class="key-list">
        ${keys(v).map(
          ([key, does]) =>
            html`<dt>
                ${key.split(', ').map((one, i) => html`${i ? ' ' : nothing}<kbd>${one}</kbd>`)}
              </dt>
              <dd>${does}</dd>`,
        )}
      </dl>`,
    inside,
  );
  if (!el.open) el.showModal();
}
