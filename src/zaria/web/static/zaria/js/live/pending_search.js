/** A search for an opponent that goes from one page of a tab to the next. */

const KEPT = 'zaria.meanwhile';

/** The table to which the player of this tab was called, and is ready; an address could come from others. */
export const READY = 'zaria.ready';

/** @typedef {import('./search.js').Wanted} Wanted */

/**
 * Have the next page of this tab search for the same.
 * @param {Wanted|null} wanted
 */
export function setPendingSearch(wanted) {
  if (wanted) {
    const { game, speed, rated, speeds, games } = wanted;
    sessionStorage.setItem(KEPT, JSON.stringify({ game, speed, rated, speeds, games }));
  } else sessionStorage.removeItem(KEPT);
}

/**
 * What this page is to search for.
 * @returns {Wanted|null}
 */
export function pendingSearch() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  } catch {
    return null;
  }
}
