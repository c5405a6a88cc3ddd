/** The way from a table to the tournament of its match: most tables never show it. */
import { html, icon, nothing, t } from '../ui/dom.js';

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

/**
 * The way from a match that is over to its tournament.
 * @param {import('./state.js').TableState} table
 */
export const tournamentButton = (table) =>
  html`<a class="btn pri" id="tournament" href=${`/tournaments/${table.view.value.tournament}`}
    >${t('tournament_page')}</a
  >`;
