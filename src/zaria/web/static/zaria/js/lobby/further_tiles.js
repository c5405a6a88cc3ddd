/** The tiles of the games that the page does not show at once: they come when they are asked for. */
import { signal } from '@preact/signals-core';
import { ENOUGH } from '../ui/imports.js';

/** The part of the page with these tiles, null until they have come. */
export const furtherTiles = signal(/** @type {HTMLElement|null} */ (null));
let isLoading = false;

/** Load them once; where that fails the page's way to all games stays, and they may be asked for again. */
export async function loadTiles() {
  const place = document.querySelector('.more-games > p');
  if (isLoading || !place) return;
  isLoading = true;
  const within = { signal: AbortSignal.timeout(ENOUGH) },
    shown = [...document.querySelectorAll('.tiles [name=game]')].map(
      (tile) => /** @type {HTMLButtonElement} */ (tile).value,
    );
  const answer = await fetch(`/games/tiles?shown=${shown.join('.')}`, within).catch(() => null);
  isLoading = answer?.ok ?? false;
  if (!answer?.ok) return;
  const part = document.createElement('div');
  part.innerHTML = await answer.text();
  place.replaceWith(part);
  furtherTiles.value = part;
}
