/**
 * Finding an opponent: a game and a speed, one tap, or one tap on somebody who searches already.
 */
import { effect, signal } from '@preact/signals-core';
import { clockText, html, icon, nothing, t } from '../ui/dom.js';
import { chosen, wanted } from './rows.js';
import { Search, clock, saveSearchSettings, searchSettings } from '../live/search.js';
import { keep, kept } from '../live/storage.js';
import { acceptedNow, widening } from './widening.js';

/**
 * @typedef {import('../protocol.js').ClockTerms} ClockTerms
 * @typedef {import('../live/search.js').Speed} Speed
 * @typedef {import('../protocol.js').Seeker} Seeker
 */
/**
 * The clock of each speed, on squares and with dice; the length of a match where it is not one
 * game.
 */
/**
 * @typedef {{squares: Record<Speed, ClockTerms>, dice: Record<Speed, ClockTerms>, on_squares:
 * string[], lengths: Record<string, number>}} Usual
 */

const KEPT = 'zaria.quick';
const SPEEDS = /** @type {const} */ (['fast', 'normal', 'slow']);

export class Quick extends Search {
  /**
   * @param {(message: import('../protocol.js').FromClient) => void} say
   * @param {readonly string[]} games
   * @param {boolean} member may play rated games
   * @param {string} last the game that was played last
   */
  constructor(say, games, member, last) {
    super(say);
    const [game, speed, before] = (kept(KEPT) ?? '').split(' ');
    const found = last && last !== before ? last : game;
    this.member = member;
    const chosen = searchSettings();
    this.rated = signal(chosen.rated);
    this.speeds = signal(chosen.speeds);
    this.games = signal(chosen.games);
    this.game = signal(games.includes(found) ? found : 'tabla');
    this.speed = signal(SPEEDS.find((one) => one === speed) ?? 'normal');
    effect(() => {
      keep(KEPT, `${this.game.value} ${this.speed.value} ${last}`);
      const wider = { speeds: this.speeds.value, games: this.games.value };
      saveSearchSettings({ rated: this.rated.value, ...wider });
      this.widen(wider);
    });
  }

  /** What a search may come to accept. */
  get wider() {
    return { speeds: this.speeds.peek(), games: this.games.peek() };
  }

  /** Search for what is chosen. */
  find() {
    this.start({
      game: this.game.peek(),
      speed: this.speed.peek(),
      rated: this.rated.peek(),
      ...this.wider,
    });
  }

  /**
   * Play with somebody who searches, as it was shown.
   * @param {import('../protocol.js').Seeker} one
   */
  join(one) {
    this.game.value = one.game;
    this.speed.value = one.speed;
    const { game, speed, id: to } = one;
    this.start({ game, speed, rated: this.member && !!one.rated, to, ...this.wider });
  }
}

/**
 * What is played at a speed.
 * @param {Usual} usual
 * @param {string} game
 * @param {Speed} speed
 */
const inShort = (usual, game, speed) => {
  const clocks = usual.on_squares.includes(game) ? usual.squares : usual.dice,
    length = usual.lengths[game];
  return [length ? t('to_points', { n: length }) : '', clockText(clocks[speed])]
    .filter(Boolean)
    .join(' · ');
};

/**
 * What the box offers: every game, those with a button of their own and how long a search for them
 * takes, and the searches of others.
 * @typedef {{games: readonly string[], pairs: readonly string[], waits: Record<string, string>,
 * usual: Usual, seeks: readonly Seeker[], join: (one: Seeker) => void}} Offers
 */

/**
 * @param {Quick} quick
 * @param {Offers} offers
 */
export function box(quick, { games, pairs, waits, usual, seeks, join }) {
  const { game, speed } = quick;
  const rate = (/** @type {Event} */ e) => {
    quick.rated.value = /** @type {HTMLInputElement} */ (e.target).checked;
  };
  const tempo = (/** @type {Speed} */ one) =>
    html`<button
      type="button"
      aria-pressed=${speed.value === one}
      @click=${() => {
        speed.value = one;
      }}
    >
      ${t(`speed_${one}`)}
    </button>`;
  const option = (/** @type {string} */ id) =>
    html`<option value=${id} ?selected=${id === game.value}>${t(`game_${id}`)}</option>`;
  const pair = (/** @type {string} */ id) => {
    const n = seeks.filter((one) => one.game === id).length,
      wait = waits[id];
    return html`<button
      type="button"
      class="btn ${n ? 'go' : ''} ${wait ? 'timed' : ''}"
      data-pair=${id}
      @click=${() => {
        game.value = id;
        quick.find();
      }}
    >
      <b>${t(`game_${id}`)}</b>
      <small>${n ? t('search_now', { n }) : inShort(usual, id, speed.value)}</small>
      ${wait ? html`<small>${wait}</small>` : nothing}
    </button>`;
  };
  return html`<div class="others">${others(seeks, quick.member, join)}</div>
    <div class="seg" role="group" aria-label=${t('tempo')}>${SPEEDS.map(tempo)}</div>
    <div class="pairs">${pairs.map(pair)}</div>
    <div class="any">
      <select
        name="game"
        aria-label=${t('game')}
        @change=${chosen((value) => {
          game.value = value;
        })}
      >
        ${games.map(option)}
      </select>
      <button type="button" class="btn go" id="seek" @click=${() => quick.find()}>
        ${t('find_opponent')}
      </button>
      ${
        quick.member
          ? html`<label class="check"
              ><input
                type="checkbox"
                id="rated"
                .checked=${quick.rated.value}
                @change=${rate}
              />${t('play_rated')}</label
            >`
          : nothing
      }
    </div>
    ${widening(quick)}`;
}

/**
 * Who searches, by game: a tap answers the search that has waited longest.
 * @param {readonly Seeker[]} seeks
 * @param {boolean} member the reader is one
 * @param {(one: Seeker) => void} join
 */
function others(seeks, member, join) {
  /** @type {Map<string, Seeker[]>} */
  const found = new Map();
  for (const one of seeks) found.set(one.game, [...(found.get(one.game) ?? []), one]);
  if (!found.size) return html`<small>${t('nobody_searches')}</small>`;
  return [...found].map(
    ([game, [one, ...more]]) =>
      html`<button
        type="button"
        class="btn"
        data-seek=${game}
        title=${t('searches', { name: one.name || t('somebody') })}
        @click=${() => join(one)}
      >
        <b>${t(`game_${game}`)}${more.length ? ` ${more.length + 1}` : ''}</b>
        <small>${wanted(one, member)}</small>
      </button>`,
  );
}

/**
 * What stands in the place of the box while the search goes on.
 * @param {Quick} quick
 * @param {Usual} usual
 * @param {number} _tick so that the time goes on
 */
export function searching(quick, usual, _tick) {
  const asked = quick.wanted.value;
  if (!asked) return nothing;
  const { game, speed } = asked,
    count = quick.others.value;
  const rated = asked.rated && quick.member ? ` · ${t('rated')}` : '';
  // read out when it changes, but not every second
  return html`<p class="searching" role="status">
      <b>${t('searching')}</b>
      <time aria-hidden="true">${clock(performance.now() - quick.since)}</time>
      <small
        >${t(`game_${game}`)}, ${inShort(usual, game, speed)}${rated}
        ${count ? html` · ${t('others_search', { n: count })}` : nothing}</small
      >
      ${acceptedNow(quick)}
    </p>
    ${widening(quick)}
    <button type="button" class="btn" id="unseek" @click=${() => quick.stop()}>
      ${t('cancel')}
    </button>
    <button class="btn" id="meanwhile" form="one-tap" name="game" value=${game}>
      ${icon('bot')}${t('computer_meanwhile')}
    </button>`;
}
