/** The way from a match that is over to its tournament: most tables never show it. */
import { html, t } from '../ui/dom.js';

/** @param {import('./state.js').TableState} table */
export const tournamentButton = (table) =>
  html`<a class="btn pri" id="tournament" href=${`/tournaments/${table.view.value.tournament}`}
    >${t('tournament_page')}</a
  >`;
