/** Keys: letters of other keyboards, and arrows on a board that was turned. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrow } from '#js/tables/upright.js';
import { letter } from '#js/ui/dom.js';

describe('the letter of a key is that of a Latin keyboard', () => {
  const cases = [
    ['a small letter', 'r', 'KeyR', 'r'],
    ['a capital', 'R', 'KeyR', 'r'],
    ['a Cyrillic letter', 'к', 'KeyR', 'r'],
    ['a Cyrillic capital', 'К', 'KeyR', 'r'],
    ['a Greek letter', 'ρ', 'KeyR', 'r'],
    ['a Turkish letter in the place of a sign', 'ş', 'Semicolon', 'ş'],
    ['a Latin letter of another layout', 'z', 'KeyY', 'z'],
    ['a digit', '1', 'Digit1', '1'],
    ['a sign', '?', 'Slash', '?'],
    ['a named key', 'Escape', 'Escape', 'escape'],
    ['an arrow', 'ArrowUp', 'ArrowUp', 'arrowup'],
    ['a space', ' ', 'Space', ' '],
  ];
  for (const [name, key, code, text] of cases)
    test(name, () => assert.equal(letter({ key, code }), text));
});

describe('an arrow key on an upright board', () => {
  const cases = [
    [{ mirrored: false }, 'ArrowUp', 'ArrowLeft'],
    [{ mirrored: false }, 'ArrowRight', 'ArrowUp'],
    [{ mirrored: false }, 'ArrowDown', 'ArrowRight'],
    [{ mirrored: false }, 'ArrowLeft', 'ArrowDown'],
    [{ mirrored: true }, 'ArrowUp', 'ArrowRight'],
    [{ mirrored: true }, 'ArrowRight', 'ArrowDown'],
    [{ mirrored: true }, 'ArrowDown', 'ArrowLeft'],
    [{ mirrored: true }, 'ArrowLeft', 'ArrowUp'],
    [{ mirrored: false, turned: true }, 'ArrowUp', 'ArrowRight'],
    [{ mirrored: false, turned: true }, 'ArrowLeft', 'ArrowUp'],
    [{ mirrored: true }, 'Enter', 'Enter'],
    [{ mirrored: false }, 'Home', 'Home'],
  ];
  for (const [shape, key, meant] of cases)
    test(`${key} with ${JSON.stringify(shape)} means ${meant}`, () =>
      assert.equal(arrow(shape, key), meant));
});
