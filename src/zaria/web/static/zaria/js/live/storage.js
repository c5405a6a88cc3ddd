/** Text that the browser keeps for this site: one without storage, or without room, forgets it. */

/** @typedef {'localStorage'|'sessionStorage'} Area of this device, or of this tab */

/**
 * @param {string} key
 * @param {Area} [area]
 * @returns {string|null} null for nothing
 */
export function recall(key, area = 'localStorage') {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string|null} text null forgets what there was
 * @param {Area} [area]
 */
export function keep(key, text, area = 'localStorage') {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch {
    // it counts for this page
  }
}
