/** Knocks on wood made of filtered noise: no files, and nothing before the first touch. */

/** @type {AudioContext|undefined} */
let context;
/** @type {AudioBuffer|undefined} */
let noise;
let volume = 1;

/**
 * @param {number} pitch
 * @param {number} q
 * @param {number} ms
 * @param {number} loud
 * @param {number} [at] seconds from now
 */
function knock(pitch, q, ms, loud, at = 0) {
  if (!context || !noise) return;
  const source = context.createBufferSource(),
    band = context.createBiquadFilter(),
    gain = context.createGain();
  const start = context.currentTime + at;
  source.buffer = noise;
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = q;
  gain.gain.setValueAtTime(loud * volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + ms / 1000);
  source.connect(band).connect(gain).connect(context.destination);
  source.start(start, Math.random() * 0.4, ms / 1000);
}

/**
 * May be called again and again.
 * @param {number} loudness of the next sounds; 1 is as usual
 */
export function wake(loudness) {
  volume = loudness;
  if (context) return;
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
}

export const SOUNDS = {
  move: () => knock(950, 6, 60, 0.5),
  hit: () => {
    knock(700, 5, 70, 0.7);
    knock(420, 4, 120, 0.6, 0.05);
  },
  roll: () => {
    for (let i = 0; i < 7; i++)
      knock(
        1400 + Math.random() * 1600,
        5,
        45,
        0.45 - i * 0.05,
        0.02 + i * 0.055 + Math.random() * 0.02,
      );
  },
  double: () => {
    knock(520, 8, 160, 0.6);
    knock(780, 8, 200, 0.5, 0.14);
  },
  turn: () => {
    knock(1800, 20, 140, 0.15);
    knock(2400, 20, 180, 0.12, 0.09);
  },
  call: () => {
    for (let i = 0; i < 3; i++) knock(900 + i * 300, 14, 200, 0.5, i * 0.15);
  },
  time: () => {
    for (let i = 0; i < 3; i++) knock(2600, 25, 90, 0.25, i * 0.16);
  },
};
