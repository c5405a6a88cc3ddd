/**
 * Finding an opponent: a game and a speed, one tap, or one tap on somebody who searches already.
 */
import { effect, signal } from '@preact/signals-core';
import { clockText, html, nothing, stakeRange, t } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';
import { chosen, wanted } from './rows.js';
import { Search, saveSearchSettings, searchSettings } from '../live/search.js';
import { keep, recall } from '../live/storage.js';
import { MatchChoice, matchFields, matchText } from './match_choice.js';
import { widening } from './widening.js';
import { furtherTiles, loadTiles } from './further_tiles.js';

/**
 * @typedef {import('../protocol.js').ClockTerms} ClockTerms
 * @typedef {import('../live/search.js').Speed} Speed
 * @typedef {import('../protocol.js').Seeker} Seeker
 */
/**
 * The clock of each speed, on squares and with dice, and the matches of each game with dice.
 * @typedef {{squares: Record<Speed, ClockTerms>, dice: Record<Speed, ClockTerms>, matches:
 * Record<string, import('./match_choice.js').Matches>}} Usual
 */

const KEPT = 'zaria.quick';
const SPEEDS = /** @type {const} */ (['fast', 'normal', 'slow']);

export class Quick extends Search {
  /**
   * @param {(message: import('../protocol.js').FromClient) => void} say
   * @param {readonly string[]} games
   * @param {boolean} member may play rated games
   * @param {string} last the game that was played last
   * @param {Usual} usual
   */
  constructor(say, games, member, last, usual) {
    super(say);
    this.usual = usual;
    this.match = new MatchChoice(usual.matches);
    const [game, speed, before] = (recall(KEPT) ?? '').split(' ');
    const preferred = last && last !== before ? last : game;
    this.member = member;
    const chosen = searchSettings();
    this.rated = signal(chosen.rated);
    this.speeds = signal(chosen.speeds);
    this.games = signal(chosen.games);
    this.lengths = signal(chosen.lengths);
    this.game = signal(games.includes(preferred) ? preferred : 'tabla');
    /**
     * the stake of the next search, where the visitor may play for one
     * @type {Signal<import('./stake.js').StakeChoice|null>}
     */
    this.stake = signal(null);
    /**
     * @type {((choice: import('./stake.js').StakeChoice, game: string, length: number,
     * find: () => void) => unknown)|null}
     */
    this.stakeFields = null;
    /** @type {((refusal: import('../protocol.js').Rejected) => unknown)|null} */
    this.refused = null;
    /**
     * why the stake of the last search cannot be held
     * @type {Signal<import('../protocol.js').Rejected|null>}
     */
    this.refusal = signal(null);
    this.isStaked = false;
    this.speed = signal(SPEEDS.find((candidate) => candidate === speed) ?? 'normal');
    effect(() => {
      keep(KEPT, `${this.game.value} ${this.speed.value} ${last}`);
      const wider = {
        speeds: this.speeds.value,
        games: this.games.value,
        lengths: this.lengths.value,
      };
      saveSearchSettings({ rated: this.rated.value, ...wider });
      this.widen(wider);
    });
  }

  /** What a search may come to accept. */
  get wider() {
    return {
      speeds: this.speeds.peek(),
      games: this.games.peek(),
      lengths: this.lengths.peek(),
    };
  }

  /**
   * Let the visitor choose a stake: at once, or where its script does not come, as soon as it does.
   * @param {import('./stake.js').StakeTerms} terms
   */
  offerStakes(terms) {
    return new Promise((/** @type {(_: void) => void} */ done) => {
      void importModule(() => import('./stake.js'), done, true).then((m) => {
        this.stakeFields = m.stakeFields;
        this.refused = m.refused;
        this.stake.value = new m.StakeChoice(terms);
        done();
      });
    });
  }

  /** Search for what is chosen. */
  find() {
    const game = this.game.peek(),
      match = this.match.of(game),
      choice = this.stake.peek();
    if (choice && !choice.check(game, match.length)) return;
    this.start({
      game,
      speed: this.speed.peek(),
      rated: this.rated.peek(),
      ...match,
      ...this.wider,
      ...choice?.of(game, match.length),
    });
  }

  /** @param {import('../live/search.js').Wanted} wanted */
  start(wanted) {
    this.refusal.value = null;
    this.isStaked = !!wanted.stake;
    super.start(wanted);
  }

  /**
   * Play with somebody who searches, as it was shown.
   * @param {import('../protocol.js').Seeker} seeker
   */
  join(seeker) {
    this.game.value = seeker.game;
    this.speed.value = seeker.speed;
    const { game, speed, id: to, stakes, length = 1, cube = false } = seeker;
    this.match.choose(game, { length, cube });
    const amounts = stakes && { stake: stakes.stake, most: stakes.most ?? stakes.stake };
    this.start({
      game,
      speed,
      rated: this.member && !!seeker.rated,
      to,
      length,
      cube,
      ...this.wider,
      ...amounts,
    });
  }
}

/**
 * What is played at a speed.
 * @param {Usual} usual
 * @param {string} game
 * @param {Speed} speed
 * @param {Partial<import('./match_choice.js').Match>} match
 */
export const inShort = (usual, game, speed, match) => {
  const clocks = game in usual.matches ? usual.dice : usual.squares;
  return [matchText(match), clockText(clocks[speed])].filter(Boolean).join(' · ');
};

/** @typedef {Map<string, Node|undefined>} Pictures */
const rowPictures = /** @type {Pictures} */ (new Map()),
  chosenPictures = /** @type {Pictures} */ (new Map());

/**
 * The small board of a game: that of its tile once more.
 * @param {string} game
 * @param {Pictures} pictures those of one place: a picture stands only once
 */
function picture(game, pictures) {
  const tiles = furtherTiles.value;
  if (!pictures.get(game))
    pictures.set(game, document.querySelector(`#${game} .mini`)?.cloneNode(true));
  if (!pictures.get(game) && !tiles) void loadTiles();
  return pictures.get(game) ?? nothing;
}

/**
 * What the box offers: every game, those with a button of their own and how long a search for them
 * takes, and the searches of others.
 * @typedef {{games: readonly string[], pairs: readonly string[], waits: Record<string, string>,
 * seeks: readonly Seeker[], join: (seeker: Seeker) => void}} Offers
 */

/**
 * @param {Quick} quick
 * @param {Offers} offers
 */
export function box(quick, { games, pairs, waits, seeks, join }) {
  const { game, speed, usual } = quick;
  const tempo = (/** @type {Speed} */ tempoName) =>
    html`<button
      type="button"
      aria-pressed=${speed.value === tempoName}
      @click=${() => {
        speed.value = tempoName;
      }}
    >
      ${t(`speed_${tempoName}`)}
    </button>`;
  const pair = (/** @type {string} */ id) => {
    const match = quick.match.of(id),
      stake = quick.stake.value?.text(id, match.length) ?? '';
    const n = seeks.filter((seeker) => seeker.game === id && stakeOf(seeker) === stake).length,
      wait = waits[id];
    return html`<button
      type="button"
      class="pair-row ${n ? 'waits' : ''}"
      data-pair=${id}
      @click=${() => {
        game.value = id;
        quick.find();
      }}
    >
      ${picture(id, rowPictures)}
      <span>
        <b>${t(`game_${id}`)}</b>
        <small>${inShort(usual, id, speed.value, match)}</small>
        ${stake ? html`<small class="stake">${t('stake')}: ${stake}</small>` : nothing}
      </span>
      ${n || wait ? html`<small>${n ? t('search_now', { n }) : wait}</small>` : nothing}
      <span class="btn small">${t('play')}</span>
    </button>`;
  };
  return html`<div class="seg" role="group" aria-label=${t('tempo')}>${SPEEDS.map(tempo)}</div>
    <div class="pairs">${pairs.map(pair)}${anyGame(quick, games, usual)}</div>
    ${searchTerms(quick)}
    <div class="others">${others(seeks, quick.member, join)}</div>
    ${widening(quick)}`;
}

/**
 * The row of every other game.
 * @param {Quick} quick
 * @param {readonly string[]} games
 * @param {Usual} usual
 */
function anyGame(quick, games, usual) {
  const { game, speed } = quick;
  const option = (/** @type {string} */ id) =>
    html`<option value=${id} ?selected=${id === game.value}>${t(`game_${id}`)}</option>`;
  return html`<div class="pair-row any">
    ${picture(game.value, chosenPictures)}
    <span>
      <select
        name="game"
        aria-label=${t('game')}
        @change=${chosen((value) => {
          game.value = value;
        })}
      >
        ${games.map(option)}
      </select>
      <small>${inShort(usual, game.value, speed.value, quick.match.of(game.value))}</small>
    </span>
    <button type="button" class="btn small" id="seek" @click=${() => quick.find()}>
      ${t('play')}
    </button>
  </div>`;
}

/**
 * What holds for a search: the length and the cube of the chosen game, whether it is rated, its stake.
 * @param {Quick} quick
 */
function searchTerms(quick) {
  const stake = quick.stake.value,
    game = quick.game.value;
  const rate = (/** @type {Event} */ e) => {
    quick.rated.value = /** @type {HTMLInputElement} */ (e.target).checked;
  };
  const rated = () =>
    html`<label class="check"
      ><input
        type="checkbox"
        id="rated"
        .checked=${quick.rated.value || !!stake?.on.value}
        ?disabled=${!!stake?.on.value}
        @change=${rate}
      />${t('play_rated')}</label
    >`;
  return html`<div class="search-terms">
    ${matchFields(quick.match, game)}${quick.member ? rated() : nothing}
    ${
      stake && quick.stakeFields
        ? quick.stakeFields(stake, game, quick.match.of(game).length, () => quick.find())
        : nothing
    }
    ${quick.refusal.value ? quick.refused?.(quick.refusal.value) : nothing}
  </div>`;
}

/**
 * The stake of a search and the most that can be lost, "" without one.
 * @param {Seeker} seeker
 */
const stakeOf = ({ stakes, length }) => (stakes ? stakeRange(stakes, length ?? 1) : '');

/**
 * Who searches, by game: a tap answers the search that has waited longest.
 * @param {readonly Seeker[]} seeks
 * @param {boolean} member the reader is one
 * @param {(seeker: Seeker) => void} join
 */
export function others(seeks, member, join) {
  /** @type {Map<string, Seeker[]>} */
  const groups = new Map();
  for (const seeker of seeks) {
    const terms = [seeker.game, seeker.length, seeker.cube, stakeOf(seeker)].join(' ');
    groups.set(terms, [...(groups.get(terms) ?? []), seeker]);
  }
  if (!groups.size) return html`<small>${t('nobody_searches')}</small>`;
  return [...groups.values()].map(
    ([first, ...more]) =>
      html`<button
        type="button"
        class="btn"
        data-seek=${first.game}
        title=${t('searches', { name: first.name || t('somebody') })}
        @click=${() => join(first)}
      >
        <b>${t(`game_${first.game}`)}${more.length ? ` ${more.length + 1}` : ''}</b>
        <small>${wanted(first, member)}</small>
      </button>`,
  );
}
