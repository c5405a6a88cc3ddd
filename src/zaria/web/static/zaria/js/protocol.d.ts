// Made by tools/generate/protocol_types.py from zaria.live.sockets.protocol: do not edit.

export type Tree = [number, number, number][][];

export type Event =
  | Opened
  | Cancelled
  | Seated
  | GameStarted
  | OpeningRolled
  | Rolled
  | TurnPlayed
  | Doubled
  | Beavered
  | Raccooned
  | Taken
  | Dropped
  | ResignOffered
  | ResignAccepted
  | ResignRejected
  | Moved
  | Resigned
  | Aborted
  | DrawOffered
  | DrawAccepted
  | DrawDeclined
  | Flagged
  | Claimed
  | Finished
  | Annulled
  | TakenBack
  | TakebackRequested
  | TakebackDeclined
  | ResultOffered
  | ResultAccepted
  | ResultDeclined
  | ResultHeld
  | ClockCredited
  | ClockStood
  | Restarted
  | GameEnded
  | MatchEnded;

/** The table was set. `seal` is the hash of the dice secret, published before any seed is given. */
export interface Opened {
  t: "opened";
  at: number;
  version: number;
  id: string;
  terms: Terms;
  seal: string;
  until?: number | null;
}

/** The terms of a match; they never change once it is open. On squares it is one game without a cube. */
export interface Terms {
  game: string;
  options?: { [key: string]: string | number | boolean };
  length?: number;
  cube?: boolean;
  crawford?: boolean;
  clock?: ClockTerms | null;
  mirror?: boolean;
  beaver?: boolean;
  raccoon?: boolean;
  jacoby?: boolean;
  auto_doubles?: number;
  raises?: "double" | "add";
  stakes?: Stakes | null;
  delayed?: boolean;
  rated?: boolean;
  training?: boolean;
  rating_terms?: RatingTerms | null;
  unrated?: "" | "pair";
  position?: string;
  starter?: "0" | "1";
  tournament?: string;
  local?: [string, string] | null;
  start_score?: [number, number] | null;
  same_start?: number | null;
}

/** One clock for every habit, all in milliseconds. */
export interface ClockTerms {
  delay?: number;
  bank?: number;
  increment?: number;
  days?: number;
  pool?: [number, number] | null;
  vacation?: boolean;
  weekends?: boolean;
}

/** The stakes: `stake` a point in a single game, at most `most`; in a match just `stake`. */
export interface Stakes {
  stake: number;
  most?: number | null;
  fee?: "none" | "pot" | "profit";
  unit?: string;
  rate?: number | null;
}

/** The bounds of a rated match, as the club sets them when the table is set. */
export interface RatingTerms {
  turns?: number;
  early_gain?: number;
  most_points?: number | null;
  a_day?: number;
}

/** The table was cleared before a game began: by `side`, or because nobody came in time (None). */
export interface Cancelled {
  t: "cancelled";
  at: number;
  side: number | null;
}

/** A player took a side and gave their seed. */
export interface Seated {
  t: "seated";
  at: number;
  side: number;
  player: Player;
  seed: string;
  host?: boolean;
  unrated?: boolean;
}

/** A player as events store them: a lasting id, and the fields of `PlayerInfo` in one flat object. */
export interface Player {
  id: string;
  name: string;
  colour: string;
  bot?: string | null;
  member?: boolean;
  robot?: boolean;
  country?: string;
  face?: string;
  unlisted?: boolean;
}

/** Game `number` (1, 2, …) was set up; a `starter` of None waits for the opening roll. */
export interface GameStarted {
  t: "game";
  at: number;
  number: number;
  crawford: boolean;
  starter: number | null;
  start_number?: number | null;
}

/** One die was rolled for each side, that of side 0 first; equal dice are rolled again. */
export interface OpeningRolled {
  t: "opening";
  at: number;
  n: number;
  dice: [number, number];
}

/** Roll number `n` of the match was made; opening rolls count too. */
export interface Rolled {
  t: "rolled";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  n: number;
  dice: [number, number];
}

/** A whole stage of a roll was played, in notation too ("8/5 6/5"). No moves: nothing could be played. */
export interface TurnPlayed {
  t: "played";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  moves: [number, number][];
  text: string;
}

/** `side` doubled: the game would go on for `value`. */
export interface Doubled {
  t: "doubled";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  value: number;
}

/** `side` answered a double by a beaver: the game would go on for `value`, and `side` keep the cube. */
export interface Beavered {
  t: "beavered";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  value: number;
}

/** `side` answered a beaver by a raccoon: the game would go on for `value`, the cube with the opponent. */
export interface Raccooned {
  t: "raccooned";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  value: number;
}

/** `side` took the last offer; the cube belongs to the player who was doubled first. */
export interface Taken {
  t: "taken";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` dropped the last offer and lost the game. */
export interface Dropped {
  t: "dropped";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` offered to lose the game by `points`, before the cube. */
export interface ResignOffered {
  t: "resign";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  points: number;
}

/** `side` accepted the resignation of the opponent. */
export interface ResignAccepted {
  t: "yielded";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` rejected the resignation of the opponent. */
export interface ResignRejected {
  t: "refused";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** A move was made in a board game: as given (`BoardMove.move`), and as books write it. */
export interface Moved {
  t: "moved";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
  move: string;
  text: string;
}

/** `side` resigned a board game, which needs no consent. */
export interface Resigned {
  t: "resigned";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` left a board game before it counted. */
export interface Aborted {
  t: "aborted";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` offered a draw; a move of the opponent declines it. */
export interface DrawOffered {
  t: "drawoffer";
  at: number;
  side: number;
}

/** `side` accepted the draw on offer. */
export interface DrawAccepted {
  t: "drawyes";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` declined the draw on offer. */
export interface DrawDeclined {
  t: "drawno";
  at: number;
  side: number;
}

/** `side` ran out of time. */
export interface Flagged {
  t: "flagged";
  at: number;
  side: number;
}

/** `side` claimed the match as won or drawn: the opponent was away for too long. */
export interface Claimed {
  t: "claimed";
  at: number;
  side: number;
  what: "win" | "draw";
}

/** `side` ended the money session; the game that had just begun, in which it had not acted, is void. */
export interface Finished {
  t: "finished";
  at: number;
  side: number;
}

/** The match was ended without a result: the director of its tournament decided it otherwise. */
export interface Annulled {
  t: "annulled";
  at: number;
}

/** `side` took back its last turn and all that followed it: it plays the same roll again. */
export interface TakenBack {
  t: "takenback";
  at: number;
  side: number;
}

/** `side` asked to take back its last turn; a roll, turn or double of the opponent declines it. */
export interface TakebackRequested {
  t: "backrequest";
  at: number;
  side: number;
}

/** `side` declined the opponent's request. */
export interface TakebackDeclined {
  t: "backno";
  at: number;
  side: number;
}

/** `side` offered to end a game by the day that is decided in fact: as won, for `points` before the cube. */
export interface ResultOffered {
  t: "resultoffer";
  at: number;
  side: number;
  points: number;
}

/** `side` accepted the result on offer and lost the game. */
export interface ResultAccepted {
  t: "resultyes";
  at: number;
  side: number;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** `side` declined the result on offer; so does an act of play. */
export interface ResultDeclined {
  t: "resultno";
  at: number;
  side: number;
}

/** The game was lost by `side`, which had not answered the result on offer in time. */
export interface ResultHeld {
  t: "resultheld";
  at: number;
  side: number;
}

/** The running clock was set back by `ms`: the server was away, and nobody pays for that. */
export interface ClockCredited {
  t: "credited";
  at: number;
  ms: number;
}

/** The running clock was stopped from `begin` to `end` (ms since the epoch), in a game by the day. */
export interface ClockStood {
  t: "stood";
  at: number;
  begin: number;
  end: number;
  why: "vacation" | "closed";
}

/** The game was restarted, without a result, because both mothers were pinned (anafeds tapa). */
export interface Restarted {
  t: "restarted";
  at: number;
}

/** The game was ended; `points` are final, cube included. */
export interface GameEnded {
  t: "ended";
  at: number;
  winner: number | null;
  points: number;
  kind: string;
  how: string;
  why?: string;
}

/** The match was decided, or ended drawn, void or cancelled; the dice secret (hex) was published. */
export interface MatchEnded {
  t: "closed";
  at: number;
  winner: number | null;
  score: [number, number];
  secret: string;
}

export type Action =
  | SitDown
  | Roll
  | Play
  | Double
  | Beaver
  | Raccoon
  | Take
  | Drop
  | Resign
  | Accept
  | Reject
  | Move
  | OfferDraw
  | AcceptDraw
  | DeclineDraw
  | Abort
  | Flag
  | Cancel
  | Claim
  | Finish
  | TakeBack
  | RequestTakeback
  | AcceptTakeback
  | DeclineTakeback
  | OfferResult
  | AcceptResult
  | DeclineResult;

/** Take the seat offered in the state. `seed` is the player's own, `seal` the match's as they saw it. */
export interface SitDown {
  t: "sit";
  seed: string;
  seal: string;
  unrated?: boolean;
}

/** Roll both dice. */
export interface Roll {
  t: "roll";
}

/** Play a whole stage: (point, die) in order, answering roll number `n` of which `stage` are played. */
export interface Play {
  t: "play";
  moves: [number, number][];
  n: number;
  stage?: number;
}

/** Offer to play on for more points: twice as many, or one more where raises are by one. */
export interface Double {
  t: "double";
}

/** Answer a double by offering to double once more and keep the cube. */
export interface Beaver {
  t: "beaver";
}

/** Answer a beaver by offering to double a third time. */
export interface Raccoon {
  t: "raccoon";
}

/** Take what is offered: the double, beaver or raccoon. */
export interface Take {
  t: "take";
}

/** Decline the offer and lose the game for what was agreed before it. */
export interface Drop {
  t: "drop";
}

/** Offer to lose the game by `points` (one of the game's classes, before the cube). */
export interface Resign {
  t: "resign";
  points?: number;
}

/** Accept the offered resignation. */
export interface Accept {
  t: "accept";
}

/** Refuse the offered resignation. */
export interface Reject {
  t: "reject";
}

/** Make a move on squares (`zaria.games.board_games.BoardMove.move`); `n` moves were made before it. */
export interface Move {
  t: "move";
  move: string;
  n: number;
}

/** Offer a draw, in one's own turn or the other's. */
export interface OfferDraw {
  t: "offerdraw";
}

/** Accept the draw on offer. */
export interface AcceptDraw {
  t: "acceptdraw";
}

/** Decline the draw on offer; so does a move. */
export interface DeclineDraw {
  t: "declinedraw";
}

/** Leave a game on squares while it does not count. */
export interface Abort {
  t: "abort";
}

/** State that the time of the side that must act is over. */
export interface Flag {
  t: "flag";
}

/** Clear a table that waits for a player, or decline the seat that is kept for one. */
export interface Cancel {
  t: "cancel";
}

/** End a match whose other player has been away for too long: as won, or as a draw. */
export interface Claim {
  t: "claim";
  what: "win" | "draw";
}

/** End a money session after a game, before one's own first act in the next. */
export interface Finish {
  t: "finish";
}

/** Take the last turn back (training only); `n` turns could be taken back before that. */
export interface TakeBack {
  t: "takeback";
  n: number;
}

/** Ask the opponent to let the own last turn be taken back, in a casual match between people. */
export interface RequestTakeback {
  t: "requestback";
}

/** Accept that the opponent takes back the turn they asked for. */
export interface AcceptTakeback {
  t: "acceptback";
}

/** Decline that; so does a roll, a turn or a double. */
export interface DeclineTakeback {
  t: "declineback";
}

/** Offer the opponent, who must act, to end a game by the day as it is decided in fact: as lost. */
export interface OfferResult {
  t: "offerresult";
}

/** Accept the result on offer, and lose the game. */
export interface AcceptResult {
  t: "acceptresult";
}

/** Decline it and play on; so does an act of play. */
export interface DeclineResult {
  t: "declineresult";
}

export type FromClient =
  | Watch
  | Leave
  | Command
  | Ping
  | RematchOffer
  | WatchLobby
  | Seek
  | DeclineInvitation
  | WatchTournament
  | WatchStudy
  | WatchConversation
  | Say
  | Typing
  | MarkRead;

/** Subscribe to match `m`: the events after number `n`, or the state first if `n` is -1. */
export interface Watch {
  t: "watch";
  m: string;
  n?: number;
}

/** Unsubscribe from match `m`. `gone`: a player leaves deliberately; the opponent waits less. */
export interface Leave {
  t: "leave";
  m: string;
  gone?: boolean;
}

/** Execute `k` in match `m`. Sent again with the same `c` it is answered again, and executed once. */
export interface Command {
  t: "do";
  m: string;
  c: string;
  k: Action;
  w?: number | null;
}

/** Ask for a `pong` with the same `x`. */
export interface Ping {
  t: "ping";
  x: number;
}

/** Offer a rematch of the finished match `m`, or accept the offer; `no`: decline or withdraw it. */
export interface RematchOffer {
  t: "again";
  m: string;
  no?: boolean;
}

/** Subscribe to a list of the lobby, replacing the previous subscription. */
export interface WatchLobby {
  t: "hall";
  what: "open" | "playing" | "people" | "";
  page?: number;
  game?: string;
  speed?: "fast" | "normal" | "slow" | "unlimited" | "days" | "";
  stakes?: "" | "with" | "without";
}

/** Look for an opponent at `game` and `speed`; repeat it every 2 s, or it ends; game "" ends it at once. */
export interface Seek {
  t: "seek";
  game: string;
  speed?: "fast" | "normal" | "slow";
  rated?: boolean;
  to?: string;
  speeds?: boolean;
  games?: boolean;
  stake?: number;
  most?: number;
  length?: number;
  cube?: boolean;
  lengths?: boolean;
}

/** Decline the invitation to match `m` (it is accepted by sitting down). */
export interface DeclineInvitation {
  t: "answer";
  m: string;
}

/** Subscribe to the events of tournament `id`, replacing the previous subscription; "" stops it. */
export interface WatchTournament {
  t: "tournament";
  id?: string;
}

/** Subscribe to the changes of study `id`, replacing the previous subscription; "" stops it. */
export interface WatchStudy {
  t: "study";
  id?: string;
}

/** Subscribe to conversation `id`: the lines after number `n`, or the last 50 if `n` is -1. */
export interface WatchConversation {
  t: "conversation";
  id: string;
  n?: number;
  stop?: boolean;
}

/** Write a line in conversation `id`: a `text` of 1 to 500 characters, or a ready-made `phrase`. */
export interface Say {
  t: "say";
  id: string;
  c: string;
  text?: string;
  phrase?: "hello" | "good_luck" | "well_played" | "thank_you" | "sorry" | "one_moment" | "rematch" | "goodbye" | null;
}

/** Show the other readers of conversation `id` that you write; repeat it every 3 s at most. */
export interface Typing {
  t: "typing";
  id: string;
}

/** Note that you have read conversation `id` up to line `n`. */
export interface MarkRead {
  t: "seen";
  id: string;
  n: number;
}

export type FromServer =
  | State
  | EventFrame
  | Ack
  | Rejected
  | Pong
  | AbsenceChanged
  | RematchChanged
  | TreatSent
  | OwnerAddress
  | SpectatorCount
  | Redirect
  | GuestArrived
  | CallMissed
  | Page
  | Seeking
  | Invitation
  | InvitationOver
  | Rated
  | CreditsChanged
  | TournamentChanged
  | StudyChanged
  | TimersChanged
  | OwnMatches
  | Status
  | LineList
  | LineAdded
  | LineStored
  | LineRemoved
  | AuthorTyping
  | UnreadChanged
  | WaitsChanged
  | TermsOffered;

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
  ways?: MoveView[] | null;
  away?: AbsentSide[];
  again?: PendingRematch | null;
  next?: string | null;
  crowd?: number;
  by?: number | null;
  opponent?: PlayerInfo | null;
  cubes?: CubeLine[];
  totals?: Totals | null;
  effects?: Effects | null;
  tournament?: TableTournament | null;
  node?: string;
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
  thrown: number[];
  later: number[][];
  rest: boolean;
  stage: number;
  roll_no: number;
  cube: Cube;
  proposed: number[];
  can_double: boolean;
  can_beaver: boolean;
  resign: Resignation | null;
  resign_min: [number, number];
  clocks: ClockView | null;
  last: Last | null;
  squares?: BoardView | null;
  back?: number | null;
  can_finish?: [boolean, boolean] | null;
  race?: boolean | null;
  takeback?: TakebackView | null;
  results?: ResultOffersView | null;
  id: string;
  game: string;
  now: string;
  rotation: string[];
  title: string;
  options: { [key: string]: string | number | boolean };
  length: number;
  cube_on: boolean;
  crawford_rule: boolean;
  mirror: boolean;
  contact: string;
  parallel: boolean;
  family: "tables" | "squares";
  size: number;
  coordinates: string;
  light_below: boolean;
  first: number;
  clock_terms: ClockTerms | null;
  beaver: boolean;
  raccoon: boolean;
  jacoby: boolean;
  auto_doubles: number;
  raises: string;
  stakes: Stakes | null;
  players: [SeatView | null, SeatView | null];
  seal: string;
  seeds: [string | null, string | null];
  secret: string | null;
  game_no: number;
  crawford: boolean;
  score: [number, number];
  starter: number | null;
  classes: [number, string][];
  result: Result | null;
  winner: number | null;
  until: number | null;
  delayed: boolean;
  settlement: Settlement | null;
  rated: boolean;
  training?: boolean;
  unrated?: "" | "pair";
  a_day?: number;
  hand?: boolean;
  tournament?: string;
  local?: boolean;
  from_position?: boolean;
  start_score?: [number, number] | null;
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

/** Banks (ms) as of `since`; from then on `running` uses `delay` ms, then its bank. */
export interface ClockView {
  bank: [number, number];
  running: number | null;
  since: number;
  delay: number;
  due?: number | null;
}

/** The last turn played in this game (on squares: without `moves`). */
export interface Last {
  side: number;
  moves: [number, number][];
  text: string;
  effects?: Effects | null;
}

/** The numbers of the steps that hit a checker, and of those that pin one. */
export interface Effects {
  hit?: number[];
  pin?: number[];
}

/** A board of squares after `plies` moves of both sides together. */
export interface BoardView {
  board: string;
  plies: number;
  last: Trace | null;
  counters: [string, number, number][];
  draw: number | null;
  can_offer: [boolean, boolean];
  can_abort: boolean;
}

/** The squares of the last move, and those on which it took. */
export interface Trace {
  path: string[];
  takes: string[];
}

/** Taking a turn back with consent: who asks for it, and who may ask now (side 0, side 1). */
export interface TakebackView {
  waiting: number | null;
  can_request: [boolean, boolean];
}

/** Offers of a result in a game by the day: the one that waits, and who may make one now (side 0, side 1). */
export interface ResultOffersView {
  waiting: ResultView | null;
  can_offer: [boolean, boolean];
}

/** The result on offer in a game by the day: at `due` (ms) `side` wins `points`, before the cube. */
export interface ResultView {
  side: number;
  points: number;
  due: number;
}

/** A player at the table; `bot` is sent even where it is None, as pages of earlier versions expect. */
export interface SeatView {
  name: string;
  colour: string;
  bot: string | null;
  member?: boolean;
  robot?: boolean;
  country?: string;
  face?: string;
}

/** The result of the last finished game; the fields are those of `events.GameEnded`. */
export interface Result {
  winner: number | null;
  points: number;
  kind: string;
  how: string;
  why: string;
}

/** The settlement of a finished match: `stake` is the final one, and `lost` = `won` + `fee`. */
export interface Settlement {
  stake: number;
  fee: number;
  won: number;
  lost: number;
}

/** A stage played in the current game, with its dice and notation; a pass has no text. */
export interface LogLine {
  side: number;
  dice: number[];
  text: string;
  lag?: number;
  ahead?: "" | "forced" | "agreed";
}

/** A legal move: what to send, the squares it goes through, what it takes, what the piece becomes. */
export interface MoveView {
  move: string;
  path: string[];
  takes: string[];
  becomes: string;
}

/** `side` is absent, or does not act: from `until` (ms) on its opponent may claim the game. */
export interface AbsentSide {
  side: number;
  until: number;
  left: boolean;
  idle: boolean;
}

/** `side` offers another match on the same terms, until `until` (ms). */
export interface PendingRematch {
  side: number;
  until: number;
}

/** A player as others see them: a name and a colour; `bot` names the club's own program, if it is one. */
export interface PlayerInfo {
  name: string;
  colour: string;
  bot?: string | null;
  member?: boolean;
  robot?: boolean;
  country?: string;
  face?: string;
}

/** A cube action of `side` before line `at` of the log: the event, and the `value` it offers. */
export interface CubeLine {
  at: number;
  side: number;
  act: "doubled" | "beavered" | "raccooned" | "taken" | "dropped";
  value?: number;
}

/** The start and end of the game on the table (ms), and the sum of each side's dice in it. */
export interface Totals {
  began: number;
  ended?: number | null;
  dice?: [number, number];
}

/** The tournament `id` of a match, its `title`, and the name of its `round` ("": it has no rounds). */
export interface TableTournament {
  id: string;
  title: string;
  round?: string;
  decision?: "" | "won" | "lost" | "draw" | "both_lost" | "again" | "deleted" | "cancelled";
  reason?: string;
  podium?: PodiumPlace[];
  standing?: string;
  won?: boolean;
  prize?: string;
  next?: NextTournament | null;
  next_at?: number;
}

/** One of the first places of a tournament that is over, and the name of its player. */
export interface PodiumPlace {
  place: number;
  name: string;
}

/** A tournament that the reader can enter, with its start (ms). */
export interface NextTournament {
  id: string;
  title: string;
  starts_at: number;
}

/** Event number `n` of match `m`, and its changes of the table: the moment, or all of it. */
export interface EventFrame {
  t: "ev";
  m: string;
  n: number;
  now: number;
  you: number | null;
  e: Event;
  v: Moment | View;
  tree: Tree | null;
  ways?: MoveView[] | null;
  effects?: Effects | null;
}

/** The parts of the table that any event of a game may change. */
export interface Moment {
  phase: "open" | "between" | "roll" | "move" | "double" | "resign" | "over";
  turn: number;
  to_act: number | null;
  men: [number[], number[]];
  pins: [number[], number[]];
  pips: [number, number];
  dice: number[];
  thrown: number[];
  later: number[][];
  rest: boolean;
  stage: number;
  roll_no: number;
  cube: Cube;
  proposed: number[];
  can_double: boolean;
  can_beaver: boolean;
  resign: Resignation | null;
  resign_min: [number, number];
  clocks: ClockView | null;
  last: Last | null;
  squares?: BoardView | null;
  back?: number | null;
  can_finish?: [boolean, boolean] | null;
  race?: boolean | null;
  takeback?: TakebackView | null;
  results?: ResultOffersView | null;
}

/** The command `c` is stored; `n` is the number of its last event, which may come before or after this. */
export interface Ack {
  t: "ack";
  c: string;
  n: number;
}

/** The command `c` (None: another message) was refused; `text` says so in the reader's language. */
export interface Rejected {
  t: "no";
  c: string | null;
  code: string;
  text: string;
  until?: number | null;
  id?: string;
}

/** The answer to a ping; `now` is the server's clock (ms). */
export interface Pong {
  t: "pong";
  x: number;
  now: number;
}

/** The absences in match `m` from now on: all of them. */
export interface AbsenceChanged {
  t: "away";
  m: string;
  now: number;
  away: AbsentSide[];
}

/** The rematch of `m` that is on offer (None: not any more), or the id of the agreed match. */
export interface RematchChanged {
  t: "again";
  m: string;
  now: number;
  offer: PendingRematch | null;
  next: string | null;
}

/** A treat for `side` of match `m`: `kind` ("tea", "coffee", "baklava") from the member `name`. */
export interface TreatSent {
  t: "treat";
  m: string;
  side: number;
  kind: string;
  name: string;
  until: number;
}

/** The process that owns the match `m`: a socket at `/ws/<node>` is nearer to it than this one. */
export interface OwnerAddress {
  t: "owner";
  m: string;
  node: string;
}

/** The number of spectators of match `m`. */
export interface SpectatorCount {
  t: "crowd";
  m: string;
  n: number;
}

/** Your table is set: match `m`, found by a search (`why` "seek") or agreed as a rematch ("again"). */
export interface Redirect {
  t: "go";
  m: string;
  why: "seek" | "again" | "tournament";
  until?: number | null;
  found?: Found | null;
}

/** The find of a search: a match of `game` against `opponent`, with these terms. */
export interface Found {
  opponent: PlayerInfo;
  game: string;
  clock?: ClockTerms | null;
  length?: number;
  rated?: boolean;
  open?: boolean;
  stakes?: Stakes | null;
  cube?: boolean;
}

/** `match.opponent` has sat down at your open table `m`: be there before `until` (ms), or it is cleared. */
export interface GuestArrived {
  t: "guest";
  m: string;
  match: Found;
  until?: number | null;
}

/** The table `m` was cleared because its time was over. Sent again to sockets of the next ten minutes. */
export interface CallMissed {
  t: "missed";
  m: string;
  game: string;
  match?: Found | null;
  late?: boolean;
}

/** The requested page of the lobby as it is now; also sent whenever it changes. */
export interface Page {
  t: "page";
  what: "open" | "playing" | "people";
  page: number;
  now: number;
  ids: string[];
  total: number;
  online: number;
  counts: { [key: string]: [number, number] };
  cards?: Card[];
  ratings?: ([number | null, number | null])[];
  people?: Person[];
  seeks?: Seeker[] | null;
}

/** A match as the lobby lists it. */
export interface Card {
  id: string;
  game: string;
  state: "open" | "playing" | "over";
  since: number;
  players: [PlayerInfo | null, PlayerInfo | null];
  speed: "fast" | "normal" | "slow" | "unlimited" | "days";
  length?: number;
  clock?: ClockTerms | null;
  cube?: boolean;
  options?: { [key: string]: string | number | boolean };
  stakes?: Stakes | null;
  score?: [number, number];
  until?: number | null;
  by?: number | null;
  n?: number;
  you?: number | null;
  rated?: boolean;
  more?: boolean;
  seated?: [boolean, boolean];
  tournament?: string;
}

/** A user who is online: `handle` names them to others, `table` is a match that they play in public. */
export interface Person {
  handle: string;
  name: string;
  colour: string;
  member?: boolean;
  robot?: boolean;
  country?: string;
  face?: string;
  rating?: number | null;
  table?: string | null;
}

/** A search for an opponent, to be answered by a `seek` for the same terms with this `id`. */
export interface Seeker {
  id: string;
  game: string;
  speed: "fast" | "normal" | "slow";
  length?: number;
  clock?: ClockTerms | null;
  rated?: boolean;
  name?: string;
  colour?: string;
  member?: boolean;
  robot?: boolean;
  country?: string;
  face?: string;
  rating?: number | null;
  stakes?: Stakes | null;
  cube?: boolean;
}

/** The search for an opponent goes on (`others` search for the same), or has ended (game ""). */
export interface Seeking {
  t: "seeking";
  game: string;
  speed: string;
  others: number;
  waited: number;
  speeds: string[];
  games: string[];
  often: boolean;
  stakes: Stakes | null;
  length: number;
  cube: boolean;
  lengths: number[];
}

/** A player invites you to the table of `card`. */
export interface Invitation {
  t: "call";
  card: Card;
}

/** The invitation to match `m` is over: cancelled, declined or accepted. */
export interface InvitationOver {
  t: "calloff";
  m: string;
}

/** Your ratings have changed: by game, "" is the overall one. */
export interface Rated {
  t: "rated";
  ratings: { [key: string]: number };
}

/** Your balance: `available` to use, and `held` for stakes; amounts with two decimals, "995.00". */
export interface CreditsChanged {
  t: "credits";
  available: string;
  held: string;
}

/** Event `n` of the tournament `id` is stored; of several in a short time only the last is sent. */
export interface TournamentChanged {
  t: "tournament";
  id: string;
  n: number;
}

/** The study `id` has changed: its `chapter` has a new `revision`, or its leader stepped at `lead` (ms). */
export interface StudyChanged {
  t: "study";
  id: string;
  chapter: number;
  revision: number;
  lead: number;
}

/** Your countdowns of tournaments: all of them, whenever they change. */
export interface TimersChanged {
  t: "timer";
  entries: Timer[];
  now?: number;
}

/** A countdown to `at` (ms) for an entrant of the tournament `id`, which has this `title`. */
export interface Timer {
  id: string;
  title: string;
  at: number;
  kind: "start" | "round" | "next" | "join";
}

/** Your unfinished matches: all of them, whenever they change. */
export interface OwnMatches {
  t: "mine";
  cards: Card[];
}

/** The state of play. During an outage of a store clocks stand and commands wait. */
export interface Status {
  t: "status";
  up: boolean;
}

/** Lines of the conversation `id` in order, the newest 50 at most; `last` is the number of its last one. */
export interface LineList {
  t: "lines";
  id: string;
  lines: Line[];
  last: number;
  more?: boolean;
  muted?: boolean;
  blocked?: boolean;
  objection?: Objection | null;
}

/** Line number `n` of a conversation, stored at `at` (ms): a text, or a phrase. */
export interface Line {
  n: number;
  at: number;
  by: PlayerInfo;
  side?: number | null;
  text?: string;
  phrase?: "hello" | "good_luck" | "well_played" | "thank_you" | "sorry" | "one_moment" | "rematch" | "goodbye" | null;
  removed?: boolean;
  own?: boolean;
}

/** The refusal of all lines of a reader: its code, its sentence, and its end (ms), if known. */
export interface Objection {
  code: string;
  text: string;
  until?: number | null;
}

/** A new line of the conversation `id`; the other fields are those of `Line`. */
export interface LineAdded {
  t: "line";
  id: string;
  n: number;
  at: number;
  by: PlayerInfo;
  side?: number | null;
  text?: string;
  phrase?: "hello" | "good_luck" | "well_played" | "thank_you" | "sorry" | "one_moment" | "rematch" | "goodbye" | null;
  own?: boolean;
}

/** Your line `c` of the conversation `id` is stored as number `n`. */
export interface LineStored {
  t: "said";
  id: string;
  c: string;
  n: number;
}

/** The text of line `n` of the conversation `id` is gone: the staff has removed it. */
export interface LineRemoved {
  t: "line_removed";
  id: string;
  n: number;
}

/** Another reader of the conversation `id` writes at the moment. */
export interface AuthorTyping {
  t: "typing";
  id: string;
  by: PlayerInfo;
}

/** Your numbers of direct conversations with unread messages, and of unread notices. */
export interface UnreadChanged {
  t: "unread";
  messages: number;
  notices: number;
}

/** Your number of matches by the day that wait for your move. */
export interface WaitsChanged {
  t: "waits";
  n: number;
}

/** The offers of other terms at the open table `m` have changed: you own it, or have offered some. */
export interface TermsOffered {
  t: "offers";
  m: string;
  n: number;
  next?: string | null;
}
