/** The language of the page for dates; those in English are British, as on the server's pages. */
export const dateLocale =
  document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang || 'en-GB';
