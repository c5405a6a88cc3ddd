/** Modules as a page in some language imports them. */

/**
 * Import a module anew, as a page in this language has it.
 * @param {string} module below the folder of the scripts
 * @param {string} language
 */
export async function inLanguage(module, language) {
  document.documentElement.lang = language;
  try {
    return await import(`#js/${module}?${language}`);
  } finally {
    document.documentElement.lang = 'en';
  }
}

/**
 * Do something on a page in this language.
 * @template T
 * @param {string} language
 * @param {() => T} act
 * @returns {T}
 */
export function speaking(language, act) {
  document.documentElement.lang = language;
  try {
    return act();
  } finally {
    document.documentElement.lang = 'en';
  }
}
