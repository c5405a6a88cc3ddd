/** The dice as they lie on the board. */
import { motion } from './men.js';

/** Turns of the cube (x, y) that bring a face to the front. @type {Record<number, readonly [number, number]>} */
const FACE = { 1: [0, 0], 2: [0, -90], 3: [90, 0], 4: [-90, 0], 5: [0, 90], 6: [0, 180] };
const CUBE = [1, 2, 3, 4, 5, 6].map((f) => `<span class="face s${f}">${'<i></i>'.repeat(f)}</span>`).join('');

export class Throw {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** the viewer's colour @type {'lt'|'dk'} */ this.colour = 'lt';
    /** @type {Die[]} */ this.dice = [];
  }

  /** @param {Die[]} dice @param {Geometry} g @param {boolean} rolled whether they fall now */
  set(dice, g, rolled) {
    if (this.layer.children.length !== dice.length) {
      this.layer.innerHTML = dice.map(() => `<button type="button" tabindex="-1" class="die"><span class="cubed">${CUBE}</span></button>`).join('');
    }
    this.dice = dice;
    this.lay(g, rolled);
  }

  /** @param {Geometry} g @param {boolean} rolled */
  lay(g, rolled) {
    const n = this.dice.length, split = n === 2 && this.dice[0].mine !== this.dice[1].mine;
    this.dice.forEach((die, k) => {
      const el = /** @type {HTMLElement} */ (this.layer.children[k]), cube = /** @type {HTMLElement} */ (el.firstElementChild);
      const at = split ? g.openingAt(die.mine) : g.dieAt(die.mine, k, n), dark = (this.colour === 'dk') === die.mine;
      el.style.left = `${at.x}px`;
      el.style.top = `${at.y}px`;
      el.style.setProperty('--die', `${g.dieSize(n)}px`);
      el.className = `die${dark ? ' dk' : ''}${die.used ? ' used' : ''}`;
      const [x, y] = FACE[die.value], tilt = (k * 37 + die.value * 53) % 17 - 8;
      const end = `rotateZ(${tilt}deg) rotateX(${x}deg) rotateY(${y}deg)`;
      cube.style.transform = end;
      if (rolled && motion.on) fall(el, cube, k, [x, y], end);
    });
  }
}

/** @param {HTMLElement} el @param {HTMLElement} cube @param {number} k @param {readonly [number, number]} turn @param {string} end */
function fall(el, cube, k, [x, y], end) {
  const s = k % 2 ? 1 : -1, duration = (460 + Math.min(k, 1) * 60) / motion.speed;
  cube.animate([{ transform: `rotateZ(${s * 200}deg) rotateX(${x + 620}deg) rotateY(${y + s * 540}deg)` }, { transform: end }],
    { duration, easing: 'cubic-bezier(.15,.65,.3,1)' });
  el.animate([
    { transform: `translate(-50%,-50%) translate(${90 - s * 40}px,${k * 30 - 120}px) scale(1.35)` },
    { transform: 'translate(-50%,-50%) translate(0,8px) scale(.98)', offset: 0.72 },
    { transform: 'translate(-50%,-50%)' },
  ], { duration, easing: 'cubic-bezier(.2,.7,.3,1)' });
}
