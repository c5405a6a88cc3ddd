/**
 * The club as an app comes when a page is quiet: nothing on the page waits for it. Browsers without workers
 * do without.
 */

/** ms after the page has loaded. */
const QUIET = 4000;

if ('serviceWorker' in navigator)
  addEventListener('load', () => {
    setTimeout(() => {
      // without a line the next page tries again
      import('./main.js').catch(() => {});
    }, QUIET);
  });
