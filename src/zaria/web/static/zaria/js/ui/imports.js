/**
 * Modules that are imported when they are first needed: the one way to do so. A module that could not be
 * fetched a browser never asks for again, so the server has to answer first.
 */

/**
 * Milliseconds until the server is asked again, and after the page came for which it counts as
 * there.
 */
const AGAIN = 2000,
  THERE = 5000;
/**
 * Where a page notes when it was loaded again for a module, and the milliseconds for which that is
 * enough.
 */
const RELOADED = 'zaria.reloaded',
  ONCE = 600_000;
/** The status with which a server answers that has only the modules of another release. */
const GONE = 404;
/** Milliseconds after which no answer is waited for any more. */
export const ENOUGH = 15000;

/**
 * Load the page again, where a module failed that the browser asks for no more or the server has no more.
 * Returns whether it will come: a module that fails in the new page, too, is broken.
 */
function reload() {
  const now = Date.now(),
    before = Number(sessionStorage.getItem(RELOADED));
  if (now - before < ONCE) return false;
  sessionStorage.setItem(RELOADED, String(now));
  location.reload();
  return true;
}

/**
 * Import a module as soon as the server answers. Throws what the module threw where it is broken.
 * @template T
 * @param {() => Promise<T>} load
 * @param {() => void} [wait] called when it does not answer
 * @param {boolean} [sure] that it does
 */
export async function importModule(load, wait = () => {}, sure = false) {
  for (let failed = 0; ; sure = false) {
    let answers = false;
    try {
      if (!sure) {
        const { ok, status } = await fetch(import.meta.url, {
          method: 'HEAD',
          cache: 'no-store',
          signal: AbortSignal.timeout(ENOUGH),
        });
        answers = ok || status === GONE;
        if (!ok) throw new Error(String(status));
      }
      return await load();
    } catch (error) {
      if (answers || sure) failed += 1;
      if (answers && failed > 1 && !reload()) throw error;
      wait();
      await new Promise((on) => {
        setTimeout(on, AGAIN);
      });
    }
  }
}

/**
 * Uses of a module that the first of them imports: each waits for it, and they follow in the order of
 * their calls.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Uses<T>}
 */
export function whenLoaded(load) {
  /** @type {Promise<T>|undefined} */
  let module;
  return (use) => {
    module ??= importModule(load, undefined, performance.now() < THERE).catch((error) => {
      module = undefined;
      throw error;
    });
    return module.then(use);
  };
}
