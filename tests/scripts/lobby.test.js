/** The lobby: addresses of its lists, what is on them, and its rows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Lobby, address, question } from '#js/lobby/lobby.js';
import { chosen, filters, list, pager, tabs, wanted } from '#js/lobby/rows.js';
import { nothing } from 'lit-html';
import { addWords } from '#js/ui/dom.js';
import { markup, words } from './support/markup.js';

const FIRST = { what: 'open', page: 0, game: '', speed: '', stakes: '' };
const PAGE = { what: 'open', page: 0, ids: [], total: 0, online: 0, counts: {} };
const lobby = (query = {}, page = {}) => {
  const whole = { ...FIRST, ...query };
  return new Lobby(whole, { ...PAGE, what: whole.what, page: whole.page, ...page });
};
addWords({ page_of: 'page {n} of {all}', to_points: 'to {n}', no_clock: 'no clock' });

describe('the address of a list', () => {
  const cases = [
    ['the first page is the club', {}, '/'],
    ['a list is named', { what: 'playing' }, '/?list=playing'],
    ['pages count from one', { page: 2 }, '/?page=3'],
    ['a game', { game: 'tapa' }, '/?game=tapa'],
    ['everything', { what: 'people', page: 1, speed: 'fast' }, '/?list=people&page=2&speed=fast'],
    ['stakes', { stakes: 'without' }, '/?stakes=without'],
  ];
  for (const [name, query, text] of cases) {
    test(name, () => assert.equal(address({ ...FIRST, ...query }), text));
    test(`${name}, and back`, () =>
      assert.deepEqual(question(text.slice(1)), { ...FIRST, ...query }));
  }
});

describe('a question that nobody could ask', () => {
  const cases = [
    ['a list that there is not', '?list=bots', FIRST],
    ['page zero', '?page=0', FIRST],
    ['a page below the first', '?page=-3', FIRST],
    ['a page that is no number', '?page=two', FIRST],
    ['something else', '?colour=red', FIRST],
  ];
  for (const [name, search, query] of cases)
    test(`${name} is the usual one`, () => assert.deepEqual(question(search), query));
});

describe('what the server sends', () => {
  const card = (id) => ({ id, game: 'tabla', players: [null, null] });
  test('is the page with its entries in order', () => {
    const hall = lobby({}, { ids: ['b', 'a'], cards: [card('a'), card('b')], total: 2 });
    assert.deepEqual(hall.ids.value, ['b', 'a']);
  });
  test('counts tables of all games, and those who search', () => {
    const counts = { tabla: [2, 5], chess: [1, 0] };
    const hall = lobby({}, { counts, seeks: [{ id: 's', game: 'tabla' }] });
    assert.deepEqual([hall.open.value, hall.playing.value], [4, 5]);
  });
  for (const [total, last] of [
    [0, 0],
    [20, 0],
    [21, 1],
    [41, 2],
  ])
    test(`${total} entries end on page ${last}`, () =>
      assert.equal(lobby({}, { total }).last.value, last));
  test('needs only entries that the page does not know', () => {
    const hall = lobby({}, { ids: ['a'], cards: [card('a')] });
    assert.ok(hall.take({ ...PAGE, ids: ['a'] }));
  });
  test('that lacks an entry has to be asked for again', () => {
    const hall = lobby({}, { ids: ['a'], cards: [card('a')] });
    assert.ok(!hall.take({ ...PAGE, ids: ['a', 'b'] }));
  });
  test('forgets entries that left', () => {
    const hall = lobby({}, { ids: ['a'], cards: [card('a')] });
    hall.take({ ...PAGE });
    assert.ok(!hall.take({ ...PAGE, ids: ['a'] }));
  });
  test('to an earlier question is left alone', () => {
    const hall = lobby({}, { ids: ['a'], cards: [card('a')] });
    assert.ok(hall.take({ ...PAGE, what: 'playing', ids: ['z'] }));
    assert.deepEqual(hall.ids.value, ['a']);
  });
  test('of people is known by their handles', () => {
    const hall = lobby(
      { what: 'people' },
      { ids: ['h1'], people: [{ handle: 'h1', name: 'Ana' }] },
    );
    assert.ok(hall.take({ ...PAGE, what: 'people', ids: ['h1'] }));
  });
  test('has the ratings of each card', () => {
    const hall = lobby(
      {},
      {
        ids: ['a', 'b'],
        ratings: [
          [1500, null],
          [null, 1600],
        ],
      },
    );
    assert.deepEqual(hall.ratings.get('b'), [null, 1600]);
  });
});

describe('another question', () => {
  test('begins on the first page', () => {
    const hall = lobby({ page: 3 });
    hall.turn({ game: 'chess' });
    assert.deepEqual(hall.query.value, { ...FIRST, game: 'chess' });
  });
  test('may be another page', () => {
    const hall = lobby({ game: 'chess' });
    hall.turn({ page: 2 });
    assert.deepEqual(hall.query.value, { ...FIRST, game: 'chess', page: 2 });
  });
});

describe('who searches, on a list', () => {
  const seeks = [
    { id: '1', game: 'tabla', speed: 'fast' },
    { id: '2', game: 'chess', speed: 'slow', stakes: { stake: 100 } },
  ];
  const cases = [
    ['everybody on the first page', {}, ['1', '2']],
    ['those of a game', { game: 'chess' }, ['2']],
    ['those of a speed', { speed: 'fast' }, ['1']],
    ['those who play for a stake', { stakes: 'with' }, ['2']],
    ['those who do not', { stakes: 'without' }, ['1']],
    ['nobody on the second page', { page: 1 }, []],
    ['nobody among matches that are played', { what: 'playing' }, []],
  ];
  for (const [name, query, ids] of cases)
    test(name, () =>
      assert.deepEqual(
        lobby(query, { seeks }).searching.map(({ id }) => id),
        ids,
      ),
    );
});

describe('what somebody plays who searches', () => {
  const cases = [
    ['no clock', {}, true, 'no clock'],
    ['a match of several games', { length: 5 }, true, 'to 5 · no clock'],
    ['a single game is not named', { length: 1 }, true, 'no clock'],
    ['a cube', { length: 5, cube: true }, true, 'to 5 · cube · no clock'],
    ['rated, for a member', { rated: true }, true, 'no clock · rated'],
    ['rated, for a guest', { rated: true }, false, 'no clock'],
    [
      'a stake',
      { stakes: { stake: 200, most: 500, unit: '' } },
      true,
      'no clock · stake: 2.00–5.00',
    ],
  ];
  for (const [name, seeker, member, text] of cases)
    test(name, () => assert.equal(wanted(seeker, member), text));
});

describe('rows', () => {
  const reader = {
    info: () => {},
    join: () => {},
    mine: (id) => id === 'own',
    me: 'h-me',
    search: 's-me',
    member: true,
    friends: new Set(['Bo']),
  };
  const ana = { name: 'Ana', colour: '#123456', member: true };
  const bo = { name: 'Bo', colour: '#654321', member: true };
  const card = (id, changes = {}) => ({
    id,
    game: 'tabla',
    state: 'open',
    players: [ana, null],
    ...changes,
  });
  const shown = (query, page, as = reader) => list(lobby(query, page), 1000, as);
  test('an empty list says so', () => assert.equal(words(shown({}, {})), 'none_open set_table'));
  test('each list says it in its words', () =>
    assert.equal(words(shown({ what: 'people' }, {})), 'none_people set_table'));
  test('a table names its host, its game and its terms', () =>
    assert.match(
      words(shown({}, { ids: ['a'], cards: [card('a')] })),
      /Ana .*game_tabla .*no clock/,
    ));
  test('a table of the reader’s own leads back', () =>
    assert.match(words(shown({}, { ids: ['own'], cards: [card('own')] })), /go_back/));
  test('a table whose row says everything leads to its seat', () =>
    assert.match(markup(shown({}, { ids: ['a'], cards: [card('a')] })), /\/t\/a#sit/));
  for (const [name, changes] of [
    ['more terms', { more: true }],
    ['rules of its own', { options: { mars: true } }],
    ['a limit of losses', { stakes: { stake: 100, most: 300, unit: '' } }],
    ['a fee', { stakes: { stake: 100, fee: 'half', unit: '' } }],
  ])
    test(`a table with ${name} is looked at first`, () =>
      assert.doesNotMatch(markup(shown({}, { ids: ['a'], cards: [card('a', changes)] })), /#sit/));
  test('a rated table asks a guest to sign in', () => {
    const cards = [card('a', { rated: true })];
    assert.match(words(shown({}, { ids: ['a'], cards }, { ...reader, member: false })), /sign_in/);
  });
  test('friends come first, the others as they were', () => {
    const cards = [card('a'), card('b', { players: [bo, null] }), card('c')];
    const text = markup(shown({}, { ids: ['a', 'b', 'c'], cards }));
    const order = [...text.matchAll(/id=m-(\w)/g)].map(([, id]) => id);
    assert.deepEqual(order, ['b', 'a', 'c']);
  });
  test('a stranger with the name of a friend is none', () => {
    const cards = [card('a'), card('b', { players: [{ ...bo, member: false }, null] })];
    const text = markup(shown({}, { ids: ['a', 'b'], cards }));
    assert.deepEqual(
      [...text.matchAll(/id=m-(\w)/g)].map(([, id]) => id),
      ['a', 'b'],
    );
  });
  test('a match names both players, and its score if there is more than a game', () => {
    const cards = [card('a', { players: [ana, bo], length: 5, score: [2, 1], since: 0 })];
    assert.match(
      words(shown({ what: 'playing' }, { ids: ['a'], cards })),
      /Ana – Bo .*since · 2 : 1/,
    );
  });
  test('a match shows ratings, and a dash for who has none', () => {
    const cards = [card('a', { players: [ana, bo], since: 0 })];
    const page = { ids: ['a'], cards, ratings: [[1500, null]] };
    assert.match(words(shown({ what: 'playing' }, page)), /1500 : –/);
  });
  test('a person can be invited', () => {
    const people = [{ ...ana, handle: 'h1' }];
    assert.match(markup(shown({ what: 'people' }, { ids: ['h1'], people })), /\/new\?to=h1/);
  });
  test('the reader cannot invite themselves', () => {
    const people = [{ ...ana, handle: 'h-me' }];
    assert.doesNotMatch(markup(shown({ what: 'people' }, { ids: ['h-me'], people })), /invite/);
  });
  test('a person who plays can be watched', () => {
    const people = [{ ...ana, handle: 'h1', table: 't9' }];
    assert.match(markup(shown({ what: 'people' }, { ids: ['h1'], people })), /\/t\/t9/);
  });
  test('a search of the reader’s own has no button', () => {
    const seeks = [{ id: 's-me', game: 'tabla', speed: 'fast', name: 'Ana' }];
    assert.doesNotMatch(markup(shown({}, { seeks })), /<button/);
  });
  test('a search for a stake asks a guest to sign in', () => {
    const seeks = [{ id: 's1', game: 'tabla', speed: 'fast', stakes: { stake: 100, unit: '' } }];
    assert.match(words(shown({}, { seeks }, { ...reader, member: false })), /somebody .*sign_in/);
  });
  test('a program is called by its level', () => {
    const cards = [card('a', { players: [{ name: 'p', colour: '', bot: 'level2' }, null] })];
    assert.match(words(shown({}, { ids: ['a'], cards })), /Zaria\u00a0· level2|Zaria · level2/);
    const between = [card('a', { players: [{ name: 'p', colour: '', bot: 'level2.5' }, null] })];
    assert.match(words(shown({}, { ids: ['a'], cards: between })), /Zaria\s· level2\s\+/);
  });
});

describe('around the rows', () => {
  test('the lists are named with their lengths', () => {
    const hall = lobby({}, { counts: { tabla: [2, 5] }, online: 9 });
    assert.equal(words(tabs(hall, () => {})), 'list_open 2 list_playing 5 list_people 9');
  });
  test('the list that is shown is marked', () => {
    const text = markup(tabs(lobby({ what: 'people' }), () => {}));
    assert.match(text, /data-list=people aria-current=true/);
  });
  test('one page needs no pager', () => assert.equal(pager(lobby({}, { total: 20 })), nothing));
  test('several say which is shown', () =>
    assert.equal(words(pager(lobby({ page: 1 }, { total: 60 }))), 'page 2 of 3'));
  test('people are not filtered', () =>
    assert.equal(filters(lobby({ what: 'people' }), []), nothing));
  test('games are listed with their tables', () => {
    const hall = lobby({}, { counts: { tabla: [2, 5] } });
    assert.match(
      words(filters(hall, ['tabla', 'chess'])),
      /game_tabla \(2\) game_chess every_speed/,
    );
  });
  test('among matches that are played, those are counted', () => {
    const hall = lobby({ what: 'playing' }, { counts: { tabla: [2, 5] } });
    assert.match(words(filters(hall, ['tabla'])), /game_tabla \(5\)/);
  });
  test('a choice hands on its value', () => {
    const values = [];
    chosen((value) => values.push(value))({ target: { value: 'tapa' } });
    assert.deepEqual(values, ['tapa']);
  });
});
