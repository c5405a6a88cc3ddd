// Made by tools/protocol_types.py from zaria.live.protocol: do not edit.

export type Tree = [number, number, number][][];

export type Event = Opened | Seated | GameStarted | OpeningRolled | Rolled | TurnPlayed | Doubled | Taken | Dropped | ResignOffered | ResignAccepted | ResignRejected | Flagged | ClockCredited | Restarted | GameEnded | MatchEnded;

/** The table is set. `seal` is the hash of the dice secret, shown before any seed is taken. */
export interface Opened {
  t: "opened";
  at: number;
  version: number;
  id: string;
  terms: Terms;
  seal: string;
}

/** The terms of a match; they never change once it is open. */
export interface Terms {
  game: string;
  options?: { [key: string]: string | number | boolean };
  length?: number;
  cube?: boolean;
  crawford?: boolean;
  clock?: ClockTerms | null;
  mirror?: boolean;
}

/** One clock for every habit, all in milliseconds. */
export interface ClockTerms {
  delay?: number;
  bank?: number;
  increment?: number;
}

/** A player took a side and gave his seed. */
export interface Seated {
  t: "seated";
  at: number;
  side: number;
  player: Player;
  seed: string;
}

/** Who sits: a lasting id, a name and a colour to show; `bot` names the program that plays. */
export interface Player {
  id: string;
  name: string;
  colour: string;
  bot?: string | null;
}

/** Game `number` (1, 2, …) is set up; `starter` None waits for the opening roll. */
export interface GameStarted {
  t: "game";
  at: number;
  number: number;
  crawford: boolean;
  starter: number | null;
}

/** One die each, side 0's first; equal dice are rolled again. */
export interface OpeningRolled {
  t: "opening";
  at: number;
  n: number;
  dice: [number, number];
}

/** Roll number `n` of the match (opening rolls count too). */
export interface Rolled {
  t: "rolled";
  at: number;
  side: number;
  n: number;
  dice: [number, number];
}

/** A whole turn, in notation too ("8/5 6/5"); no moves is a forced pass. */
export interface TurnPlayed {
  t: "played";
  at: number;
  side: number;
  moves: [number, number][];
  text: string;
}

/** `side` offers to play on for `value`. */
export interface Doubled {
  t: "doubled";
  at: number;
  side: number;
  value: number;
}

/** `side` takes the offered double and owns the cube. */
export interface Taken {
  t: "taken";
  at: number;
  side: number;
}

/** `side` declines the offered double and so loses the game. */
export interface Dropped {
  t: "dropped";
  at: number;
  side: number;
}

/** `side` offers to lose the game by `points`, before the cube. */
export interface ResignOffered {
  t: "resign";
  at: number;
  side: number;
  points: number;
}

/** `side` accepts the other's resignation. */
export interface ResignAccepted {
  t: "yielded";
  at: number;
  side: number;
}

/** `side` wants to play on. */
export interface ResignRejected {
  t: "refused";
  at: number;
  side: number;
}

/** `side` ran out of time. */
export interface Flagged {
  t: "flagged";
  at: number;
  side: number;
}

/** The running clock is set back by `ms`: the server was away, and nobody pays for that. */
export interface ClockCredited {
  t: "credited";
  at: number;
  ms: number;
}

/** Both mothers are pinned: the game begins anew and counts for nothing (anafeds tapa). */
export interface Restarted {
  t: "restarted";
  at: number;
}

/** `points` are final, cube included. `how`: played, dropped, resigned, time or stuck. */
export interface GameEnded {
  t: "ended";
  at: number;
  winner: number | null;
  points: number;
  kind: string;
  how: string;
}

/** The match is decided; the dice secret (hex) is open to everybody. */
export interface MatchEnded {
  t: "closed";
  at: number;
  winner: number;
  score: [number, number];
  secret: string;
}

export type Action = SitDown | Roll | Play | Double | Take | Drop | Resign | Accept | Reject | Flag;

/** Take the seat offered in the state. `seed` is the player's own, `seal` the match's as he saw it. */
export interface SitDown {
  t: "sit";
  seed: string;
  seal: string;
}

/** Roll both dice. */
export interface Roll {
  t: "roll";
}

/** Play a whole turn: (point, die) in order, answering roll number `n`. */
export interface Play {
  t: "play";
  moves: [number, number][];
  n: number;
}

/** Offer to play on for twice the points. */
export interface Double {
  t: "double";
}

/** Take the offered double. */
export interface Take {
  t: "take";
}

/** Decline the offered double and lose the game. */
export interface Drop {
  t: "drop";
}

/** Offer to lose the game by `points` (1 to 3, before the cube). */
export interface Resign {
  t: "resign";
  points: number;
}

/** Accept the offered resignation. */
export interface Accept {
  t: "accept";
}

/** Refuse the offered resignation. */
export interface Reject {
  t: "reject";
}

/** State that the time of whoever has to act is over. */
export interface Flag {
  t: "flag";
}

export type FromClient = Watch | Leave | Do | Ping;

/** Send match `m` from now on: what followed event `n`, or its state first if `n` is -1. */
export interface Watch {
  t: "watch";
  m: string;
  n?: number;
}

/** Stop sending match `m`. */
export interface Leave {
  t: "leave";
  m: string;
}

/** Do `k` in match `m`. Sent again with the same `c` it is answered again, and done once. */
export interface Do {
  t: "do";
  m: string;
  c: string;
  k: Action;
}

/** Ask for a `pong` with the same `x`. */
export interface Ping {
  t: "ping";
  x: number;
}

export type FromServer = State | Ev | Ack | No | Pong;

/** The match `m` after its event `n`; `now` is the server's clock (ms). */
export interface State {
  t: "state";
  m: string;
  n: number;
  now: number;
  you: number | null;
  seat: number | null;
  kept: boolean;
  v: View;
  tree: Tree | null;
  log: LogLine[];
}

/** The whole table now. */
export interface View {
  phase: "open" | "between" | "roll" | "move" | "double" | "resign" | "over";
  turn: number;
  to_act: number | null;
  men: [number[], number[]];
  pins: [number[], number[]];
  pips: [number, number];
  dice: number[];
  roll_no: number;
  cube: Cube;
  can_double: boolean;
  resign: Resignation | null;
  resign_min: [number, number];
  clocks: ClockView | null;
  last: Last | null;
  id: string;
  game: string;
  title: string;
  options: { [key: string]: string | number | boolean };
  length: number;
  cube_on: boolean;
  crawford_rule: boolean;
  mirror: boolean;
  contact: string;
  parallel: boolean;
  clock_terms: ClockTerms | null;
  players: [SeatView | null, SeatView | null];
  seal: string;
  seeds: [string | null, string | null];
  secret: string | null;
  game_no: number;
  crawford: boolean;
  score: [number, number];
  starter: number | null;
  resign_max: number;
  result: Result | null;
  winner: number | null;
}

/** The doubling cube: its value, and the side that may turn it (None: both). */
export interface Cube {
  value: number;
  owner: number | null;
}

/** `side` offers to lose by `points` (before the cube). */
export interface Resignation {
  side: number;
  points: number;
}

/** Banks (ms) as of `since`; from then on `running` uses `delay` ms, then his bank. */
export interface ClockView {
  bank: [number, number];
  running: number | null;
  since: number;
  delay: number;
}

/** The last turn played in this game. */
export interface Last {
  side: number;
  moves: [number, number][];
  text: string;
}

/** A player as others see him. */
export interface SeatView {
  name: string;
  colour: string;
  bot: string | null;
}

/** How the last finished game ended; the fields are those of `events.GameEnded`. */
export interface Result {
  winner: number | null;
  points: number;
  kind: string;
  how: string;
}

/** A turn of the current game; a pass has no text. */
export interface LogLine {
  side: number;
  dice: [number, number];
  text: string;
}

/** Event number `n` of match `m`, and what it changed of the table: the moment, or all of it. */
export interface Ev {
  t: "ev";
  m: string;
  n: number;
  now: number;
  you: number | null;
  e: Event;
  v: Moment | View;
  tree: Tree | null;
}

/** What any event of a game may change. */
export interface Moment {
  phase: "open" | "between" | "roll" | "move" | "double" | "resign" | "over";
  turn: number;
  to_act: number | null;
  men: [number[], number[]];
  pins: [number[], number[]];
  pips: [number, number];
  dice: number[];
  roll_no: number;
  cube: Cube;
  can_double: boolean;
  resign: Resignation | null;
  resign_min: [number, number];
  clocks: ClockView | null;
  last: Last | null;
}

/** The command `c` is stored; `n` is the number of its last event. */
export interface Ack {
  t: "ack";
  c: string;
  n: number;
}

/** The command `c` (None: whatever was sent) was refused; `text` says so in the reader's language. */
export interface No {
  t: "no";
  c: string | null;
  code: string;
  text: string;
}

/** The answer to a ping; `now` is the server's clock (ms). */
export interface Pong {
  t: "pong";
  x: number;
  now: number;
}
