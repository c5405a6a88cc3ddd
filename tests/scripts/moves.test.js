/** Moves on squares: choosing one tap by tap, and the board after it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pieces, squareName, squareOf } from '#js/squares/geometry.js';
import * as moves from '#js/squares/moves.js';

const GRID = { size: 8, coordinates: 'letters' };
const at = (/** @type {string} */ name) => squareOf(GRID, name);
const names = (/** @type {Iterable<number>} */ all) =>
  [...all].map((square) => squareName(GRID, square));

/** A move by the names of its squares. */
const route = (move, path, takes = [], becomes = '') => ({ move, path, takes, becomes });
const parse = (...routes) => moves.parseRoutes(GRID, routes);

/** A man that takes two along one way and three along another, and one plain move beside it. */
const CAPTURES = parse(
  route('c3:e5:g7', ['c3', 'e5', 'g7'], ['d4', 'f6']),
  route('c3:e5:c7:a5', ['c3', 'e5', 'c7', 'a5'], ['d4', 'd6', 'b6']),
  route('g3-h4', ['g3', 'h4']),
);
const PROMOTIONS = parse(
  ...['q', 'r', 'b', 'n'].map((piece) => route(`b7b8${piece}`, ['b7', 'b8'], [], piece)),
);
/** Two ways to one square that take different pieces. */
const FORK = parse(
  route('a1:c3:e5', ['a1', 'c3', 'e5'], ['b2', 'd4']),
  route('a1:c7:e5', ['a1', 'c7', 'e5'], ['b6', 'd6']),
);
/** Two ways to one square that take the same. */
const JUMPS = parse(route('b2-d4', ['b2', 'd2', 'd4']), route('b2-d4', ['b2', 'b4', 'd4']));
const tap = (all, chosen, name) => moves.choose(all, chosen.map(at), at(name));

describe('moves as the server sends them', () => {
  test('become squares', () =>
    assert.deepEqual(parse(route('e2e4', ['e2', 'e4'])), [
      { move: 'e2e4', path: [52, 36], takes: [], becomes: '' },
    ]));
  test('with what they take', () => assert.deepEqual(names(CAPTURES[0].takes), ['d4', 'f6']));
  test('may be none', () => assert.deepEqual(moves.parseRoutes(GRID, null), []));
  test('may not have come', () => assert.deepEqual(moves.parseRoutes(GRID, undefined), []));
});

describe('a tap', () => {
  const sent = (all, chosen, name) => tap(all, chosen, name)?.routes.map(({ move }) => move);
  test('on the end of a move is the move', () =>
    assert.deepEqual(sent(CAPTURES, ['g3'], 'h4'), ['g3-h4']));
  test('on the next square of a longer one is a step', () => {
    const { routes, chosen } = tap(CAPTURES, ['c3'], 'e5');
    assert.deepEqual([routes, names(chosen)], [[], ['c3', 'e5']]);
  });
  test('on the last square after steps ends it', () =>
    assert.deepEqual(sent(CAPTURES, ['c3', 'e5'], 'g7'), ['c3:e5:g7']));
  test('on the far end is enough where one way leads there', () =>
    assert.deepEqual(sent(CAPTURES, ['c3'], 'a5'), ['c3:e5:c7:a5']));
  test('on the far end is not enough where ways take different pieces', () =>
    assert.equal(tap(FORK, ['a1'], 'e5'), null));
  test('on the far end is enough where all ways are the same', () =>
    assert.equal(sent(JUMPS, ['b2'], 'd4').length, 2));
  test('on a square in the middle that is not next means nothing', () =>
    assert.equal(tap(CAPTURES, ['c3'], 'c7'), null));
  test('where no move goes means nothing', () => assert.equal(tap(CAPTURES, ['c3'], 'b4'), null));
  test('where a move of another piece goes means nothing', () =>
    assert.equal(tap(CAPTURES, ['c3'], 'h4'), null));
  test('of a pawn that arrives leaves four moves', () =>
    assert.deepEqual(sent(PROMOTIONS, ['b7'], 'b8'), ['b7b8q', 'b7b8r', 'b7b8b', 'b7b8n']));
  test('without moves means nothing', () => assert.equal(tap([], ['c3'], 'e5'), null));
});

describe('squares that mean something', () => {
  const lit = (all, ...chosen) =>
    [...moves.targets(all, chosen.map(at))].map(([square, ends]) => [
      squareName(GRID, square),
      ends,
    ]);
  test('are none before a piece is chosen', () => assert.deepEqual(lit(CAPTURES), []));
  test('are the next one and the ends', () =>
    assert.deepEqual(lit(CAPTURES, 'c3'), [
      ['e5', false],
      ['g7', true],
      ['a5', true],
    ]));
  test('go on from where the piece is', () =>
    assert.deepEqual(lit(CAPTURES, 'c3', 'e5'), [
      ['g7', true],
      ['c7', false],
      ['a5', true],
    ]));
  test('leave out an end that could be either way', () =>
    assert.deepEqual(lit(FORK, 'a1'), [
      ['c3', false],
      ['c7', false],
    ]));
  test('are none of a piece that cannot move', () => assert.deepEqual(lit(CAPTURES, 'a1'), []));
});

describe('what is taken on the way', () => {
  const taken = (...chosen) => names(moves.captured(CAPTURES, chosen.map(at)));
  test('nothing at the start', () => assert.deepEqual(taken('c3'), []));
  test('one piece after one step', () => assert.deepEqual(taken('c3', 'e5'), ['d4']));
  test('two after two', () => assert.deepEqual(taken('c3', 'e5', 'c7'), ['d4', 'd6']));
  test('nothing by no move', () => assert.deepEqual(taken('a1', 'b2'), []));
});

describe('the board on the way', () => {
  const board = pieces('w.../.b../..../....');
  test('is the same before the first step', () => assert.equal(moves.along(board, [0]), board));
  test('has the piece where it is now', () => {
    const now = moves.along(board, [0, 10]);
    assert.deepEqual([now[0], now[10]], ['', 'w']);
  });
  test('still has what was taken', () => assert.equal(moves.along(board, [0, 10])[5], 'b'));
  test('leaves the board before alone', () => {
    moves.along(board, [0, 10]);
    assert.equal(board[0], 'w');
  });
});

describe('a king that castles onto its own rook', () => {
  const BOARD = pieces('......../......../......../......../......../......../......../R....KR.');
  const all = moves.parseRoutes(
    GRID,
    [route('f1g1', ['f1', 'g1']), route('f1a1', ['f1', 'a1']), route('f1e1', ['f1', 'e1'])],
    BOARD,
  );
  const row = (board) =>
    board
      .slice(56)
      .map((piece) => piece || '.')
      .join('');
  test('has a goal', () =>
    assert.deepEqual(
      all.map(({ goal }) => goal),
      [at('g1'), at('c1'), undefined],
    ));
  test('may go to its goal', () =>
    assert.deepEqual(
      tap(all, ['f1'], 'c1')?.routes.map(({ move }) => move),
      ['f1a1'],
    ));
  test('shows goals and rooks', () =>
    assert.deepEqual(names(moves.targets(all, [at('f1')]).keys()).sort(), [
      'a1',
      'c1',
      'e1',
      'g1',
    ]));
  test('changes places with the rook beside it', () =>
    assert.equal(row(moves.boardAfter(BOARD, all[0], 8)), 'R....RK.'));
  test('goes to the other side', () =>
    assert.equal(row(moves.boardAfter(BOARD, all[1], 8)), '..KR..R.'));
});

describe('the board after a move', () => {
  const CASTLE = 'r...k..r/......../......../......../......../......../......../R...K..R';
  const row = (board, y) =>
    board
      .slice(8 * y, 8 * y + 8)
      .map((piece) => piece || '.')
      .join('');
  const after = (board, ...of) => moves.boardAfter(pieces(board), parse(route(...of))[0], 8);
  test('castling to the right takes the rook along', () =>
    assert.equal(row(after(CASTLE, 'e1g1', ['e1', 'g1']), 7), 'R....RK.'));
  test('castling to the left takes the rook along', () =>
    assert.equal(row(after(CASTLE, 'e1c1', ['e1', 'c1']), 7), '..KR...R'));
  test('castling of dark', () =>
    assert.equal(row(after(CASTLE, 'e8g8', ['e8', 'g8']), 0), 'r....rk.'));
  test('a king’s single step leaves the rooks', () =>
    assert.equal(row(after(CASTLE, 'e1f1', ['e1', 'f1']), 7), 'R....K.R'));
  const PAWNS = '......../.P....../......../...pP.../......../......../.....p../........';
  test('taking in passing takes the pawn beside', () => {
    const board = after(PAWNS, 'e5d6', ['e5', 'd6'], ['d5']);
    assert.deepEqual([row(board, 2), row(board, 3)], ['...P....', '........']);
  });
  test('a light pawn becomes a light queen', () =>
    assert.equal(row(after(PAWNS, 'b7b8q', ['b7', 'b8'], [], 'q'), 0), '.Q......'));
  test('a dark pawn becomes a dark knight', () =>
    assert.equal(row(after(PAWNS, 'f2f1n', ['f2', 'f1'], [], 'n'), 7), '.....n..'));
  const MEN = '......../..w...../......../......../......../......../.b....../........';
  test('a light man becomes a king', () =>
    assert.equal(row(after(MEN, 'c7-d8', ['c7', 'd8'], [], 'K'), 0), '...W....'));
  test('a dark man becomes a king', () =>
    assert.equal(row(after(MEN, 'b2-a1', ['b2', 'a1'], [], 'K'), 7), 'B.......'));
  test('a man that ends where it began takes all the same', () => {
    const ring = '......../......../......../......../......../..b...../.w....../........';
    assert.equal(after(ring, 'b2:b2', ['b2', 'b2'], ['c3']).filter(Boolean).join(''), 'w');
  });
});

describe('a move that was laid for later', () => {
  test('is played if it is legal', () =>
    assert.equal(moves.plannedRoute(CAPTURES, [at('g3'), at('h4')]).move, 'g3-h4'));
  test('becomes a queen', () =>
    assert.equal(
      moves.plannedRoute([...PROMOTIONS].reverse(), [at('b7'), at('b8')]).move,
      'b7b8q',
    ));
  test('is forgotten if it is not legal', () =>
    assert.equal(moves.plannedRoute(CAPTURES, [at('g3'), at('f4')]), null));
  test('is not played halfway', () =>
    assert.equal(moves.plannedRoute(CAPTURES, [at('c3'), at('e5')]), null));
});
