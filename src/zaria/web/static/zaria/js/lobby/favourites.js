/**
 * The stars of the games: the server keeps a member's, a cookie a guest's on the device. The server
 * puts these games first the next time.
 */
import { ENOUGH } from '../ui/imports.js';

const COOKIE = 'zaria_favourites',
  SEPARATOR = '.',
  YEAR = 365 * 24 * 3600;

/** A guest's favourites in the order in which they were marked. */
function marked() {
  const match = document.cookie.match(`(?:^|; )${COOKIE}=([^;]*)`);
  return new Set(match?.[1].split(SEPARATOR).filter(Boolean));
}

/**
 * Keep a guest's star.
 * @param {string} game
 * @param {boolean} on
 */
function keep(game, on) {
  // another page may have changed them meanwhile
  const games = marked();
  if (on) games.add(game);
  else games.delete(game);
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const value = [...games].join(SEPARATOR);
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

/**
 * Send a member's star; false if the server does not keep it.
 * @param {string} game
 * @param {boolean} on
 */
async function send(game, on) {
  const token = /** @type {HTMLInputElement|null} */ (
    document.querySelector('[name=csrfmiddlewaretoken]')
  );
  try {
    const answer = await fetch('/favourites', {
      method: 'POST',
      keepalive: true,
      headers: { 'X-CSRFToken': token?.value ?? '' },
      body: new URLSearchParams({ game, on: on ? 'yes' : 'no' }),
      signal: AbortSignal.timeout(ENOUGH),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Have the stars of a part of this page work.
 * @param {ParentNode} part
 * @param {string[]} stars the games that are marked
 * @param {boolean} member
 */
export function startStars(part, stars, member) {
  const games = new Set(stars);
  for (const star of /** @type {NodeListOf<HTMLButtonElement>} */ (
    part.querySelectorAll('[data-star]')
  )) {
    const game = star.dataset.star ?? '',
      show = (/** @type {boolean} */ on) => star.setAttribute('aria-pressed', String(on));
    star.disabled = false;
    show(games.has(game));
    star.addEventListener('click', async () => {
      const on = star.getAttribute('aria-pressed') !== 'true';
      show(on);
      if (!member) keep(game, on);
      else if (!(await send(game, on))) show(!on);
    });
  }
}
