/**
 * Knocks on wood: each is a few damped tones, as a board and what strikes it ring, computed when it
 * is first heard. No files, and nothing before the first touch.
 */

/**
 * What strikes: its tones in Hz, how strong each is, and the ms in which it falls to a third.
 * @typedef {readonly (readonly [pitch: number, share: number, decay: number])[]} Wood
 */

/** @type {Wood} a checker laid on the board */
const CHECKER = [
  [285, 0.8, 34],
  [640, 1, 24],
  [1190, 0.6, 15],
  [2240, 0.35, 8],
  [3650, 0.2, 4],
];
/** @type {Wood} a die that bounces */
const DIE = [
  [410, 0.3, 18],
  [1480, 1, 11],
  [2720, 0.7, 7],
  [4350, 0.4, 4],
];
/** @type {Wood} the cube, which is heavier */
const CUBE = [
  [176, 1, 60],
  [392, 0.7, 42],
  [845, 0.45, 24],
  [1630, 0.2, 11],
];
/** @type {Wood} a hollow block */
const BLOCK = [
  [830, 1, 48],
  [2110, 0.4, 22],
  [3940, 0.15, 9],
];

const LENGTH = 0.3, // seconds of a knock
  TOUCH = 0.0012; // seconds until it is at its loudest

/**
 * A knock, at most 1 loud.
 * @param {Wood} wood
 * @param {number} rate samples in a second
 */
export function knock(wood, rate) {
  const out = new Float32Array(Math.round(rate * LENGTH));
  let peak = 0;
  for (let i = 0; i < out.length; i++) {
    const s = i / rate;
    let sum = 0;
    for (const [pitch, share, decay] of wood)
      sum += share * Math.sin(2 * Math.PI * pitch * s) * Math.exp((-s * 1000) / decay);
    out[i] = sum * Math.min(1, s / TOUCH);
    peak = Math.max(peak, Math.abs(out[i]));
  }
  return out.map((sample) => sample / peak);
}

/** @type {AudioContext|undefined} */
let context;
let volume = 1;
/** @type {Map<Wood, AudioBuffer>} */
const buffers = new Map();

/**
 * @param {AudioContext} on
 * @param {Wood} wood
 */
function bufferOf(on, wood) {
  const had = buffers.get(wood);
  if (had) return had;
  const samples = knock(wood, on.sampleRate),
    buffer = on.createBuffer(1, samples.length, on.sampleRate);
  buffer.copyToChannel(samples, 0);
  buffers.set(wood, buffer);
  return buffer;
}

/**
 * @param {Wood} wood
 * @param {number} loud
 * @param {number} [at] seconds from now
 * @param {number} [pitch] multiplies; no two knocks are quite the same
 */
function strike(wood, loud, at = 0, pitch = 1) {
  if (!context) return;
  const source = context.createBufferSource(),
    gain = context.createGain(),
    start = context.currentTime + at;
  source.buffer = bufferOf(context, wood);
  source.playbackRate.value = pitch * (0.97 + Math.random() * 0.06);
  gain.gain.setValueAtTime(loud * volume, start);
  source.connect(gain).connect(context.destination);
  source.start(start);
}

/**
 * May be called again and again.
 * @param {number} loudness of the next sounds; 1 is as usual
 */
export function wake(loudness) {
  volume = loudness;
  context ??= new AudioContext();
}

export const SOUNDS = {
  move: () => strike(CHECKER, 0.25),
  hit: () => {
    strike(CHECKER, 0.32, 0, 1.2);
    strike(CHECKER, 0.28, 0.06, 0.8);
  },
  roll: () => {
    for (let i = 0; i < 7; i++)
      strike(
        DIE,
        0.24 - i * 0.026,
        0.02 + i * 0.055 + Math.random() * 0.02,
        0.85 + Math.random() * 0.3,
      );
  },
  double: () => {
    strike(CUBE, 0.34);
    strike(CUBE, 0.22, 0.13, 1.25);
  },
  turn: () => {
    strike(BLOCK, 0.11);
    strike(BLOCK, 0.1, 0.1, 1.26);
  },
  call: () => {
    for (let i = 0; i < 3; i++) strike(BLOCK, 0.26, i * 0.15, 1 + i * 0.19);
  },
  win: () => {
    for (const [i, pitch] of [1, 1.26, 1.5, 2].entries()) strike(BLOCK, 0.2, i * 0.11, pitch);
  },
  time: () => {
    for (let i = 0; i < 3; i++) strike(BLOCK, 0.16, i * 0.16, 2);
  },
};

/** By name, for measuring. */
export const WOODS = { CHECKER, DIE, CUBE, BLOCK };
