/** Steps of a turn: what the tree of the server allows, and what they do to the checkers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrowsOf } from '#js/tables/arrows.js';
import { clear } from '#js/tables/bear_off.js';
import * as steps from '#js/tables/steps.js';

/** The checkers of a side: how many stand on each point. */
const side = (/** @type {Record<number, number>} */ counts) =>
  Array.from({ length: 26 }, (_, point) => counts[point] ?? 0);
const placed = (viewer, opponent, pins = [[], []]) => ({
  checkers: [side(viewer), side(opponent)],
  pins,
});

describe('the effect of a step', () => {
  const cases = [
    ['none without effects', undefined, 0, ''],
    ['none where it is not named', { hit: [1], pin: [2] }, 0, ''],
    ['a hit', { hit: [1] }, 1, 'hit'],
    ['a pin', { pin: [2] }, 2, 'pin'],
  ];
  for (const [name, effects, number, effect] of cases)
    test(name, () => assert.equal(steps.effectOf(effects, number), effect));
});

describe('the tree with its effects', () => {
  const sent = [
    [
      [8, 3, 1],
      [6, 3, 2],
    ],
    [[6, 1, 3]],
    [[8, 1, 3]],
    [],
  ];
  test('there may be none', () => assert.equal(steps.treeOf(null, null), null));
  test('edges are numbered across the nodes', () =>
    assert.deepEqual(steps.treeOf(sent, { hit: [2], pin: [1] }), [
      [
        [8, 3, 1, ''],
        [6, 3, 2, 'pin'],
      ],
      [[6, 1, 3, 'hit']],
      [[8, 1, 3, '']],
      [],
    ]));
  test('without effects no edge has one', () =>
    assert.ok(
      steps
        .treeOf(sent, null)
        .flat()
        .every(([, , , effect]) => effect === ''),
    ));
});

describe('where a step ends', () => {
  const cases = [
    ['so many points on', [13, 6], false, 7],
    ['off from the last point', [1, 6], false, 0],
    ['off exactly', [6, 6], false, 0],
    ['in from the bar', [25, 4], false, 21],
    ['from the hand on the point of the die', [25, 4], true, 4],
    ['from a point as usual in a game with a hand', [6, 4], true, 2],
  ];
  for (const [name, move, hand, point] of cases)
    test(name, () => assert.equal(steps.landing(move, hand), point));
});

describe('a step on the board', () => {
  const before = placed({ 8: 2, 25: 1 }, { 20: 1, 1: 2 });
  test('moves a checker', () => {
    const { checkers } = steps.play(before, 0, [8, 2], '', { parallel: false });
    assert.deepEqual(checkers[0], side({ 8: 1, 6: 1, 25: 1 }));
    assert.deepEqual(checkers[1], before.checkers[1]);
  });
  test('leaves what was before alone', () => {
    steps.play(before, 0, [8, 2], '', { parallel: false });
    assert.deepEqual(before, placed({ 8: 2, 25: 1 }, { 20: 1, 1: 2 }));
  });
  test('that hits sends the other checker to the bar', () => {
    const { checkers } = steps.play(before, 0, [8, 3], 'hit', { parallel: false });
    assert.deepEqual(checkers[0], side({ 8: 1, 5: 1, 25: 1 }));
    assert.deepEqual(checkers[1], side({ 1: 2, 25: 1 }));
  });
  test('that pins holds the other checker where it is', () => {
    const after = steps.play(before, 0, [8, 3], 'pin', { parallel: false });
    assert.deepEqual(after.pins, [[], [20]]);
    assert.deepEqual(after.checkers[1], before.checkers[1]);
  });
  test('of the last checker frees what it pinned', () => {
    const pinned = placed({ 5: 1 }, { 20: 1 }, [[], [20]]);
    assert.deepEqual(steps.play(pinned, 0, [5, 1], '', { parallel: false }).pins, [[], []]);
  });
  test('of one of two holds the pin', () => {
    const pinned = placed({ 5: 2 }, { 20: 1 }, [[], [20]]);
    assert.deepEqual(steps.play(pinned, 0, [5, 1], '', { parallel: false }).pins, [[], [20]]);
  });
  test('of the other side goes by its own numbers', () => {
    const { checkers } = steps.play(before, 1, [20, 4], '', { parallel: false });
    assert.deepEqual(checkers[1], side({ 16: 1, 1: 2 }));
  });
  test('that hits where both run the same way meets twelve points on', () => {
    const parallel = placed({ 8: 1 }, { 17: 1 });
    const { checkers } = steps.play(parallel, 0, [8, 3], 'hit', { parallel: true });
    assert.deepEqual(checkers[1], side({ 25: 1 }));
  });
  test('bears off', () => {
    const { checkers } = steps.play(placed({ 2: 1 }, {}), 0, [2, 5], '', { parallel: false });
    assert.deepEqual(checkers[0], side({ 0: 1 }));
  });
  test('from the hand lands on the point of the die', () => {
    const after = steps.play(placed({ 25: 2 }, {}), 0, [25, 3], '', {
      parallel: false,
      hand: true,
    });
    assert.deepEqual(after.checkers[0], side({ 25: 1, 3: 1 }));
  });
  test('after step is a turn', () => {
    const edges = [
      [8, 3, 1, 'hit'],
      [8, 1, 2, ''],
    ];
    const { checkers } = steps.playAll(before, edges, { parallel: false });
    assert.deepEqual(checkers[0], side({ 5: 1, 7: 1, 25: 1 }));
    assert.deepEqual(checkers[1], side({ 1: 2, 25: 1 }));
  });
});

describe('where the checkers of a turn came to rest', () => {
  const cases = [
    [
      'two checkers',
      [
        [13, 6],
        [8, 5],
      ],
      [7, 3],
    ],
    [
      'one checker with both dice',
      [
        [13, 6],
        [7, 5],
      ],
      [2],
    ],
    [
      'a checker that was borne off',
      [
        [3, 4],
        [8, 2],
      ],
      [6],
    ],
    ['nothing moved', [], []],
    [
      'two on one point',
      [
        [8, 2],
        [8, 2],
      ],
      [6, 6],
    ],
  ];
  for (const [name, moves, points] of cases)
    test(name, () => assert.deepEqual(steps.landings(moves), points));
  test('from the hand', () => assert.deepEqual(steps.landings([[25, 4]], true), [4]));
});

/** A roll of 2 and 1 by checkers on 8 and 6. */
const TREE = steps.treeOf(
  [
    [
      [8, 2, 1],
      [6, 2, 2],
      [8, 1, 3],
      [6, 1, 4],
    ],
    [
      [6, 1, 5],
      [8, 1, 5],
    ],
    [
      [8, 1, 5],
      [4, 1, 5],
    ],
    [
      [7, 2, 5],
      [6, 2, 5],
    ],
    [[8, 2, 5]],
    [],
  ],
  null,
);

describe('ways through the tree', () => {
  test('a node after steps', () => assert.equal(steps.walk(TREE, [[8, 2]]), 1));
  test('the end of a whole turn', () =>
    assert.equal(
      steps.walk(TREE, [
        [8, 1],
        [7, 2],
      ]),
      5,
    ));
  test('nothing played is the start', () => assert.equal(steps.walk(TREE, []), 0));
  test('an illegal step leads nowhere', () => assert.equal(steps.walk(TREE, [[13, 2]]), -1));
  test('too many steps lead nowhere', () =>
    assert.equal(
      steps.walk(TREE, [
        [8, 2],
        [6, 1],
        [6, 1],
      ]),
      -1,
    ));
  test('edges on the way', () => assert.deepEqual(steps.path(TREE, 3, [[7, 2]]), [[7, 2, 5, '']]));
  test('no edges where the way leaves the tree', () =>
    assert.equal(steps.path(TREE, 3, [[8, 2]]), null));
  test('points from which one may move', () =>
    assert.deepEqual(steps.sources(TREE, 0), new Set([8, 6])));
  test('none at the end', () => assert.deepEqual(steps.sources(TREE, 5), new Set()));
  test('none at a node that there is not', () =>
    assert.deepEqual(steps.sources(TREE, 99), new Set()));
  test('a single step is made by itself', () => assert.deepEqual(steps.only(TREE, 4), [8, 2]));
  test('of several none is', () => assert.equal(steps.only(TREE, 0), null));
  test('at the end there is none', () => assert.equal(steps.only(TREE, 5), null));
});

describe('where a checker may go', () => {
  test('with either die and with both', () =>
    assert.deepEqual([...steps.targets(TREE, 0, 8, 2).keys()], [6, 7, 5]));
  test('with both dice the leading one first', () => {
    const way = (lead) => steps.targets(TREE, 0, 8, lead).get(5);
    assert.deepEqual(way(1), [
      [8, 1],
      [7, 2],
    ]);
  });
  test('only with what is legal', () =>
    assert.deepEqual([...steps.targets(TREE, 0, 6, 1).keys()], [5, 4, 3]));
  test('not from an empty point', () => assert.equal(steps.targets(TREE, 0, 13, 1).size, 0));
  test('off the board', () => {
    const tree = steps.treeOf([[[2, 5, 1]], []], null);
    assert.deepEqual([...steps.targets(tree, 0, 2, 5)], [[0, [[2, 5]]]]);
  });
  test('from the hand to the point of the die', () => {
    const tree = steps.treeOf([[[25, 4, 1]], []], null);
    assert.deepEqual([...steps.targets(tree, 0, 25, 4, true).keys()], [4]);
  });
});

describe('the end of a race', () => {
  test('takes off all that can be taken off', () => {
    const tree = steps.treeOf(
      [
        [
          [3, 1, 1],
          [3, 3, 2],
          [1, 1, 3],
        ],
        [[2, 3, 4]],
        [[1, 1, 5]],
        [[3, 3, 5]],
        [],
        [],
      ],
      null,
    );
    assert.equal(clear(tree, 0, side({ 3: 1, 1: 1 })).length, 2);
  });
  test('takes off rather than moves', () => {
    const tree = steps.treeOf(
      [
        [
          [6, 2, 1],
          [2, 2, 2],
        ],
        [],
        [],
      ],
      null,
    );
    assert.deepEqual(clear(tree, 0, side({ 6: 1, 2: 1 })), [[2, 2]]);
  });
  test('fills a gap rather than leaves one', () => {
    const tree = steps.treeOf(
      [
        [
          [4, 1, 1],
          [6, 1, 2],
        ],
        [],
        [],
      ],
      null,
    );
    assert.deepEqual(clear(tree, 0, side({ 6: 2, 4: 1, 3: 1 })), [[6, 1]]);
  });
  test('has nothing to do where no step is legal', () =>
    assert.deepEqual(clear([[]], 0, side({ 6: 1 })), []));
});

describe('dice that are used', () => {
  const cases = [
    ['none', [6, 1], [], [false, false]],
    ['the one that was played', [6, 1], [[8, 1]], [false, true]],
    [
      'both',
      [6, 1],
      [
        [8, 1],
        [13, 6],
      ],
      [true, true],
    ],
    [
      'of a double one after the other',
      [3, 3, 3, 3],
      [
        [8, 3],
        [8, 3],
      ],
      [true, true, false, false],
    ],
    ['a die that was not thrown uses none', [6, 1], [[8, 4]], [false, false]],
  ];
  for (const [name, dice, moves, marks] of cases)
    test(name, () => assert.deepEqual(steps.used(dice, moves), marks));
});

describe('arrows of a turn', () => {
  test('one for each way', () =>
    assert.deepEqual(
      arrowsOf([
        [13, 6],
        [8, 5],
      ]),
      [
        [13, 7, 1],
        [8, 3, 1],
      ],
    ));
  test('checkers that go the same way share one', () =>
    assert.deepEqual(
      arrowsOf([
        [8, 2],
        [8, 2],
        [6, 2],
      ]),
      [
        [8, 6, 2],
        [6, 4, 1],
      ],
    ));
  test('from the hand', () => assert.deepEqual(arrowsOf([[25, 4]], true), [[25, 4, 1]]));
  test('of no turn there are none', () => assert.deepEqual(arrowsOf([]), []));
});
