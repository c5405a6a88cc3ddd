/** Clocks and times: what is left, and how it is written. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clock } from '#js/live/search.js';
import { countdown, remaining } from '#js/shell/countdown.js';
import { dayTime } from '#js/shell/day_time.js';
import { clockState, digits } from '#js/shell/state.js';
import { duration } from '#js/shell/totals.js';
import { addWords } from '#js/ui/dom.js';

describe('a running clock shows whole seconds, rounded up', () => {
  const cases = [
    [0, '0:00'],
    [1, '0:01'],
    [999, '0:01'],
    [1000, '0:01'],
    [1001, '0:02'],
    [59000, '0:59'],
    [59001, '1:00'],
    [187000, '3:07'],
    [3599000, '59:59'],
    [3600000, '1:00:00'],
    [3727000, '1:02:07'],
    [36000000, '10:00:00'],
  ];
  for (const [ms, text] of cases) test(`${ms} ms: ${text}`, () => assert.equal(digits(ms), text));
});

describe('the time of a game counts whole seconds that have passed', () => {
  const cases = [
    [-5, '0:00'],
    [0, '0:00'],
    [999, '0:00'],
    [1000, '0:01'],
    [7999, '0:07'],
    [60000, '1:00'],
    [3599999, '59:59'],
    [3600000, '1:00:00'],
    [3727000, '1:02:07'],
  ];
  for (const [ms, text] of cases) test(`${ms} ms: ${text}`, () => assert.equal(duration(ms), text));
});

describe('the time that a table stays open', () => {
  const cases = [
    [-1, '0:00'],
    [0, '0:00'],
    [500, '0:01'],
    [299000, '4:59'],
    [299001, '5:00'],
    [3600000, '60:00'],
  ];
  for (const [ms, text] of cases) test(`${ms} ms: ${text}`, () => assert.equal(clock(ms), text));
});

describe('a clock by the day shows days and hours', () => {
  addWords({ clock_d: '{n} d', clock_h: '{n} h', minutes: '{n} min' });
  const HOUR = 3_600_000;
  const cases = [
    [14 * 24 * HOUR, '14 d'],
    [14 * 24 * HOUR - 1, '13 d 23 h'],
    [24 * HOUR, '1 d'],
    [24 * HOUR - 1, '23 h'],
    [HOUR, '1 h'],
    [HOUR - 1, '59 min'],
    [0, '1 min'],
  ];
  for (const [ms, text] of cases)
    test(`${ms} ms: ${text}`, () => assert.equal(dayTime(ms).replaceAll('\u00a0', ' '), text));
});

describe('what is left of a clock', () => {
  const clocks = { running: 0, since: 1000, delay: 5000, bank: [60000, 30000] };
  const state = (side, now, changes = {}) => clockState({ ...clocks, ...changes }, side, now);
  test('by the day the end counts, and of the side that does not run its time', () => {
    const due = 1000 + 10000;
    assert.equal(state(0, 1000, { due }).left, 10000);
    assert.equal(state(0, 1000, { due }).part, 1);
    assert.equal(state(0, 12000, { due }).left, 0);
    assert.equal(state(1, 1000, { due }).left, 35000);
  });
  test('there may be none', () => assert.equal(clockState(null, 0, 0), null));
  test('nothing is spent when the turn begins', () =>
    assert.deepEqual(state(0, 1000), {
      bank: 60000,
      delay: 5000,
      part: 1,
      left: 65000,
      running: true,
    }));
  test('the delay is spent first', () =>
    assert.deepEqual(state(0, 4000), {
      bank: 60000,
      delay: 2000,
      part: 0.4,
      left: 62000,
      running: true,
    }));
  test('the bank goes when the delay is over', () =>
    assert.deepEqual(state(0, 9000), {
      bank: 57000,
      delay: 0,
      part: 0,
      left: 57000,
      running: true,
    }));
  test('at the very end of the delay the bank is whole', () =>
    assert.equal(state(0, 6000).left, 60000));
  test('nothing falls below zero', () => assert.equal(state(0, 1e9).left, 0));
  test('the clock of the other side stands', () =>
    assert.deepEqual(state(1, 9000), {
      bank: 30000,
      delay: 5000,
      part: 1,
      left: 35000,
      running: false,
    }));
  test('nobody’s clock runs between games', () =>
    assert.equal(state(0, 9000, { running: null }).left, 65000));
  test('a moment before the start spends nothing', () => assert.equal(state(0, 0).left, 65000));
  test('without a delay no part of it is left', () =>
    assert.equal(state(0, 1000, { delay: 0 }).part, 0));
  test('without a delay the bank goes at once', () =>
    assert.equal(state(0, 2000, { delay: 0 }).bank, 59000));
});

describe('a countdown to a moment of the server’s clock', () => {
  const session = { now: 10_000 };
  test('is the time until then', () => assert.equal(remaining(session, 12_500), 2500));
  test('ends at zero', () => assert.equal(remaining(session, 9000), 0));
  test('is written as a clock', () => assert.equal(countdown(session, 77_000), '1:07'));
});
