// Made by tools/generate/analysis_types.py from zaria.bots.analysis.shape: do not edit.

/** A finished match, analysed. */
export interface Analysis {
  format: "zaria-analysis";
  version: number;
  id: string;
  game: string;
  length: number;
  method: Method;
  accounts: [PlayerTotals, PlayerTotals];
  games: Game[];
  decisions: Decision[];
  rolls: Roll[];
  graph: Point[];
}

/** The method of an analysis. */
export interface Method {
  depth: "quick" | "normal" | "deep";
  engines: string[];
  ply: number;
  luck: number;
  nodes: number;
  seconds: number;
  unit: "points" | "chance";
  marks: Marks;
}

/** From which loss on a decision is marked, and from which luck on a roll. */
export interface Marks {
  inaccuracy: number;
  error: number;
  blunder: number;
  fortune: number;
}

/** The totals of a player: for `turns`, for the `cube` and other answers, and for both. */
export interface PlayerTotals {
  turns: Tally;
  cube: Tally;
  total: Tally;
  rate: number | null;
  luck: number | null;
  result: number;
  adjusted: number | null;
}

/** Decisions that count, what they gave away together, and how many are marked so. */
export interface Tally {
  decisions: number;
  loss: number;
  inaccuracies: number;
  errors: number;
  blunders: number;
}

/** A game of the match: which one is played, its first and last frames, the score before it, its end. */
export interface Game {
  number: number;
  game: string;
  first: number;
  last: number;
  score: [number, number];
  crawford: boolean;
  winner: number | null;
  points: number;
  how: string;
  kind: string;
  accounts: [PlayerTotals, PlayerTotals];
}

/** A decision of a player, with the alternatives. */
export interface Decision {
  frame: number;
  game: number;
  side: number;
  kind: "turn" | "double" | "answer" | "resign" | "resigned" | "draw";
  played: string;
  best: string;
  loss?: number;
  mark?: "" | "inaccuracy" | "error" | "blunder";
  ways?: number;
  counted?: boolean;
  dice?: number[];
  cube?: number;
  agrees?: boolean | null;
  choices?: Choice[];
  check?: CubeCheck | null;
}

/** One of the things that could be done. */
export interface Choice {
  text: string;
  equity: number;
  loss?: number;
  place?: number;
  played?: boolean;
  moves?: [number, number][];
  chances?: [number, number, number, number, number, number] | null;
  ply?: number;
  move?: string;
  path?: string[];
  takes?: string[];
  line?: string[];
  value?: number | null;
}

/** A cube decision in games that were played out with the cube in play (`zaria.bots.doubling.rollouts`). */
export interface CubeCheck {
  games: number;
  best: string;
  gain: number;
  error: number;
  choices: RolledChoice[];
}

/** A choice of a cube decision in games that were played out: its equity, and the standard error. */
export interface RolledChoice {
  text: string;
  equity: number;
  error: number;
}

/** A roll and the luck in it: what it brought above the mean of all rolls, both played best. */
export interface Roll {
  frame: number;
  game: number;
  side: number;
  dice: [number, number];
  luck: number;
  fortune?: "" | "lucky" | "unlucky";
  cube?: number;
}

/** A point of the graph: side 0's chance to win the game after this frame, and its equity. */
export interface Point {
  frame: number;
  chance: number;
  equity: number;
}
