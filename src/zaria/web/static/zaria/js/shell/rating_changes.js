/**
 * The ratings of members at the table, and what the match has changed of them once that is
 * computed.
 */
import { computed, effect, untracked } from '@preact/signals-core';

/**
 * By side, in hundredths of a point; `changes` are before and after, `left` is how many rated
 * matches the viewer may still begin today with whom they meet at this table. `early`: the match ended before
 * enough turns.
 * @typedef {{now: (number|null)[], changes: ([number, number]|null)[], left: number|null,
 *   early?: boolean}} Ratings
 */

/**
 * After so long (ms) it is asked again what a match has changed: players are notified, onlookers are
 * not.
 */
const AGAIN = [1500, 4000, 12000];

/**
 * @param {import('./state.js').TableState} table
 * @returns {() => Promise<void>} asks for them anew
 */
export function follow(table) {
  const members = computed(() =>
    table.view.value.players.map((player) => (player?.member ? player.name : '')).join(),
  );
  /** the visitor may take a seat that anybody can have: they see first how the match counts */
  const asks = computed(
    () =>
      !!table.view.value.rated && !table.barred && table.seat.value !== null && !table.kept.value,
  );
  const over = computed(
    () =>
      !!table.view.value.rated &&
      table.view.value.phase === 'over' &&
      table.view.value.result?.how !== 'void',
  );
  const changed = computed(() => !!table.ratings.value?.changes.some(Boolean));
  async function load() {
    try {
      const answer = await fetch(`/t/${table.id}/ratings`);
      if (answer.ok) table.ratings.value = await answer.json();
    } catch {
      /* asked again when there is more to know */
    }
  }
  effect(() => {
    if (members.value.length > 1 || asks.value) untracked(load);
  });
  effect(() => {
    if (!over.value || changed.value) return undefined;
    const timers = AGAIN.map((ms) => setTimeout(load, ms));
    return () => timers.forEach(clearTimeout);
  });
  return load;
}
