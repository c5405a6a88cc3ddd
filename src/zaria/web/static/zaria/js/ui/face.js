/** Who somebody is, where he is drawn: his picture, if he has one, and his flag. */
import { html, nothing } from './el.js';

/** @typedef {{name: string, face?: string, country?: string}} Who */

/** Lies over the arms with the letter. @param {Who|null|undefined} who */
export const face = (who) => (who?.face ? html`<img src=${`/face/${who.name}?v=${who.face}`} alt="">` : nothing);

/** The two letters of a country, which systems with flags draw as one. @param {Who|null|undefined} who */
export const flag = (who) => (who?.country
  ? html`<span class="flag" title=${who.country}>${String.fromCodePoint(...[...who.country].map((letter) => 127397 + letter.charCodeAt(0)))}</span>` : nothing);
