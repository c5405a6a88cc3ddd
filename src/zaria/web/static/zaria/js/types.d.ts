/**
 * The types that several modules share. Known everywhere, so that no module needs to say where they
 * come from: browsers never load this file. What comes over the wire is in protocol.d.ts.
 */

type View = import('./protocol.js').View;
type State = import('./protocol.js').State;
/** An event with the whole table after it. */
type Ev = import('./protocol.js').Ev & { v: View };
type LogLine = import('./protocol.js').LogLine;
type ClockView = import('./protocol.js').ClockView;
type Away = import('./protocol.js').Away;
type Rematch = import('./protocol.js').Rematch;
type FromServer = import('./protocol.js').FromServer;
type Action = import('./protocol.js').Action;

/** 0 is the viewer, 1 the other side. */
type Side = 0 | 1;
/** A step: where it starts, in the mover's numbering, and the die. */
type Move = readonly [src: number, die: number];
/** Checkers by point, and where they are pinned; the viewer's first, each in their own numbering. */
type Placement = {
  checkers: readonly [readonly number[], readonly number[]];
  pins: readonly [readonly number[], readonly number[]];
};
/**
 * The numbering of a board: whether both sides run the same way round, and whether checkers come
 * from a hand, to the point of the die.
 */
type Kind = { hand?: boolean; parallel: boolean };
/** What a step does to a checker of the other side where it lands. */
type Effect = '' | 'hit' | 'pin';
/** A legal step and the node to which it leads. */
type Edge = readonly [src: number, die: number, next: number, effect: Effect];
/**
 * Legal steps: a node is a list of edges, node 0 the start, a node without edges a finished turn.
 */
type Tree = readonly (readonly Edge[])[];

type XY = { x: number; y: number };
type Box = XY & { w: number; h: number };
/**
 * `mirrored`: home on the left; `rails`: side trays; `parallel`: both players run the same way
 * round, and then `turned`: home on the far left, the own head near on the left; `across`: the viewer
 * sits on the far side; `upright`: the board is turned by a quarter.
 */
type Look = {
  mirrored: boolean;
  rails: boolean;
  parallel: boolean;
  turned?: boolean;
  across?: boolean;
  upright?: boolean;
};
type Shape = Look & { w: number; h: number };
type Geometry = ReturnType<typeof import('./tables/geometry.js').geometry>;
/** A checker; x, y of its corner. */
type Checker = { side: Side; el: HTMLElement; x: number; y: number; z: number; flight?: Animation };
/** The flight to point `to` goes over the points `via`. */
type Way = { side: Side; to: number; via: number[] };
/** `mine`: the viewer plays it; `left`: the side that threw it is the other one. */
type Die = { value: number; used: boolean; mine: boolean; left?: boolean };
/** `owner` null is the middle. */
type Cube = { value: number; owner: Side | null };
type BoardView = import('./tables/view.js').BoardView;
/** A way of drawing a board; `arrow`: what an arrow key would have meant before it was turned. */
type Drawing = {
  geometry(shape: Shape): Geometry;
  scene(g: Geometry): string;
  arrow?(shape: Shape, key: string): string;
};
/** What a board asks of its owner, and reports to it. */
type BoardApi = {
  /** How it is drawn, if not as the usual board. */
  drawing?: Drawing;
  /** The point that is chosen by itself, as the only one there is; 0 for none. */
  alone?(): number;
  look(): Look;
  /** Points from which the viewer may move now. */
  sources(): Set<number>;
  /** Where to from a point, and how. */
  targets(from: number): Map<number, Move[]>;
  /** Whether these are lit. */
  hints(): boolean;
  /** A point in words. */
  describe(at: number): string;
  onMove(from: number, to: number): void;
  onTap(at: number, how: 'once' | 'twice' | 'other'): void;
  /** A checker was taken up. */
  onSelect?(at: number): void;
  /** The move that dragging back would undo. */
  back(): { from: number; to: number } | null;
  onBack(): void;
  onDie(k: number): void;
};

type DiceTable = import('./tables/state.js').DiceTable;
type DiceActions = import('./tables/actions.js').DiceActions;
type Session = import('./live/session.js').Session;
type Signal<T> = import('@preact/signals-core').Signal<T>;
type Flag = Signal<boolean>;
/** Uses a module as soon as it is loaded. */
type Uses<T> = <U>(use: (module: T) => U | PromiseLike<U>) => Promise<U>;
/** Draws the still pictures under a node. */
type PictureModule = { draw: (root: ParentNode) => void };
/** Dice of an opening: they lie on the board before anybody plays them. */
type Opening = { dice: readonly [number, number]; n: number };
/**
 * A clock as shown: ms of bank and delay, the part of the delay that is left (0..1), ms until the
 * flag.
 */
type ClockState = { bank: number; delay: number; part: number; left: number; running: boolean };
/** What is worn: the keys are those of the `data-` attributes of the page, a part for each sort of goods. */
type Look_ = { theme: string; [part: string]: string | undefined };
/** The keys and values are those of `zaria.club.profile.preferences`. */
type Settings = {
  /** Whether possible moves are lit. */
  hints: boolean;
  /** Whether rolls are called by their Persian names. */
  names: boolean;
  /** Whether points and squares are numbered, and whether cards count pips. */
  numbers: boolean;
  pips: boolean;
  /** Whether buttons lie under the left thumb. */
  left: boolean;
  /** Whether a phone held upright shows the board turned by a quarter. */
  upright: boolean;
  /** Of animation; 0 is none. */
  speed: number;
  /** Home on the left; null follows the table. */
  flip: boolean | null;
  /**
   * The same where both sides run the same way round: `far` is on the far left; null is as in the
   * other games.
   */
  round: boolean | 'far' | null;
  /** On one device: whether the board turns to the side that acts. */
  local_turn: boolean;
  /** Whether dice are rolled by themselves. */
  roll: boolean;
  /** Whether they are even while the viewer may double. */
  roll_double: boolean;
  /** What a double tap plays: the leading die, as far as the checker goes, or nothing. */
  double: 'lead' | 'far' | 'off';
  /** Whether a step without a choice is played by itself. */
  forced: boolean;
  /** Whether bearing off by itself is on in each new game. */
  bear: boolean;
  /** Whether a finished turn passes by itself. */
  done: boolean;
  next_table: boolean;
  /** Whether a move on squares waits for Done. */
  confirm: boolean;
  /** Whether doubling and offering a draw want a second tap. */
  sure: boolean;
  /** Whether there is any sound, and which. */
  sound: boolean;
  /** 1 is as usual. */
  volume: number;
  sound_move: boolean;
  sound_roll: boolean;
  sound_double: boolean;
  sound_turn: boolean;
  sound_time: boolean;
  /** Whether a phone buzzes at one's own moves. */
  buzz: boolean;
};
