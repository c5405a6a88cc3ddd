/** What leads to the tournament of a match is fetched where there is one. */
import { lazy, nothing } from '../ui/dom.js';

const links = lazy(() => import('./tournament_links.js'));

/**
 * The way to the tournament of the match.
 * @param {import('./state.js').TableState} table
 */
export const tournament = (table) =>
  (table.tournament.value && links()?.tournamentLink(table)) || nothing;
