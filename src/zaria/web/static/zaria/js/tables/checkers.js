/**
 * What moves on the board: the thirty checkers, which lies where, and their flights when that
 * changes; the dice as they lie.
 */
import { opposite } from './geometry.js';
import { motion } from '../ui/dom.js';

const EASE = 'cubic-bezier(.25,.7,.25,1)';

/** @param {XY} p */
export const place = (p) => `translate3d(${p.x.toFixed(1)}px,${p.y.toFixed(1)}px,0)`;

/**
 * Fly an element over a row of places, the last of which it already has.
 * @param {HTMLElement} el
 * @param {XY[]} stops
 * @param {number} size of a checker: less than two of them is a mere shift
 */
function fly(el, stops, size) {
  const legs = stops.slice(1).map((p, i) => Math.hypot(p.x - stops[i].x, p.y - stops[i].y));
  const whole = legs.reduce((a, b) => a + b, 0);
  if (whole < size)
    return el.animate(
      stops.map((p) => ({ transform: place(p) })),
      { duration: 120 / motion.speed, easing: EASE },
    );
  let done = 0;
  /** @type {Keyframe[]} */
  const frames = [{ transform: place(stops[0]), offset: 0 }];
  legs.forEach((leg, i) => {
    const a = stops[i],
      b = stops[i + 1],
      middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    frames.push({ transform: place(middle) + ' scale(1.1)', offset: (done + leg / 2) / whole });
    done += leg;
    frames.push({ transform: place(b), offset: Math.min(1, done / whole) });
  });
  const ms = legs.reduce((sum, leg) => sum + Math.min(250, 150 + leg * 0.12), 0);
  return el.animate(frames, { duration: ms / motion.speed, easing: EASE });
}

export class Checkers {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /**
     * checkers by side and point, the topmost last
     * @type {[Checker[][], Checker[][]]}
     */
    this.stacks = [[], []];
    /** @type {readonly (readonly number[])[]} */
    this.pins = [[], []];
    this.light = -1;
  }

  /**
   * Put all of them back into the box, light ones for side `light`.
   * @param {Side} light
   */
  colours(light) {
    if (this.light === light) return;
    this.light = light;
    this.layer.textContent = '';
    for (const side of /** @type {Side[]} */ ([0, 1])) {
      this.stacks[side] = Array.from({ length: 26 }, () => []);
    }
  }

  /**
   * Take one more checker of a side out of the box.
   * @param {Side} side
   * @returns {Checker}
   */
  take(side) {
    const colour = side === this.light ? 'lt' : 'dk',
      el = document.createElement('div');
    el.className = `man ${colour}`;
    el.innerHTML = `<svg viewBox="0 0 100 100"><use href="#man-${colour}"/></svg><i></i><b></b>`;
    this.layer.append(el);
    return { side, el, x: NaN, y: NaN, z: 0 };
  }

  /**
   * The checker that would move from a point.
   * @param {Side} side
   * @param {number} at
   */
  top(side, at) {
    return this.stacks[side][at]?.at(-1);
  }

  /**
   * @param {Placement} to
   * @param {Geometry} g
   * @param {boolean} animate
   * @param {Way} [way]
   */
  set(to, g, animate, way) {
    this.pins = to.pins;
    for (const side of /** @type {Side[]} */ ([0, 1])) {
      const stacks = this.stacks[side],
        want = to.checkers[side];
      /** @type {Checker[]} */
      const spare = [];
      for (let at = 25; at >= 0; at--)
        while (stacks[at].length > want[at]) spare.push(/** @type {Checker} */ (stacks[at].pop()));
      for (let at = 25; at >= 0; at--)
        while (stacks[at].length < want[at]) stacks[at].push(spare.shift() ?? this.take(side));
      for (const { el } of spare) el.remove();
    }
    this.lay(g, animate, way);
  }

  /**
   * Whether the checkers of `side` on `at` stand on a pinned one.
   * @param {Side} side
   * @param {number} at
   * @param {boolean} parallel
   */
  above(side, at, parallel) {
    return (
      at > 0 &&
      at < 25 &&
      this.stacks[side][at].length > 0 &&
      this.pins[1 - side].includes(opposite(at, parallel))
    );
  }

  /**
   * Centre of the k-th checker of a stack.
   * @param {Geometry} g
   * @param {Side} side
   * @param {number} at
   * @param {number} k
   * @returns {XY}
   */
  spot(g, side, at, k) {
    const n = this.stacks[side][at].length,
      { parallel } = g.shape;
    if (at === 0) return g.inTray(side === 0, k);
    if (at === 25) return g.onBar(side === 0, k, n);
    return g.onPoint(
      side === 0 ? at : opposite(at, parallel),
      k,
      Math.max(n, k + 1),
      this.above(side, at, parallel),
    );
  }

  /**
   * Bring every checker to its place.
   * @param {Geometry} g
   * @param {boolean} animate
   * @param {Way} [way]
   */
  lay(g, animate, way) {
    const go = animate && motion.on,
      half = g.size / 2,
      limit = g.shape.rails ? 5 : 7;
    let z = 2;
    for (const side of /** @type {Side[]} */ ([0, 1]))
      this.stacks[side].forEach((stack, at) =>
        stack.forEach((checker, k) => {
          const { el } = checker,
            centre = this.spot(g, side, at, k),
            to = { x: centre.x - half, y: centre.y - half };
          const pinned = this.pins[side].includes(at),
            last = k === stack.length - 1;
          el.classList.toggle('off', at === 0);
          el.classList.toggle('pinned', pinned);
          const hand = at === 25 && !g.has(12);
          const count =
            last && (hand || (stack.length > limit && at > 0 && at < 25))
              ? String(stack.length)
              : '';
          const label = /** @type {HTMLElement} */ (el.lastElementChild);
          if (label.textContent !== count) label.textContent = count;
          checker.z = pinned ? 1 : z++;
          if (!checker.flight) el.style.zIndex = String(checker.z);
          if (Math.abs(checker.x - to.x) < 0.05 && Math.abs(checker.y - to.y) < 0.05) return;
          checker.flight?.cancel();
          checker.flight = undefined;
          el.style.transform = place(to);
          if (go && !Number.isNaN(checker.x)) {
            const via = way && way.side === side && way.to === at && last ? way.via : [];
            this.launch(
              checker,
              [{ x: checker.x, y: checker.y }, ...via.map((p) => this.over(g, side, p)), to],
              g.size,
            );
          } else el.style.zIndex = String(checker.z);
          checker.x = to.x;
          checker.y = to.y;
        }),
      );
  }

  /**
   * A place that a flight touches: on top of what stands there.
   * @param {Geometry} g
   * @param {Side} side
   * @param {number} at
   */
  over(g, side, at) {
    const { x, y } = this.spot(g, side, at, this.stacks[side][at].length);
    return { x: x - g.size / 2, y: y - g.size / 2 };
  }

  /**
   * @param {Checker} checker
   * @param {XY[]} stops
   * @param {number} size
   */
  launch(checker, stops, size) {
    const end = stops[stops.length - 1],
      far = Math.hypot(end.x - stops[0].x, end.y - stops[0].y) > size;
    checker.el.style.zIndex = String(far ? 100 + checker.z : checker.z);
    const flight = fly(checker.el, stops, size);
    checker.flight = flight;
    flight.onfinish = () => {
      if (checker.flight !== flight) return;
      checker.flight = undefined;
      checker.el.style.zIndex = String(checker.z);
    };
  }
}

/**
 * Turns of the cube (x, y) that bring a face to the front.
 * @type {Record<number, readonly [number, number]>}
 */
const FACE = { 1: [0, 0], 2: [0, -90], 3: [90, 0], 4: [-90, 0], 5: [0, 90], 6: [0, 180] };
const CUBE = [1, 2, 3, 4, 5, 6]
  .map((f) => `<span class="face s${f}">${'<i></i>'.repeat(f)}</span>`)
  .join('');

export class Throw {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /**
     * the viewer's colour
     * @type {'lt'|'dk'}
     */
    this.colour = 'lt';
    /** @type {Die[]} */
    this.dice = [];
  }

  /**
   * @param {Die[]} dice
   * @param {Geometry} g
   * @param {'fall'|'turn'|''} how they fall now, or turn over where they lie
   */
  set(dice, g, how) {
    if (this.layer.children.length !== dice.length) {
      this.layer.innerHTML = dice
        .map(
          () =>
            `<button type="button" tabindex="-1" class="die"><span class="cubed">${CUBE}</span></button>`,
        )
        .join('');
    }
    this.dice = dice;
    this.lay(g, how);
  }

  /**
   * @param {Geometry} g
   * @param {'fall'|'turn'|''} how
   */
  lay(g, how) {
    const n = this.dice.length,
      split = n === 2 && this.dice[0].mine !== this.dice[1].mine;
    this.dice.forEach((die, k) => {
      const el = /** @type {HTMLElement} */ (this.layer.children[k]),
        cube = /** @type {HTMLElement} */ (el.firstElementChild);
      const at = split ? g.openingAt(die.mine) : g.dieAt(die.mine, k, n),
        dark = (this.colour === 'dk') === (die.mine !== !!die.left);
      el.style.left = `${at.x}px`;
      el.style.top = `${at.y}px`;
      el.style.setProperty('--die', `${g.dieSize(n)}px`);
      el.className = `die${dark ? ' dk' : ''}${die.used ? ' used' : ''}`;
      const [x, y] = FACE[die.value],
        tilt = ((k * 37 + die.value * 53) % 17) - 8;
      const end = `rotateZ(${tilt}deg) rotateX(${x}deg) rotateY(${y}deg)`;
      cube.style.transform = end;
      if (!how || !motion.on) return;
      if (how === 'fall') fall(el, cube, k, [x, y], end);
      else
        cube.animate([{ transform: `rotateX(-160deg) ${end}` }, { transform: end }], {
          duration: (240 + k * 40) / motion.speed,
          easing: 'ease-out',
        });
    });
  }
}

/**
 * @param {HTMLElement} el
 * @param {HTMLElement} cube
 * @param {number} k
 * @param {readonly [number, number]} turn
 * @param {string} end
 */
function fall(el, cube, k, [x, y], end) {
  const s = k % 2 ? 1 : -1,
    duration = (460 + Math.min(k, 1) * 60) / motion.speed;
  cube.animate(
    [
      { transform: `rotateZ(${s * 200}deg) rotateX(${x + 620}deg) rotateY(${y + s * 540}deg)` },
      { transform: end },
    ],
    { duration, easing: 'cubic-bezier(.15,.65,.3,1)' },
  );
  el.animate(
    [
      {
        transform: `translate(-50%,-50%) translate(${90 - s * 40}px,${k * 30 - 120}px) scale(1.35)`,
      },
      { transform: 'translate(-50%,-50%) translate(0,8px) scale(.98)', offset: 0.72 },
      { transform: 'translate(-50%,-50%)' },
    ],
    { duration, easing: 'cubic-bezier(.2,.7,.3,1)' },
  );
}
