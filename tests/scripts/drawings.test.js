/** Arrows and circles on a board: their colours, and which of them remain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { colourOf, drawn, toggled } from '#js/ui/drawings.js';

const arrow = { from: 1, to: 2, colour: 0 };
const NONE = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const circle = { from: 3, to: 3, colour: 1 };

describe('drawings', () => {
  test('the same again is taken away', () => {
    assert.deepEqual(toggled([], arrow), [arrow]);
    assert.deepEqual(toggled([arrow, circle], arrow), [circle]);
  });
  test('another colour replaces the first', () => {
    assert.deepEqual(toggled([arrow], { ...arrow, colour: 2 }), [{ ...arrow, colour: 2 }]);
  });
  test('the way back is another arrow', () => {
    assert.equal(toggled([arrow], { from: 2, to: 1, colour: 0 }).length, 2);
  });
  test('keys choose the colour', () => {
    assert.equal(colourOf(NONE), 0);
    assert.equal(colourOf({ ...NONE, ctrlKey: true }), 1);
    assert.equal(colourOf({ ...NONE, metaKey: true }), 2);
    assert.equal(colourOf({ ...NONE, shiftKey: true, altKey: true }), 3);
  });
  test('a circle lies round its place, an arrow ends at the middle of its second', () => {
    const middle = (at) => ({ x: at, y: 0 });
    assert.match(drawn(circle, middle, 1), /<circle cx="3" cy="0" r="0.43"/);
    assert.match(drawn(arrow, middle, 1), /d="M1 0L1.664 0".*d="M2 0L/);
  });
});
