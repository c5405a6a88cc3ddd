/** The way from a table to the tournament of its match. */
import { html, icon, nothing } from '../ui/dom.js';

/**
 * The tournament of the match and its round, with the way to its bracket: in another tab, the table stays open.
 * @param {import('./state.js').TableState} table
 */
export function tournamentLink(table) {
  const tournament = table.tournament.value;
  if (!tournament) return nothing;
  const { id, title, round = '' } = tournament;
  return html`<a
    class="table-tournament"
    href=${`/tournaments/${id}`}
    target="_blank"
    rel="noopener"
    >${icon('cup')}<span>${[title, round].filter(Boolean).join(' · ')}</span></a
  >`;
}
