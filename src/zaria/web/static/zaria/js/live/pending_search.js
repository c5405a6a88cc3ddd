/** A search for an opponent that goes from one page of a tab to the next. */
import { keep, recall } from './storage.js';

const KEPT = 'zaria.meanwhile';

/** The table to which the player of this tab was called, and is ready; an address could come from others. */
export const READY = 'zaria.ready';

/** @typedef {import('./search.js').Wanted} Wanted */

/**
 * Have the next page of this tab search for the same.
 * @param {Wanted|null} wanted
 */
export function setPendingSearch(wanted) {
  const search = wanted && { ...wanted, to: undefined }; // another page answers nobody
  keep(KEPT, search && JSON.stringify(search), 'sessionStorage');
}

/**
 * What this page is to search for.
 * @returns {Wanted|null}
 */
export function pendingSearch() {
  try {
    return JSON.parse(recall(KEPT, 'sessionStorage') ?? 'null');
  } catch {
    return null;
  }
}
