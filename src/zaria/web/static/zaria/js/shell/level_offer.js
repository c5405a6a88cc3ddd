/**
 * After three matches lost in a row against the computer the result offers the level below, after
 * three won the one above, each level once. The row is kept on this device, for each game.
 */
import { signal } from '@preact/signals-core';
import { html, nothing } from '../ui/dom.js';
import { keep, recall } from '../live/storage.js';
import { isBoardGame } from './state.js';

const KEY = 'zaria.rows',
  ENOUGH = 3,
  LOWEST = 1,
  HIGHEST = 5;

/**
 * The last matches in a row at a level: how many won (below nought: lost), the last of them; and by
 * level the match after which it was offered.
 * @typedef {{level: number, row: number, last: string, offers?: Record<number, string>}} Row
 */

/** @returns {Record<string, Row>} by game */
function rowsKept() {
  try {
    return JSON.parse(recall(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/**
 * Count a match; one that is already counted stays as it is.
 * @param {string} game
 * @param {number} level
 * @param {string} match
 * @param {number} gain 1: won, -1: lost, 0: drawn
 * @returns {number} the row, with this match
 */
export function counted(game, level, match, gain) {
  const rows = rowsKept(),
    was = rows[game];
  if (was?.last === match) return was.row;
  const goes = was?.level === level && Math.abs(was.row) < ENOUGH && was.row * gain > 0,
    row = goes ? was.row + gain : gain;
  rows[game] = { level, row, last: match, offers: was?.offers ?? {} };
  keep(KEY, JSON.stringify(rows));
  return row;
}

/**
 * The level to offer after a match: the same match offers it again, another one never.
 * @param {string} game
 * @param {number} level
 * @param {string} match
 * @param {number} gain 1: won, -1: lost, 0: drawn
 * @param {number} step between two levels of the game
 * @returns {number|null}
 */
export function offeredLevel(game, level, match, gain, step = 1) {
  const row = counted(game, level, match, gain),
    next = level + step * Math.sign(row);
  if (Math.abs(row) !== ENOUGH || next < LOWEST || next > HIGHEST) return null;
  const rows = rowsKept(),
    offers = { ...rows[game]?.offers };
  offers[next] ??= match;
  if (offers[next] !== match) return null;
  if (rows[game]) keep(KEY, JSON.stringify({ ...rows, [game]: { ...rows[game], offers } }));
  return next;
}

/**
 * @param {import('./state.js').TableState} table with a result, of a match against a program
 * @returns {() => unknown} what is offered
 */
export function follow(table) {
  const { game, players, winner } = table.view.value,
    viewer = table.me.value,
    level = Number(/^level(\d(?:\.5)?)$/.exec(players[1 - viewer]?.bot ?? '')?.[1]),
    offered = signal('');
  if (level) {
    const decided = winner === viewer ? 1 : -1,
      gain = winner === null ? 0 : decided,
      next = offeredLevel(game, level, table.id, gain, isBoardGame(table.view.value) ? 0.5 : 1);
    if (next !== null)
      void fetch(`/t/${table.id}/level/${next}`)
        .then((answer) => (answer.ok ? answer.text() : ''))
        .then((text) => {
          offered.value = text;
        })
        .catch(() => {});
  }
  return () =>
    offered.value ? html`<div class="row level-offer" .innerHTML=${offered.value}></div>` : nothing;
}
