/** What a device keeps: searches, lines that were read, and what a browser without storage does. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { markRead, readUpTo, unreadLines } from '#js/chat/read_marks.js';
import { pendingSearch, setPendingSearch } from '#js/live/pending_search.js';
import { saveSearchSettings, searchSettings } from '#js/live/search.js';
import * as storage from '#js/live/storage.js';
import { MatchChoice } from '#js/lobby/match_choice.js';
import { StakeChoice } from '#js/lobby/stake.js';
import { counted, offeredLevel } from '#js/shell/level_offer.js';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('text that is kept', () => {
  test('comes back', () => {
    storage.keep('key', 'text');
    assert.equal(localStorage.getItem('key'), 'text');
  });
  test('of a tab is apart', () => {
    storage.keep('key', 'text', 'sessionStorage');
    assert.deepEqual([localStorage.getItem('key'), sessionStorage.getItem('key')], [null, 'text']);
  });
  test('is forgotten', () => {
    storage.keep('key', 'text');
    storage.keep('key', null);
    assert.equal(localStorage.getItem('key'), null);
  });
});

describe('a browser without storage', () => {
  const areas = ['localStorage', 'sessionStorage'];
  const refused = (act) => {
    const before = areas.map((area) => Object.getOwnPropertyDescriptor(globalThis, area));
    const get = () => {
      throw new Error('no storage');
    };
    for (const area of areas) Object.defineProperty(globalThis, area, { configurable: true, get });
    try {
      return act();
    } finally {
      areas.forEach((area, i) => Object.defineProperty(globalThis, area, before[i]));
    }
  };
  test('forgets without a word', () =>
    assert.doesNotThrow(() => refused(() => storage.keep('key', 'text'))));
  test('searches as a new visitor does', () =>
    assert.deepEqual(refused(searchSettings), {
      rated: true,
      speeds: true,
      games: false,
      lengths: false,
    }));
  test('has no search that goes on', () =>
    assert.equal(
      refused(() => {
        setPendingSearch({ game: 'tabla', speed: 'fast', rated: false });
        return pendingSearch();
      }),
      null,
    ));
  test('counts each match as the first', () =>
    assert.deepEqual(
      refused(() => ['a', 'b'].map((match) => counted('tabla', 1, match, -1))),
      [-1, -1],
    ));
});

describe('matches in a row at a level of the computer', () => {
  const row = (...matches) =>
    matches.map(([level, match, gain]) => counted('tabla', level, match, gain)).at(-1);
  const cases = [
    ['the first is a row of one', [[1, 'a', 1]], 1],
    [
      'wins add up',
      [
        [1, 'a', 1],
        [1, 'b', 1],
      ],
      2,
    ],
    [
      'losses count below nought',
      [
        [1, 'a', -1],
        [1, 'b', -1],
      ],
      -2,
    ],
    [
      'a loss ends a row of wins',
      [
        [1, 'a', 1],
        [1, 'b', -1],
      ],
      -1,
    ],
    [
      'a draw ends a row',
      [
        [1, 'a', 1],
        [1, 'b', 0],
      ],
      0,
    ],
    [
      'another level begins a row',
      [
        [1, 'a', 1],
        [2, 'b', 1],
      ],
      1,
    ],
    [
      'a match counts once',
      [
        [1, 'a', 1],
        [1, 'a', 1],
      ],
      1,
    ],
  ];
  for (const [name, matches, length] of cases)
    test(name, () => assert.equal(row(...matches), length));
  test('games count apart', () => {
    counted('tabla', 1, 'a', 1);
    assert.equal(counted('tapa', 1, 'b', 1), 1);
  });
});

describe('the level that is offered', () => {
  const offers = (level, gain, ...matches) =>
    matches.map((match) => offeredLevel('tabla', level, match, gain));
  test('is the one above after three wins, for this match', () =>
    assert.deepEqual(offers(1, 1, 'a', 'b', 'c', 'c'), [null, null, 2, 2]));
  test('is the one below after three losses', () =>
    assert.deepEqual(offers(3, -1, 'a', 'b', 'c'), [null, null, 2]));
  test('is offered once', () =>
    assert.deepEqual(offers(1, 1, 'a', 'b', 'c', 'd', 'e', 'f').filter(Boolean), [2]));
  test('is another one at another level', () => {
    offers(1, 1, 'a', 'b', 'c');
    assert.equal(offers(2, 1, 'd', 'e', 'f').at(-1), 3);
  });
  test('is offered in each game', () => {
    offers(1, 1, 'a', 'b', 'c');
    assert.equal(['d', 'e', 'f'].map((match) => offeredLevel('tapa', 1, match, 1)).at(-1), 2);
  });
  test('is the next half level where there are some', () => {
    const results = ['a', 'b', 'c'].map((match) => offeredLevel('chess', 1.5, match, 1, 0.5));
    assert.deepEqual(results, [null, null, 2]);
  });
  test('is none below the lowest and above the highest', () => {
    assert.equal(offers(1, -1, 'a', 'b', 'c').at(-1), null);
    assert.equal(offers(5, 1, 'd', 'e', 'f').at(-1), null);
  });
});

describe('what was chosen for all searches', () => {
  const choices = [
    { rated: true, speeds: true, games: true, lengths: true },
    { rated: false, speeds: false, games: false, lengths: false },
    { rated: true, speeds: false, games: true, lengths: false },
    { rated: false, speeds: true, games: false, lengths: true },
  ];
  test('at first: rated, and other speeds', () =>
    assert.deepEqual(searchSettings(), {
      rated: true,
      speeds: true,
      games: false,
      lengths: false,
    }));
  test('an earlier version knew of no lengths', () => {
    localStorage.setItem('zaria.wider', 'speeds games');
    const { speeds, games, lengths } = searchSettings();
    assert.deepEqual([speeds, games, lengths], [true, true, false]);
  });
  for (const choice of choices)
    test(`${JSON.stringify(choice)} comes back`, () => {
      saveSearchSettings(choice);
      assert.deepEqual(searchSettings(), choice);
    });
});

describe('the match of a search', () => {
  const games = {
    backgammon: [[1, 3, 5, 7], 1, 3, 1],
    'tabla-bg': [[1, 3, 5, 7], 0, 1, 0],
  };
  const of = (game) => Object.values(new MatchChoice(games).of(game));
  test('is at first that of the custom', () => {
    assert.deepEqual(of('backgammon'), [3, true]);
    assert.deepEqual(of('tabla-bg'), [1, false]);
    assert.deepEqual(of('chess'), [1, false]);
  });
  test('is kept for each game', () => {
    const choice = new MatchChoice(games);
    choice.choose('backgammon', { length: 5 });
    choice.choose('tabla-bg', { length: 7 });
    choice.choose('backgammon', { cube: false });
    choice.choose('chess', { length: 7 });
    assert.deepEqual(['backgammon', 'tabla-bg', 'chess'].map(of), [
      [5, false],
      [7, false],
      [1, false],
    ]);
  });
  for (const [name, text, match] of [
    ['a length that the game does not have', '{"backgammon":{"length":4,"cube":true}}', [3, true]],
    ['a text that is none', 'backgammon 5', [3, true]],
    ['a text of another form', '{"backgammon":null}', [3, true]],
  ])
    test(`is not spoiled by ${name}`, () => {
      localStorage.setItem('zaria.matches', text);
      assert.deepEqual(of('backgammon'), match);
    });
  test('has no cube where the game has none', () => {
    localStorage.setItem('zaria.matches', '{"tabla-bg":{"length":3,"cube":true}}');
    assert.deepEqual(of('tabla-bg'), [3, false]);
  });
});

describe('a search that goes on with the next page', () => {
  const search = {
    game: 'tabla',
    speed: 'fast',
    rated: false,
    speeds: true,
    length: 5,
    cube: true,
  };
  test('is there', () => {
    setPendingSearch(search);
    assert.deepEqual(pendingSearch(), search);
  });
  test('answers nobody there', () => {
    setPendingSearch({ ...search, to: 'somebody' });
    assert.deepEqual(pendingSearch(), search);
  });
  test('is over when it ends', () => {
    setPendingSearch(search);
    setPendingSearch(null);
    assert.equal(pendingSearch(), null);
  });
  test('is none at first', () => assert.equal(pendingSearch(), null));
  test('is none where the text is broken', () => {
    sessionStorage.setItem('zaria.meanwhile', '{');
    assert.equal(pendingSearch(), null);
  });
});

describe('lines that were read', () => {
  const room = (lines, muted = false) => ({
    id: 'room',
    lines: { value: lines },
    muted: { value: muted },
  });
  test('are none at first', () => assert.equal(readUpTo('room'), 0));
  test('are those up to the mark', () => {
    markRead('room', 7);
    assert.equal(readUpTo('room'), 7);
  });
  test('are of each room', () => {
    markRead('room', 7);
    assert.equal(readUpTo('other'), 0);
  });
  test('do not become unread', () => {
    markRead('room', 7);
    markRead('room', 5);
    assert.equal(readUpTo('room'), 7);
  });
  test('are kept of the latest hundred rooms', () => {
    for (let i = 0; i < 101; i++) markRead(`room${i}`, 1);
    assert.deepEqual([readUpTo('room0'), readUpTo('room1'), readUpTo('room100')], [0, 1, 1]);
  });
  test('stay with a room that is read again', () => {
    for (let i = 0; i < 100; i++) markRead(`room${i}`, 1);
    markRead('room0', 2);
    markRead('room100', 1);
    assert.deepEqual([readUpTo('room0'), readUpTo('room1')], [2, 0]);
  });
  test('leave those of others that came after', () => {
    markRead('room', 2);
    const lines = [{ n: 2 }, { n: 3 }, { n: 4, own: true }];
    assert.deepEqual(unreadLines(room(lines)), [{ n: 3 }]);
  });
  test('of a muted room leave none', () =>
    assert.deepEqual(unreadLines(room([{ n: 1 }], true)), []));
});

describe('a stake that is looked for', () => {
  const choice = (text) => {
    localStorage.setItem('zaria.stake', text);
    return new StakeChoice({ wins: { tabla: 2, tapa: 1 }, unit: 'credits' });
  };
  const cases = [
    ['none without the switch', ' 5 10', 'tabla', {}],
    ['as much as the highest win without a limit', '1 5 ', 'tabla', { stake: 500, most: 1000 }],
    ['the agreed limit', '1 5 7', 'tabla', { stake: 500, most: 700 }],
    ['no limit where every win counts once', '1 5 7', 'tapa', { stake: 500, most: 500 }],
    ['of a game that is not known', '1 5 7', 'chess', { stake: 500, most: 500 }],
    ['wrong below one', '1 0.99 ', 'tabla', null],
    ['wrong if it is none', '1 five ', 'tabla', null],
    ['wrong with a limit below it', '1 5 4', 'tabla', null],
    ['wrong with a limit that is none', '1 5 much', 'tabla', null],
  ];
  for (const [name, text, game, terms] of cases)
    test(name, () => assert.deepEqual(choice(text).of(game, 1), terms));
  test('is all that can be lost in a match to points', () =>
    assert.deepEqual(choice('1 5 7').of('tabla', 5), { stake: 500, most: 500 }));
  test('is kept', () => {
    const stake = choice('');
    stake.on.value = true;
    stake.stake.value = ' 1 000 ';
    stake.save();
    assert.deepEqual(choice(localStorage.getItem('zaria.stake')).of('tapa', 1), {
      stake: 100000,
      most: 100000,
    });
  });
});
