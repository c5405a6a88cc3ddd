/** Finding an opponent: a game and a speed, one tap, and a search that goes on as long as this page says so. */
import { effect, signal } from '@preact/signals-core';
import { html, icon, nothing, t } from '../ui/el.js';
import { chosen, clock } from './rows.js';

const KEPT = 'zaria.quick', UNRATED = 'zaria.unrated', REPEAT = 2000;
export const SPEEDS = /** @type {const} */ (['fast', 'normal', 'slow']);

export class Quick {
  /** @param {(message: import('../protocol.js').FromClient) => void} say @param {readonly string[]} games @param {boolean} member may play rated games */
  constructor(say, games, member) {
    const [game, speed] = (localStorage.getItem(KEPT) ?? '').split(' ');
    this.say = say;
    this.member = member;
    this.rated = signal(!localStorage.getItem(UNRATED));
    this.game = signal(games.includes(game) ? game : 'tabla');
    this.speed = signal(SPEEDS.find((one) => one === speed) ?? 'normal');
    /** since when, 0: no search @type {Signal<number>} */ this.since = signal(0);
    this.others = signal(0);
    this.ends = false;
    effect(() => {
      localStorage.setItem(KEPT, `${this.game.value} ${this.speed.value}`);
      localStorage.setItem(UNRATED, this.rated.value ? '' : '1');
    });
    effect(() => {
      if (!this.since.value) return undefined;
      this.seek();
      const timer = setInterval(() => this.seek(), REPEAT);
      return () => { clearInterval(timer); this.ends = true; this.say({ t: 'seek', game: '', speed: 'normal' }); };
    });
  }

  seek() { this.say({ t: 'seek', game: this.game.peek(), speed: this.speed.peek(), rated: this.rated.peek() }); }

  start() { this.others.value = 0; this.since.value = performance.now(); }

  stop() { this.since.value = 0; }

  /** The server says how the search goes, or that it has ended: here, or by a search on another page. @param {import('../protocol.js').Seeking} told */
  hear(told) {
    if (told.game) this.others.value = told.others ?? 0;
    else if (this.ends) this.ends = false;
    else this.stop();
  }
}

/** @param {Quick} quick @param {readonly string[]} games @param {number} _tick so that the time goes on @param {Record<string, readonly number[]>} counts */
export function box(quick, games, _tick, counts) {
  const since = quick.since.value;
  if (since) { // read out when it changes, but not every second
    return html`<p class="searching" role="status"><b>${t('searching')}</b> <time aria-hidden="true">${clock(performance.now() - since)}</time><small>${t(`game_${quick.game.value}`)}, ${t(`speed_${quick.speed.value}`)}${quick.others.value ? html` · ${t('others_search', { n: quick.others.value })}` : nothing}</small></p>
      <button type="button" class="btn" id="unseek" @click=${() => quick.stop()}>${t('cancel')}</button>`;
  }
  const rate = (/** @type {Event} */ e) => { quick.rated.value = /** @type {HTMLInputElement} */ (e.target).checked; };
  return html`<select name="game" aria-label=${t('game')} @change=${chosen((value) => { quick.game.value = value; })}>
      ${games.map((id) => html`<option value=${id} ?selected=${id === quick.game.value}>${t(`game_${id}`)}${counts[id] ? ` (${counts[id][0] + counts[id][1]})` : ''}</option>`)}</select>
    <div class="seg" role="group" aria-label=${t('tempo')}>${SPEEDS.map((speed) => html`<button type="button" aria-pressed=${quick.speed.value === speed} @click=${() => { quick.speed.value = speed; }}>${t(`speed_${speed}`)}</button>`)}</div>
    ${quick.member ? html`<label class="check"><input type="checkbox" id="rated" .checked=${quick.rated.value} @change=${rate}>${t('play_rated')}</label>` : nothing}
    <button type="button" class="btn go" id="seek" @click=${() => quick.start()}>${icon('dice')}${t('find_opponent')}</button>`;
}
