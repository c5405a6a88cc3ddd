/** A position on squares that a reader puts together, without rules: the server knows them. */
import { WHOLE, dark, squareName } from '../squares/geometry.js';
import { isChess } from '../squares/pieces.js';

const EMPTY = '.';

export class SquaresEdit {
  /**
   * @param {string} game
   * @param {import('../squares/geometry.js').Grid} grid
   * @param {{ squares: { board: string }, turn: number }} frame where it begins
   */
  constructor(game, grid, frame) {
    this.game = game;
    this.grid = grid;
    this.size = grid.size;
    this.board = [...frame.squares.board.replaceAll('/', '')];
    this.turn = frame.turn;
  }

  /** What a tap can place: letters of pieces. */
  get tools() {
    if (isChess(this.game)) return [...'KQRBNPkqrbnp', ''];
    return this.game === 'ugolki' ? ['w', 'b', ''] : ['w', 'W', 'b', 'B', ''];
  }

  /**
   * Place a piece on a square, or take one away; true if something changed.
   * @param {number} at
   * @param {string} tool
   */
  place(at, tool) {
    return this.put(at, !tool || this.board[at] === tool ? EMPTY : tool);
  }

  /**
   * Place a piece on a square whatever stands there; true if one can stand there.
   * @param {number} at
   * @param {string} piece
   */
  put(at, piece) {
    if (at < 0 || (!WHOLE.includes(this.game) && !dark(this.grid, at))) return false;
    this.board[at] = piece;
    return true;
  }

  /**
   * The piece on a square, "" for none.
   * @param {number} at
   */
  top(at) {
    return this.board[at] === EMPTY ? '' : this.board[at];
  }

  /**
   * Take the piece off a square.
   * @param {number} at
   */
  take(at) {
    return this.put(at, EMPTY);
  }

  clear() {
    this.board.fill(EMPTY);
  }

  /** The rows, the uppermost first. */
  get rows() {
    const { size } = this;
    return Array.from({ length: size }, (_, y) =>
      this.board.slice(y * size, (y + 1) * size).join(''),
    );
  }

  /** What the board shows. */
  get frame() {
    return { squares: { board: this.rows.join('/') }, turn: this.turn };
  }

  /** The query of its address. */
  get query() {
    const letter = 'wb'[this.turn],
      placed = this.rows.map((row) => row.replace(/\.+/g, (gap) => String(gap.length))).join('/');
    if (isChess(this.game)) return { p: `${placed} ${letter} ${this.castling || '-'} - 0 1` };
    if (this.game === 'ugolki') return { p: `${placed} ${letter} 0 0` };
    return { p: `${letter.toUpperCase()}:W${this.numbers('w')}:B${this.numbers('b')}` };
  }

  /** A king and a rook that stand where they began may castle; in Chess960, where they may have begun. */
  get castling() {
    if (this.game === 'chess960') return `${this.rookSides(56, 'KR')}${this.rookSides(0, 'kr')}`;
    const stands = (/** @type {number} */ at, /** @type {string} */ piece) =>
      this.board[at] === piece;
    const rights = [
      ['K', 60, 63, 'R'],
      ['Q', 60, 56, 'R'],
      ['k', 4, 7, 'r'],
      ['q', 4, 0, 'r'],
    ];
    return rights
      .filter(([right, king, corner, rook]) => {
        const kingLetter = String(right) < 'a' ? 'K' : 'k';
        return stands(Number(king), kingLetter) && stands(Number(corner), String(rook));
      })
      .map(([right]) => right)
      .join('');
  }

  /**
   * The sides to which a king between two corners of its first rank has a rook: K and Q, or k and q.
   * @param {number} corner the a-file of the rank
   * @param {string} letters of king and rook
   */
  rookSides(corner, [king, rook]) {
    const rank = this.board.slice(corner, corner + 8),
      at = rank.indexOf(king);
    if (at < 1 || at > 6) return '';
    const sides = [
      rank.lastIndexOf(rook) > at ? 'k' : '',
      rank.slice(0, at).includes(rook) ? 'q' : '',
    ].join('');
    return king === 'K' ? sides.toUpperCase() : sides;
  }

  /**
   * The squares of a side's men and kings by their names.
   * @param {string} side
   */
  numbers(side) {
    const entries = this.board.map((piece, at) =>
      piece.toLowerCase() === side ? `${piece === side ? '' : 'K'}${this.name(at)}` : '',
    );
    return entries.filter(Boolean).join();
  }

  /**
   * The name of a square: its number, or on a board that is played on whole its letters.
   * @param {number} at
   */
  name(at) {
    const isNumbered = this.grid.coordinates === 'letters' && !WHOLE.includes(this.game);
    return squareName(isNumbered ? { ...this.grid, coordinates: 'numbers' } : this.grid, at);
  }
}
