/**
 * The stars of the games: a cookie keeps them on the device, and the server puts these games first
 * the next time.
 */
const COOKIE = 'zaria_favourites',
  SEPARATOR = '.',
  YEAR = 365 * 24 * 3600;

/** The favourites in the order in which they were marked. */
function marked() {
  const found = document.cookie.match(`(?:^|; )${COOKIE}=([^;]*)`);
  return new Set(found?.[1].split(SEPARATOR).filter(Boolean));
}

/** @param {Iterable<string>} games */
function keep(games) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const value = [...games].join(SEPARATOR);
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

/** Have the stars of this page work. */
export function startStars() {
  const games = marked();
  for (const star of /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll('[data-star]')
  )) {
    const game = star.dataset.star ?? '';
    star.disabled = false;
    star.setAttribute('aria-pressed', String(games.has(game)));
    star.addEventListener('click', () => {
      // another page may have changed them meanwhile
      const now = marked();
      if (!now.delete(game)) now.add(game);
      keep(now);
      star.setAttribute('aria-pressed', String(now.has(game)));
    });
  }
}
