/** The check of a match's dice, which is the arithmetic of the server. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { Unchecked, bytes, hex, roller, seal, verify } from '#js/live/dice.js';

const SECRET = '00112233445566778899aabbccddeeff';
const SEEDS = ['5eed0', '5eed1'];
const secretBytes = Buffer.from(SECRET, 'hex');

/** The bytes of a block of a roll. */
const blockBytes = (match, number, block) =>
  createHmac('sha256', secretBytes)
    .update(`${match}|${SEEDS[0]}|${SEEDS[1]}|${number}|${block}`)
    .digest();
const firstBytes = (match, number) => [...blockBytes(match, number, 0).subarray(0, 2)];

/** Two dice of a roll, written down once more from the rules of `dice.py`. */
const thrown = (match, number) =>
  [0, 1, 2]
    .flatMap((block) => [...blockBytes(match, number, block)])
    .filter((byte) => byte < 252)
    .slice(0, 2)
    .map((byte) => (byte % 6) + 1);

const record = (changes = (events) => events) => ({
  format: 'zaria-match',
  events: changes([
    { t: 'opened', id: 'm1', seal: createHash('sha256').update(secretBytes).digest('hex') },
    { t: 'seated', side: 0, seed: SEEDS[0] },
    { t: 'seated', side: 1, seed: SEEDS[1] },
    { t: 'opening', n: 1, dice: thrown('m1', 1) },
    { t: 'rolled', n: 2, dice: thrown('m1', 2) },
    { t: 'played' },
    { t: 'rolled', n: 3, dice: thrown('m1', 3) },
    { t: 'closed', secret: SECRET },
  ]),
});

describe('bytes', () => {
  test('are read from hex', () => assert.deepEqual([...bytes('00ff10')], [0, 255, 16]));
  test('are written as hex', () =>
    assert.equal(hex(new Uint8Array([0, 255, 16]).buffer), '00ff10'));
  test('may be none', () => assert.deepEqual([...bytes('')], []));
});

describe('the seal and the rolls', () => {
  test('the seal is the hash of the secret', async () =>
    assert.equal(await seal(SECRET), createHash('sha256').update(secretBytes).digest('hex')));
  for (const number of [1, 2, 3, 50, 1000])
    test(`roll ${number} is that of the rules`, async () =>
      assert.deepEqual(await (await roller(SECRET))(SEEDS, 'm1', number), thrown('m1', number)));
  test('a byte that would favour low faces is dropped', async () => {
    const isDropped = (number) => firstBytes('m1', number).some((byte) => byte >= 252);
    const number = Array.from({ length: 1000 }, (_, i) => i + 1).find(isDropped);
    assert.deepEqual(await (await roller(SECRET))(SEEDS, 'm1', number), thrown('m1', number));
  });
  test('another match has other rolls', async () => {
    const roll = await roller(SECRET);
    const rolls = (match) => Promise.all([1, 2, 3, 4, 5].map((n) => roll(SEEDS, match, n)));
    assert.notDeepEqual(await rolls('m1'), await rolls('m2'));
  });
});

describe('a record', () => {
  test('of honest dice passes', async () => {
    const report = await verify(record());
    assert.deepEqual([report.seal, report.rolls, report.wrong], [true, 3, null]);
  });
  test('counts the faces', async () => {
    const { faces } = await verify(record());
    const counts = [0, 0, 0, 0, 0, 0];
    for (const number of [1, 2, 3]) for (const die of thrown('m1', number)) counts[die - 1]++;
    assert.deepEqual(faces, counts);
  });
  test('with a changed roll names it', async () => {
    const changed = record((events) =>
      events.map((event) =>
        event.n === 2 ? { ...event, dice: [event.dice[0], (event.dice[1] % 6) + 1] } : event,
      ),
    );
    assert.equal((await verify(changed)).wrong, 2);
  });
  test('with a roll left out names where', async () => {
    const changed = record((events) => events.filter((event) => event.n !== 2));
    assert.equal((await verify(changed)).wrong, 2);
  });
  test('with another secret has a broken seal', async () => {
    const changed = record((events) => events.with(-1, { t: 'closed', secret: 'ff'.repeat(16) }));
    assert.equal((await verify(changed)).seal, false);
  });
  test('with a drawn starting position is checked for it', async () => {
    const drawn =
      [0, 2, 4, 6].map((at) => blockBytes('m1', 0, 0).readUInt16BE(at)).find((n) => n < 65280) %
      960;
    const begun = (start_number, terms = {}) =>
      verify(
        record((events) => [
          { ...events[0], terms },
          ...events.slice(1, 3),
          { t: 'game', number: 1, start_number },
          ...events.slice(-1),
        ]),
      );
    assert.equal((await begun(drawn)).wrong, null);
    assert.equal((await begun((drawn + 1) % 960)).wrong, 0);
    assert.equal((await begun((drawn + 1) % 960, { same_start: drawn })).wrong, null);
  });
  const UNCHECKED = [
    ['of a match that goes on', record((events) => events.slice(0, -1)), 'verify_unfinished'],
    ['without a beginning', record((events) => events.slice(1)), 'verify_unreadable'],
    ['of another format', { ...record(), format: 'pgn' }, 'verify_unreadable'],
    ['without events', { format: 'zaria-match' }, 'verify_unreadable'],
    ['that is none', null, 'verify_unreadable'],
  ];
  for (const [name, text, why] of UNCHECKED)
    test(`${name} cannot be checked`, () =>
      assert.rejects(verify(text), (error) => error instanceof Unchecked && error.why === why));
});
