/** What a screen reader reads: points by name, and the viewer's own steps. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  describe as read,
  outside,
  sayChosen,
  sayPlayed,
  sayUndone,
} from '#js/tables/narration.js';
import { kindName, nameOf, playedBy, say, sentence } from '#js/shell/announcer.js';
import { rollName } from '#js/tables/roll_names.js';
import { addWords } from '#js/ui/dom.js';

addWords({
  counts: '{mine} yours, {theirs} theirs',
  says: '{name}: {text}',
  point: 'point {n}',
  their_point: 'their point {n}',
  can_go: 'can go to {list}',
  pinned_mine: 'yours is pinned',
  pinned_theirs: 'theirs is pinned',
  pinned_of: 'a checker of {name} is pinned',
  chosen: '{place} chosen',
  dice_are: 'dice {dice}',
  undone: 'taken back {text}',
  rolls: '{name} rolls',
  rolls_mine: 'you roll',
});
const SIDE = Array.from({ length: 26 }, () => 0);
const PLAYERS = [{ name: 'Ana' }, { name: 'Bo' }];

/** A table as the narration sees it: two checkers on 8 and on the other's 17. */
function table({
  you = 0,
  hand = false,
  parallel = false,
  pins = [[], []],
  targets = [],
  ...more
}) {
  const checkers = [SIDE.with(8, 2), SIDE.with(17, 3)];
  return {
    view: { value: { players: PLAYERS } },
    you: { value: you },
    me: { value: you ?? 0 },
    kind: { value: { hand, parallel } },
    at: { value: { checkers, pins } },
    targets: () => new Map(targets.map((point) => [point, []])),
    dice: { value: [6, 1] },
    used: { value: [false, true] },
    finished: { value: false },
    addressed: (side) => side === you,
    ...more,
  };
}
const live = { textContent: '' };
beforeEach(() => {
  live.textContent = '';
  document.elements.set('live', live);
});

describe('a point', () => {
  const cases = [
    ['for a player', {}, 8, 'point 8: 2 yours, 3 theirs'],
    ['without checkers', {}, 5, 'point 5: 0 yours, 0 theirs'],
    ['where both run the same way', { parallel: true }, 5, 'point 5: 0 yours, 3 theirs'],
    ['for an onlooker', { you: null }, 8, 'point 8: Ana 2, Bo 3'],
    ['the bar', {}, 25, 'bar: 0 yours, 0 theirs'],
    ['the hand', { hand: true }, 25, 'hand: 0 yours, 0 theirs'],
    ['what is borne off', {}, 0, 'off: 0 yours, 0 theirs'],
    ['one’s own of two halves', { hand: true }, 3, 'point 3: 0 yours, 0 theirs'],
    ['the other’s of two halves', { hand: true }, 22, 'their point 3: 0 yours, 0 theirs'],
    [
      'the other’s of two halves, for an onlooker',
      { hand: true, you: null },
      22,
      'Bo: point 3: Ana 0, Bo 0',
    ],
    ['from which one can go', { targets: [7, 2] }, 8, 'point 8: 2 yours, 3 theirs, can go to 7, 2'],
    [
      'from which one can go off',
      { targets: [0] },
      8,
      'point 8: 2 yours, 3 theirs, can go to off_text',
    ],
    [
      'with a checker of one’s own pinned',
      { pins: [[8], []] },
      8,
      'point 8: 2 yours, 3 theirs, yours is pinned',
    ],
    [
      'with one of the other pinned',
      { pins: [[], [17]] },
      8,
      'point 8: 2 yours, 3 theirs, theirs is pinned',
    ],
    [
      'with a pin, for an onlooker',
      { you: null, pins: [[], [17]] },
      8,
      'point 8: Ana 2, Bo 3, a checker of Bo is pinned',
    ],
  ];
  for (const [name, changes, point, text] of cases)
    test(name, () => assert.equal(read(table(changes), point), text));
});

describe('what the viewer does', () => {
  const announced = (act) => {
    act();
    return live.textContent;
  };
  test('a checker is taken up', () =>
    assert.equal(
      announced(() => sayChosen(table({ targets: [2, 7] }), 8)),
      'point 8 chosen, can go to 2, 7',
    ));
  test('a step, and the dice that are left', () =>
    assert.equal(
      announced(() => sayPlayed(table({}), [[8, 1]], false)),
      '8/7. dice 6',
    ));
  test('a hit has a star', () =>
    assert.equal(
      announced(() => sayPlayed(table({}), [[8, 1]], true)),
      '8/7*. dice 6',
    ));
  test('several steps of one gesture', () =>
    assert.equal(
      announced(() =>
        sayPlayed(
          table({}),
          [
            [8, 1],
            [7, 6],
          ],
          false,
        ),
      ),
      '8/7 7/1. dice 6',
    ));
  test('in from the bar', () =>
    assert.equal(
      announced(() => sayPlayed(table({}), [[25, 6]], false)),
      'bar/19. dice 6',
    ));
  test('in from the hand', () =>
    assert.equal(
      announced(() => sayPlayed(table({ hand: true }), [[25, 6]], false)),
      'hand/6. dice 6',
    ));
  test('off', () =>
    assert.equal(
      announced(() => sayPlayed(table({}), [[3, 6]], false)),
      '3/off_text. dice 6',
    ));
  test('the last step of a turn', () =>
    assert.equal(
      announced(() => sayPlayed(table({ finished: { value: true } }), [[8, 1]], false)),
      '8/7. turn_ready',
    ));
  test('a step is taken back', () =>
    assert.equal(
      announced(() => sayUndone(table({}), [[8, 1]])),
      'taken back 8/7',
    ));
  test('where checkers wait', () =>
    assert.deepEqual([outside(table({})), outside(table({ hand: true }))], ['bar', 'hand']));
});

describe('announcements', () => {
  test('replace each other', () => {
    say('first');
    say('second');
    assert.equal(live.textContent, 'second');
  });
  test('follow each other where that is meant', () => {
    say('first');
    say('second', true);
    assert.equal(live.textContent, 'first. second');
  });
  test('stand alone where there was none', () => {
    say('second', true);
    assert.equal(live.textContent, 'second');
  });
  test('are lost on a page without a place for them', () => {
    document.elements.delete('live');
    assert.doesNotThrow(() => say('first'));
  });
});

describe('names in sentences', () => {
  const view = {
    players: [{ name: 'Ana' }, { name: 'p', bot: 'level1' }, null],
    classes: [
      [1, 'single'],
      [2, 'mars'],
      [3, 'koks'],
    ],
  };
  test('a person', () => assert.equal(nameOf(view, 0), 'Ana'));
  test('a program', () => assert.equal(nameOf(view, 1), 'program'));
  test('an empty seat', () => assert.equal(nameOf(view, 2), 'nobody'));
  test('the viewer is "you"', () => assert.equal(playedBy(table({}), 0), 'you'));
  test('the other side has a name', () => assert.equal(playedBy(table({}), 1), 'Bo'));
  test('a sentence about the viewer is one of its own', () =>
    assert.equal(sentence(table({}), 'rolls', 0), 'you roll'));
  test('a sentence about the other names them', () =>
    assert.equal(sentence(table({}), 'rolls', 1), 'Bo rolls'));
  test('an onlooker hears names', () =>
    assert.equal(sentence(table({ you: null }), 'rolls', 0), 'Ana rolls'));
  for (const [points, name] of [
    [1, 'single'],
    [2, 'mars'],
    [3, 'koks'],
  ])
    test(`a win of ${points} is called ${name}`, () => assert.equal(kindName(view, points), name));
});

describe('what players call a roll', () => {
  const cases = [
    ['en', [6, 5], 'Shesh-besh'],
    ['en', [5, 6], 'Shesh-besh'],
    ['en', [2, 1], 'Du-yak'],
    ['en', [3, 1], 'Se-yak'],
    ['en', [3, 2], 'Seba-i-du'],
    ['en', [1, 1], 'Yagan'],
    ['en', [6, 6], 'Du-shesh'],
    ['bg', [6, 5], 'Шеш-беш'],
    ['bg', [1, 1], 'Хепек'],
    ['ru', [6, 5], 'Шеш-беш'],
    ['ru', [3, 1], 'Се-як'],
    ['ro', [6, 5], 'Șase-cinci'],
    ['ro', [2, 2], 'Dublă de doi'],
    ['el', [2, 1], 'Ασόδυο'],
    ['el', [6, 6], 'Εξάρες'],
    ['tr', [6, 5], 'Şeş beş'],
    ['tr', [2, 1], 'İki bir'],
    ['tr', [6, 1], 'Şeş-i yek'],
    ['tr', [4, 4], 'Dört cihar'],
    ['de', [6, 5], 'Shesh-besh'],
  ];
  for (const [language, dice, name] of cases)
    test(`${dice.join('-')} in ${language}: ${name}`, () =>
      assert.equal(rollName(dice, language), name));
  test('in the language of the page', () => assert.equal(rollName([6, 5]), 'Shesh-besh'));
});
