/**
 * The lobby as this page knows it: the list that was asked for, its entries, and how much there is
 * of everything.
 */
import { batch, computed, signal } from '@preact/signals-core';

/** @typedef {import('../protocol.js').Seeker} Seeker */
/**
 * @typedef {import('../protocol.js').Card} Card
 * @typedef {import('../protocol.js').Person} Person
 * @typedef {import('../protocol.js').Page} Page
 */
/**
 * What was asked for.
 * @typedef {{what: 'open'|'playing'|'people', page: number, game: string, speed: string, stakes:
 * string}} Query
 */

const SIZE = 20;
const LISTS = ['open', 'playing', 'people'];

export class Lobby {
  /**
   * @param {Query} query
   * @param {Page} page
   */
  constructor(query, page) {
    this.query = signal(query);
    this.ids = signal(/** @type {readonly string[]} */ ([]));
    this.total = signal(0);
    this.online = signal(0);
    this.counts = signal(/** @type {Record<string, readonly number[]>} */ ({}));
    /**
     * the entries of the page by id: one that left it is sent again when it comes back
     * @type {Map<string, Card|Person>}
     */
    this.known = new Map();
    /**
     * those of the players of each card, by side
     * @type {Map<string, readonly (number|null)[]|undefined>}
     */
    this.ratings = new Map();
    /** everybody who searches for an opponent */
    this.seeks = signal(/** @type {readonly Seeker[]} */ ([]));
    this.open = computed(() => sum(this.counts.value, 0) + this.seeks.value.length);
    this.playing = computed(() => sum(this.counts.value, 1));
    this.last = computed(() => Math.max(0, Math.ceil(this.total.value / SIZE) - 1));
    this.take(page);
  }

  /**
   * Take over what the server sent.
   * @param {Page} page
   * @returns {boolean} false if an entry is missing, and the page has to be asked for again
   */
  take(page) {
    if (page.seeks) this.seeks.value = page.seeks;
    const { what: list, page: number } = this.query.value;
    if (page.what !== list || page.page !== number) return true; // the answer to an earlier question
    for (const card of page.cards ?? []) this.known.set(card.id, card);
    for (const person of page.people ?? []) this.known.set(person.handle, person);
    this.ratings = new Map(page.ids.map((id, i) => [id, page.ratings?.[i]]));
    const ids = new Set(page.ids);
    for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
    batch(() => {
      this.ids.value = [...page.ids];
      this.total.value = page.total;
      this.online.value = page.online;
      this.counts.value = page.counts;
    });
    return page.ids.every((id) => this.known.has(id));
  }

  /**
   * Those who search, as far as the list that is shown lets them through.
   * @returns {readonly Seeker[]}
   */
  get searching() {
    const { what: list, page, game, speed, stakes } = this.query.value;
    if (list !== 'open' || page) return [];
    return this.seeks.value.filter(
      (seeker) =>
        (!game || seeker.game === game) &&
        (!speed || seeker.speed === speed) &&
        (!stakes || (stakes === 'with') === !!seeker.stakes),
    );
  }

  /**
   * Ask for something else.
   * @param {Partial<Query>} change
   */
  turn(change) {
    this.query.value = { ...this.query.value, page: 0, ...change };
  }
}

/**
 * The address of a list: what is usual is left out.
 * @param {Query} query
 */
export function address(query) {
  const params = Object.entries(query)
    .filter(([key, value]) => value && !(key === 'what' && value === 'open'))
    .map(([key, value]) => [
      key === 'what' ? 'list' : key,
      key === 'page' ? String(Number(value) + 1) : String(value),
    ]);
  return params.length ? `/?${new URLSearchParams(params)}` : '/';
}

/**
 * The question in an address.
 * @param {string} search
 * @returns {Query}
 */
export function question(search) {
  const params = new URLSearchParams(search),
    list = params.get('list') ?? 'open';
  return {
    what: /** @type {Query['what']} */ (LISTS.includes(list) ? list : 'open'),
    page: Math.max(0, (Number(params.get('page')) || 1) - 1),
    game: params.get('game') ?? '',
    speed: params.get('speed') ?? '',
    stakes: params.get('stakes') ?? '',
  };
}

/**
 * @param {Record<string, readonly number[]>} counts
 * @param {0|1} which
 */
const sum = (counts, which) =>
  Object.values(counts).reduce((all, numbers) => all + numbers[which], 0);
