/** What a match of a tournament meant for it: the place, the decision of a director, the podium, what is next. */
import { computed, effect, signal } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { nameOf } from './announcer.js';
import { countdown, remaining } from './countdown.js';
import { share, shareButton } from './open_table.js';

/** After so long (ms) it is asked again: the club takes a result a moment after the table shows it. */
const AGAIN = [300, 1500, 4000, 12000];

/**
 * Read what came of the match, once it is over.
 * @param {import('./state.js').TableState} table
 */
export function follow(table) {
  const over = computed(() => !!table.view.value.tournament && table.view.value.phase === 'over');
  const isSettled = computed(() => {
    const { decision, standing, podium } = table.tournament.value ?? {};
    return !!(decision || standing || podium?.length);
  });
  async function load() {
    try {
      const answer = await fetch(`/t/${table.id}/tournament`);
      if (answer.ok) table.tournament.value = await answer.json();
    } catch {
      /* asked again when there is more to know */
    }
  }
  effect(() => {
    if (!over.value || isSettled.value) return undefined;
    const timers = AGAIN.map((ms) => setTimeout(load, ms));
    return () => timers.forEach(clearTimeout);
  });
}

/**
 * The heading of a sheet that is not only about a match: a champion's, or that of a decision.
 * @param {import('./state.js').TableState} table
 * @returns {string} "" where the match alone decides
 */
export function heading(table) {
  const { title = '', won = false, decision = '' } = table.tournament.value ?? {},
    v = table.view.value;
  if (won) return t('champion', { title });
  if (v.result?.how !== 'annulled') return '';
  if (table.you.value === null && (decision === 'won' || decision === 'lost'))
    return t('director_for', { name: nameOf(v, decision === 'won' ? 0 : 1) });
  if (!decision) return t('annulled');
  return t(`director_${decision}`);
}

/**
 * The reason that a director gave for a decision, which is known a moment after the match has ended.
 * @param {import('./state.js').TableState} table
 */
export function reason(table) {
  const { decision = '', reason: text = '' } = table.tournament.value ?? {};
  if (!decision) return html`<p class="how">${t('annulled_long')}</p>`;
  return text
    ? html`<p class="how" id="decision">${t('director_reason', { reason: text })}</p>`
    : nothing;
}

/**
 * The viewer's place, their prize, and the podium of a tournament that is over.
 * @param {import('./state.js').TableState} table
 */
export function standing(table) {
  const tournament = table.tournament.value;
  if (!tournament?.standing && !tournament?.podium?.length) return nothing;
  const { id, title, standing: place, prize, podium = [] } = tournament;
  return html`<dl class="facts result-facts" id="standing">
      <dt><a href=${`/tournaments/${id}`}>${title}</a></dt>
      <dd>${place ?? ''}</dd>
      ${
        prize
          ? html`<dt>${t('champion_prize')}</dt>
              <dd class="won">${prize}</dd>`
          : nothing
      }
    </dl>
    ${
      podium.length
        ? html`<ol class="result-podium">
            ${podium.map(({ place: n, name }) => html`<li><b>${n}</b><span>${name}</span></li>`)}
          </ol>`
        : nothing
    }`;
}

/** Whether the viewer has said that they are ready for their next match. */
const isReady = signal(false);

/**
 * The time to the viewer's next match in the tournament, which a tap shortens if both are ready.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 */
export function nextMatch(table, session) {
  const { id = '', next_at: nextAt = 0 } = table.tournament.value ?? {},
    timers = table.timers.value;
  const at = timers
    ? (timers.find((timer) => timer.kind === 'next' && timer.id === id)?.at ?? 0)
    : nextAt;
  if (table.you.value === null || !remaining(session, at)) return nothing;
  return html`<p class="next" id="next-match">
      ${t('next_match_in')} <b role="timer">${countdown(session, at)}</b>
    </p>
    ${
      isReady.value
        ? html`<p>${t('next_match_ready')}</p>`
        : html`<button class="btn" id="ready" @click=${() => void sayReady(id)}>
            ${t('next_match_go')}
          </button>`
    }`;
}

/** @param {string} id of the tournament */
async function sayReady(id) {
  const token = /** @type {HTMLInputElement|null} */ (
    document.querySelector('[name=csrfmiddlewaretoken]')
  );
  const answer = await fetch(`/tournaments/${id}/ready`, {
    method: 'POST',
    headers: { 'X-CSRFToken': token?.value ?? '' },
  });
  isReady.value = answer.ok;
}

/**
 * What follows the end of a tournament: give its link away, and enter the next one.
 * @param {import('./state.js').TableState} table
 */
export function onwards(table) {
  const tournament = table.tournament.value;
  if (!tournament?.podium?.length || table.you.value === null) return nothing;
  const { id, title, next } = tournament,
    url = new URL(`/tournaments/${id}`, location.href).href;
  return html`<div class="row even">
    ${shareButton('btn', () => void share(url, title))}
    ${
      next
        ? html`<a class="btn" id="next-tournament" href=${`/tournaments/${next.id}`}
            >${t('champion_next', { title: next.title })}</a
          >`
        : nothing
    }
  </div>`;
}
