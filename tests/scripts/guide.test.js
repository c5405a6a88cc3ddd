/** The guide of a newcomer at their own table, and its end. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  BEGINNING,
  TURNS,
  advanced,
  explained,
  isOver,
  stepToExplain,
  showsWay,
  storedProgress,
} from '#js/shell/guide_steps.js';
import { wayArrow } from '#js/tables/guide.js';
import { geometry } from '#js/tables/geometry.js';

const WAITS = { moving: false, chosen: false, made: 0, finished: false },
  MOVES = { ...WAITS, moving: true },
  CHOSEN = { ...MOVES, chosen: true },
  MADE = { ...MOVES, made: 1 },
  FINISHED = { ...MOVES, made: 2, finished: true },
  SENT = { ...WAITS, made: 2 };
const TURN = [WAITS, MOVES, CHOSEN, MADE, FINISHED, SENT, WAITS];

/** @param {readonly import('#js/shell/guide_steps.js').Moment[]} moments */
const after = (moments, progress = BEGINNING) =>
  moments.slice(1).reduce((was, now, i) => advanced(was, moments[i], now), progress);

describe('the next step', () => {
  const cases = [
    ['none while the opponent plays', WAITS, null],
    ['a checker', MOVES, 'choose'],
    ['its place', CHOSEN, 'go'],
    ['another checker', MADE, 'choose'],
    ['the end of the turn', FINISHED, 'done'],
  ];
  for (const [name, moment, step] of cases)
    test(name, () => assert.equal(stepToExplain(moment), step));
});

describe('what has been done', () => {
  const cases = [
    ['nothing at first', [WAITS, MOVES], 0, []],
    ['a choice', [MOVES, CHOSEN], 0, ['choose']],
    ['a step by dragging is a choice, too', [MOVES, MADE], 0, ['choose', 'go']],
    ['a whole turn', TURN, 1, ['choose', 'go', 'done']],
    ['a turn that passes by itself', [WAITS, MOVES, WAITS], 1, []],
    ['nothing is lost by taking back', [MOVES, MADE, MOVES], 0, ['choose', 'go']],
  ];
  for (const [name, moments, turns, steps] of cases)
    test(name, () => assert.deepEqual(after(moments), { turns, steps }));
  test('nothing new is the same object', () => {
    const progress = after(TURN);
    assert.equal(advanced(progress, MOVES, CHOSEN), progress);
  });
});

describe('a line', () => {
  test('is there until its step is done', () => {
    assert.equal(explained(BEGINNING, MOVES), 'choose');
    assert.equal(explained(after([MOVES, CHOSEN]), MOVES), null);
    assert.equal(explained(after([MOVES, CHOSEN]), CHOSEN), 'go');
    assert.equal(explained(after([MOVES, MADE]), FINISHED), 'done');
    assert.equal(explained(after(TURN), FINISHED), null);
  });
  test('is no more after three turns', () => {
    const passed = [WAITS, MOVES, WAITS],
      progress = Array.from({ length: TURNS }).reduce((was) => after(passed, was), BEGINNING);
    assert.ok(isOver(progress));
    assert.equal(explained(progress, MOVES), null);
  });
});

describe('the way of the checkers', () => {
  test('is there until the first step of all', () => {
    assert.ok(!showsWay(BEGINNING, WAITS));
    assert.ok(showsWay(BEGINNING, CHOSEN));
    assert.ok(!showsWay(after([MOVES, MADE]), MADE));
    assert.ok(!showsWay(after([WAITS, MOVES, WAITS]), MOVES));
  });
  for (const [mirrored, side] of [
    [false, 1],
    [true, -1],
  ])
    test(`begins and ends at home${mirrored ? ' of a mirrored board' : ''}`, () => {
      const g = geometry({ w: 360, h: 500, rails: false, parallel: false, mirrored });
      const numbers = wayArrow(g)
          .match(/-?[\d.]+/g)
          .map(Number),
        [start, corner] = [numbers[0], numbers[2]];
      assert.equal(Math.sign(start - corner), side);
      assert.ok(numbers.every((n) => n >= 0 && n <= 500));
    });
});

describe('the progress of a browser', () => {
  beforeEach(() => localStorage.clear());
  test('begins anew without any', () => assert.deepEqual(storedProgress(), BEGINNING));
  for (const text of ['nonsense', '{}', '{"turns":"3","steps":[]}', 'null'])
    test(`begins anew with ${text}`, () => {
      localStorage.setItem('zaria.guide', text);
      assert.deepEqual(storedProgress(), BEGINNING);
    });
  test('comes back', () => {
    localStorage.setItem('zaria.guide', '{"turns":2,"steps":["choose"]}');
    assert.deepEqual(storedProgress(), { turns: 2, steps: ['choose'] });
  });
});
