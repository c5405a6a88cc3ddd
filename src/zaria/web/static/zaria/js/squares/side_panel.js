/** What is beside a board: cards, moves, counters; and squares and pieces in words for screen readers. */
import { nameOf, say } from '../shell/announcer.js';
import { card as common, lineButton } from '../shell/side_panel.js';
import { t, html, nothing } from '../ui/dom.js';
import { captures } from './captures.js';
import { isStepless, kindOf } from './pieces.js';

/** @typedef {import('./state.js').BoardTable} BoardTable */

/**
 * "your king", "their man"; for who looks on "man, Ada".
 * @param {BoardTable} table
 * @param {number} at
 */
function piece(table, at) {
  const letter = table.at.value[at];
  const kind = kindOf(table.view.value.game, letter);
  if (table.you.value === null)
    return `${t(`pieces_${kind}`)}, ${nameOf(table.view.value, table.owner(at) ?? 0)}`;
  return table.owner(at) === table.me.value ? t(`my_${kind}`) : t(`foe_${kind}`);
}

/**
 * Where the piece on a square can go.
 * @param {BoardTable} table
 * @param {number} at
 * @returns {number[]}
 */
function destinations(table, at) {
  const chosen = table.chosen.value;
  if (chosen.length > 1) return at === chosen.at(-1) ? [...table.targets.value.keys()] : [];
  const paths = table.routes.value.map(({ path }) => path).filter((path) => path[0] === at);
  return [...new Set(paths.map((path) => path[path.length - 1]))];
}

/**
 * A square as a screen reader says it: "c3: your man, can go to d4, b4".
 * @param {BoardTable} table
 * @param {number} at
 */
export function describe(table, at) {
  const parts = [table.owner(at) === null ? t('empty') : piece(table, at)],
    first = table.chosen.value[0] ?? -1;
  if (table.captured.value.includes(at)) parts.push(t('caught'));
  const to = table.moving.value ? destinations(table, at) : [];
  if (to.length) parts.push(t('can_go', { list: to.map((i) => table.name(i)).join(', ') }));
  else if (first >= 0 && table.targets.value.has(at)) parts.push(t('reachable'));
  return `${table.name(at) || t('light_square')}: ${parts.join(', ')}`;
}

/**
 * The squares that the viewer has chosen: a piece taken up, its steps so far, a move laid for
 * later.
 * @param {BoardTable} table
 */
export function sayChosen(table) {
  const chosen = table.chosen.value,
    plan = table.plan.value,
    at = chosen.at(-1);
  if (plan.length > 1)
    say(t('planned', { text: plan.map((square) => table.name(square)).join('–') }));
  else if (plan.length) say(t('chosen', { place: table.name(plan[0]) }));
  else if (at !== undefined) {
    const list = [...table.targets.value.keys()].map((square) => table.name(square)).join(', ');
    const place = t('chosen', { place: chosen.map((square) => table.name(square)).join('–') });
    say(list ? `${place}, ${t('can_go', { list })}` : place);
  }
}

/**
 * Moves that are counted towards an end: "Three kings against one: 7 of 15". Long counts are worth
 * telling when they have come some way.
 * @param {BoardTable} table
 * @returns {string[]}
 */
const counters = (table) =>
  (table.moment.value?.counters ?? [])
    .filter(([, now, of]) => now > 0 && (of < 20 || now >= of * 0.4))
    .map(([name, now, of]) => t('counter', { name: t(`count_${name}`), now, of }));

/**
 * @param {BoardTable} table
 * @param {0|1} rel
 * @param {number} now
 * @param {boolean} small the panel is closed: what is counted stands on the card
 * @param {unknown} extra a button on the other side's card
 */
export function card(table, rel, now, small, extra) {
  const side = rel ? 1 - table.me.value : table.me.value,
    v = table.view.value,
    draughts = !isStepless(v.game);
  const count = table.at.value.filter(
    (letter, at) => letter && table.owner(at) === side && !table.captured.value.includes(at),
  ).length;
  const playing = v.phase === 'move',
    [first] = small && rel === 0 && playing ? counters(table) : [];
  return common(
    table,
    rel,
    now,
    html`${draughts && playing && !first ? html`<span>${t('pieces')} <b>${count}</b></span>` : nothing}
    ${
      playing && table.moment.value?.draw === side
        ? html`<span class="asks"
            >${t(side === table.you.value ? 'draw_offered_mine' : 'draw_offer')}</span
          >`
        : nothing
    }
    ${v.phase === 'open' || first ? nothing : captures(table, side)}
    ${first ? html`<span class="counted">${first}</span>` : nothing}`,
    rel ? extra : nothing,
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
  /**
   * numbers of lines, from 1
   * @type {(number|null)[][]}
   */
  const rows = [];
  log.forEach((line, i) => {
    const column = line.side === first ? 0 : 1,
      row = rows.at(-1);
    if (!row || column === 0 || row[1]) rows.push(column ? [null, i + 1] : [i + 1]);
    else row[1] = i + 1;
  });
  const now = table.past.value?.number ?? log.length;
  return html`<ol class="moves move-pairs">
    ${rows.map(
      (row, i) =>
        html`<li class="mv2">
          <i>${i + 1}</i>${[0, 1].map((k) =>
            row[k]
              ? lineButton(row[k], row[k] === now, log[row[k] - 1].text, log[row[k] - 1])
              : html`<span>${k ? '' : '…'}</span>`,
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
