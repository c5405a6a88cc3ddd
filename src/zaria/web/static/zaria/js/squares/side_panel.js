/**
 * What is beside a board of squares: what is left on the cards, the moves in two columns, moves
 * that are counted.
 */
import { html, nothing, t } from '../ui/dom.js';
import { card as common, lagBadge } from '../shell/player_card.js';
import { counters } from './narration.js';

/** @typedef {import('./state.js').BoardTable} BoardTable */

/**
 * @param {BoardTable} table
 * @param {0|1} rel
 * @param {number} now
 * @param {boolean} small the panel is closed: what is counted stands on the card
 */
export function card(table, rel, now, small) {
  const side = rel ? 1 - table.me.value : table.me.value,
    v = table.view.value,
    draughts = !['chess', 'ugolki'].includes(v.game);
  const left = table.at.value.filter(
    (letter, at) => letter && table.owner(at) === side && !table.captured.value.includes(at),
  ).length;
  const playing = v.phase === 'move',
    [first] = small && rel === 0 && playing ? counters(table) : [];
  return common(
    table,
    rel,
    now,
    html`${draughts && playing && !first ? html`<span>${t('pieces')} <b>${left}</b></span>` : nothing}
    ${
      playing && table.moment.value?.draw === side
        ? html`<span class="asks"
            >${t(side === table.you.value ? 'draw_offered_mine' : 'offers_draw')}</span
          >`
        : nothing
    }
    ${first ? html`<span class="counted">${first}</span>` : nothing}`,
  );
}

/**
 * The moves in the usual notation, those of the side that began on the left.
 * @param {BoardTable} table
 */
export function moves(table) {
  const log = table.log.value,
    { first } = table.view.value;
  if (!log.length) return html`<p class="none">${t('no_moves')}</p>`;
  /** @type {(LogLine|null)[][]} */
  const rows = [];
  for (const line of log) {
    const column = line.side === first ? 0 : 1,
      row = rows.at(-1);
    if (!row || column === 0 || row[1]) rows.push(column ? [null, line] : [line]);
    else row[1] = line;
  }
  const last = rows.length - 1,
    now = rows[last][1] ? 1 : 0;
  return html`<ol class="moves move-pairs">
    ${rows.map(
      (row, i) =>
        html`<li class="mv2">
          <i>${i + 1}</i>${[0, 1].map(
            (k) =>
              html`<span class=${i === last && k === now ? 'now' : ''}
                >${row[k]?.text ?? (k ? '' : '…')}${row[k] ? lagBadge(row[k]) : ''}</span
              >`,
          )}
        </li>`,
    )}
  </ol>`;
}

/** @param {BoardTable} table */
export function foot(table) {
  const lines = counters(table);
  return lines.length
    ? html`<div class="counters" role="status">${lines.map((line) => html`<p>${line}</p>`)}</div>`
    : nothing;
}
