/** The length and the cube of a search, as the visitor chose them last for each game on this device. */
import { signal } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { keep, recall } from '../live/storage.js';

const KEPT = 'zaria.matches';

/** What a search is for besides its game and speed. */
/** @typedef {{length: number, cube: boolean}} Match */
/**
 * What can be searched for in a game with dice: lengths in points, the cube if it has one, and what
 * strangers play by custom: a length, and whether with the cube.
 * @typedef {readonly [lengths: readonly number[], hasCube: number, length: number, cube: number]} Matches
 */

/** A board game is one game. */
const SINGLE = /** @type {Match} */ ({ length: 1, cube: false });

/**
 * A match in words; a single game without the cube has none.
 * @param {Partial<Match>} match
 */
export const matchText = ({ length = 1, cube }) =>
  [length > 1 ? t('to_points', { n: length }) : '', cube ? t('cube') : '']
    .filter(Boolean)
    .join(' · ');

export class MatchChoice {
  /** @param {Record<string, Matches>} games those with dice */
  constructor(games) {
    this.games = games;
    /**
     * by game
     * @type {Signal<Record<string, Match>>}
     */
    this.chosen = signal(stored());
  }

  /**
   * What a search for `game` is for; a choice that its rules do not allow counts for nothing.
   * @param {string} game
   * @returns {Match}
   */
  of(game) {
    const matches = this.games[game],
      choice = this.chosen.value[game];
    if (!matches) return SINGLE;
    const [lengths, hasCube, length, cube] = matches;
    if (!choice) return { length, cube: !!cube };
    return {
      length: lengths.includes(choice.length) ? choice.length : length,
      cube: !!hasCube && !!choice.cube,
    };
  }

  /**
   * @param {string} game
   * @param {Partial<Match>} change
   */
  choose(game, change) {
    if (!this.games[game]) return;
    this.chosen.value = { ...this.chosen.peek(), [game]: { ...this.of(game), ...change } };
    keep(KEPT, JSON.stringify(this.chosen.peek()));
  }
}

/** @returns {Record<string, Match>} */
function stored() {
  try {
    return JSON.parse(recall(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * The fields for the length and the cube; a board game has none.
 * @param {MatchChoice} choice
 * @param {string} game
 */
export function matchFields(choice, game) {
  const matches = choice.games[game];
  if (!matches) return nothing;
  const [lengths, hasCube] = matches,
    { length, cube } = choice.of(game);
  const field = (/** @type {number} */ points) =>
    html`<button
      type="button"
      aria-pressed=${points === length}
      data-length=${points}
      @click=${() => choice.choose(game, { length: points })}
    >
      ${points}
    </button>`;
  return html`<div class="match">
    <span>${t('length')}</span>
    <div class="seg" role="group" aria-label=${t('length')}>${lengths.map(field)}</div>
    ${
      hasCube
        ? html`<label class="check"
            ><input
              type="checkbox"
              id="with-cube"
              .checked=${cube}
              @change=${(/** @type {Event} */ e) =>
                choice.choose(game, { cube: /** @type {HTMLInputElement} */ (e.target).checked })}
            />${t('cube')}</label
          >`
        : nothing
    }
  </div>`;
}
