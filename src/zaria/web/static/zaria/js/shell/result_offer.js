/** A game by the day that is decided in fact: its winner offers the result, which holds after a day. */
import { effect, signal } from '@preact/signals-core';
import { byId, html, icon, mount, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { lateWords } from '../ui/late_words.js';
import { nameOf, note, say, sound } from './announcer.js';
import { button } from './controls.js';
import { isFresh, remaining } from './countdown.js';
import { dayTime } from './day_time.js';

/**
 * The class of a win and its points.
 * @param {View} v
 * @param {number} worth before the cube
 */
function winText(v, worth) {
  const kind = v.classes.find(([points]) => points === worth)?.[1];
  return [kind && t(kind), t('points', { n: worth * v.cube.value })].filter(Boolean).join(', ');
}

/**
 * The points for which the result may be offered, 0 if it may not.
 * @param {string} id
 * @returns {Promise<number>}
 */
async function offerable(id) {
  try {
    const answer = await fetch(`/t/${id}/result-offer`, { signal: AbortSignal.timeout(ENOUGH) });
    return answer.ok ? (await answer.json()).points : 0;
  } catch {
    return 0;
  }
}

/**
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {Session} session
 */
export async function follow(table, commands, session) {
  await lateWords().catch(() => {});
  const points = signal(0);
  let lastQuestion = '';
  effect(() => {
    const { results, roll_no: roll, stage } = table.view.value,
      may = table.you.value !== null && !!results?.can_offer[table.you.value],
      question = may && !table.busy.value ? `${roll}-${stage}` : '';
    if (question === lastQuestion) return;
    lastQuestion = question;
    points.value = 0;
    if (!question) return;
    void offerable(table.id).then((worth) => {
      if (lastQuestion === question) points.value = worth;
    });
  });
  announce(table);
  const el = document.createElement('div');
  el.className = 'takebacks';
  byId('acts').before(el);
  mount(el, () => {
    const offer = table.view.value.results?.waiting;
    if (table.past.value || table.you.value === null) return nothing;
    if (!offer) return points.value ? ask(table, commands, points.value) : nothing;
    const time = dayTime(remaining(session, offer.due));
    return offer.side === table.you.value
      ? html`<div class="back-answer"><p>${t('result_waits', { time })}</p></div>`
      : answer(table, commands, offer, time);
  });
}

/**
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {number} worth
 */
function ask(table, commands, worth) {
  const text = t('result_decided');
  return html`<div class="back-answer result-offer" role="group" aria-label=${text}>
    <p>${text} ${winText(table.view.value, worth)}</p>
    ${button({
      id: 'offer-result',
      name: 'result_ask',
      off: table.waiting.value,
      act: () => commands.send({ t: 'offerresult' }),
      label: [icon('flag'), html`<span>${t('result_ask')}</span>`],
    })}
  </div>`;
}

/**
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {import('../protocol.js').ResultView} offer
 * @param {string} time
 */
function answer(table, commands, offer, time) {
  const v = table.view.value,
    text = t('result_offer', { name: nameOf(v, offer.side), kind: winText(v, offer.points) }),
    off = table.waiting.value || isFresh(`result-${v.roll_no}`);
  /** @type {import('./controls.js').Button[]} */
  const choices = [
    {
      id: 'decline-result',
      name: 'decline',
      off,
      act: () => commands.send({ t: 'declineresult' }),
      label: [icon('close'), html`<span>${t('decline')}</span>`],
    },
    {
      id: 'accept-result',
      name: 'accept',
      off,
      act: () => commands.send({ t: 'acceptresult' }),
      label: [icon('check'), html`<span>${t('accept')}</span>`],
    },
  ];
  return html`<div class="back-answer" role="group" aria-label=${text}>
    <p>${t('result_asks', { kind: winText(v, offer.points), time })}</p>
    ${choices.map(button)}
  </div>`;
}

/**
 * Say what became of an offer.
 * @param {import('./state.js').TableState} table
 */
function announce(table) {
  let before = table.view.peek().results?.waiting ?? null;
  effect(() => {
    const v = table.view.value,
      offer = v.results?.waiting ?? null;
    if (offer && !before) {
      const isOwn = offer.side === table.you.value,
        text = isOwn
          ? t('result_offer_mine', { kind: winText(v, offer.points) })
          : t('result_offer', { name: nameOf(v, offer.side), kind: winText(v, offer.points) });
      if (!isOwn) sound('double');
      say(text);
    } else if (!offer && before && ['roll', 'move'].includes(v.phase)) {
      const isOwn = before.side !== table.you.value;
      note(isOwn ? t('refused_mine') : t('refused', { name: nameOf(v, 1 - before.side) }));
    }
    before = offer;
  });
}
