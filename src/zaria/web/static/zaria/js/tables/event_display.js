/** How each event is shown, and for how long: at a pace that can be followed. */
import { motion, t } from '../ui/dom.js';
import { batch } from '@preact/signals-core';
import { effectOf, play, treeOf } from './steps.js';
import { EventDisplay, WORD } from '../shell/events.js';
import { kindName, note, playedBy, say, sentence, sound } from '../shell/announcer.js';

/** ms at normal speed */
const STEP = 330,
  STAGE = 450,
  ROLL = 650,
  OPENING = 1500,
  PASS = 900,
  INTERMISSION = 5000;

/** @extends {EventDisplay<DiceTable>} */
export class DiceEventDisplay extends EventDisplay {
  /** @param {DiceTable} table */
  constructor(table) {
    super(table);
    this.blank = 0; // the roll of which a stage came to nothing
    this.late = 0; // what was forgiven to the roll, ms
  }

  /**
   * @override
   * @param {Ev} ev
   */
  apply(ev) {
    batch(() => {
      super.apply(ev);
      this.table.apply(ev.v, treeOf(ev.tree, ev.effects));
    });
  }

  /**
   * @override
   * @param {Ev} ev
   * @returns {number|Promise<unknown>}
   */
  show(ev) {
    const { e } = ev,
      { table } = this;
    this.cube(e);
    switch (e.t) {
      case 'opening':
        return this.opening(ev, e);
      case 'rolled':
        this.apply(ev);
        this.late = e.lag ?? 0;
        sound('roll');
        say(t('says', { name: playedBy(table, e.side), text: `${e.dice[0]}-${e.dice[1]}` }));
        return motion.pause(ROLL);
      case 'played':
        return this.played(ev, e);
      case 'game':
        batch(() => {
          table.log.value = [];
          table.cubes.value = [];
          table.lastTurn.value = null;
          table.sheet.value = '';
          this.apply(ev);
        });
        if (e.crawford) note(t('crawford_game'));
        else if (ev.v.rotation.length > 1)
          note(`${t('game_number', { n: e.number })}: ${t(`game_${ev.v.now}`)}`);
        else if (ev.v.length !== 1) note(t('game_number', { n: e.number }));
        return e.number > 1 ? motion.pause(WORD) : 0;
      case 'restarted':
        table.log.value = [];
        table.cubes.value = [];
        return this.word(ev, t('restarted'), 2 * WORD);
      case 'doubled':
        sound('double');
        return this.word(
          ev,
          '',
          WORD,
          this.sentence(ev.v.raises === 'add' ? 'raise_offer' : 'double_offer', ev, { n: e.value }),
        );
      case 'beavered':
      case 'raccooned':
        sound('double');
        return this.word(
          ev,
          '',
          WORD,
          this.sentence(e.t === 'beavered' ? 'beaver_offer' : 'raccoon_offer', ev, { n: e.value }),
        );
      case 'taken':
        return this.word(ev, this.sentence('taken', ev), WORD);
      case 'dropped':
        return this.word(ev, this.sentence('dropped', ev), WORD);
      case 'resign':
        sound('double');
        return this.word(
          ev,
          '',
          WORD,
          this.sentence('resign_offer', ev, { kind: kindName(ev.v, e.points) }),
        );
      case 'refused':
        return this.word(ev, this.sentence('refused', ev), WORD);
      case 'finished':
        return this.word(ev, this.sentence('session_ended', ev), WORD);
      case 'ended':
        return this.ended(ev);
      default:
        return super.show(ev);
    }
  }

  /**
   * Doubles and their answers have lines of their own in the list of moves.
   * @param {Ev['e']} e
   */
  cube(e) {
    const { cubes, log } = this.table;
    switch (e.t) {
      case 'doubled':
      case 'beavered':
      case 'raccooned':
      case 'taken':
      case 'dropped': {
        const value = 'value' in e ? e.value : 0;
        cubes.value = [...cubes.value, { at: log.value.length, side: e.side, act: e.t, value }];
        break;
      }
      default:
    }
  }

  /**
   * Each player's die in their own half; they become the first roll when the time is over.
   * @param {Ev} ev
   * @param {import('../protocol.js').OpeningRolled} e
   */
  async opening(ev, e) {
    const [a, b] = e.dice,
      { table } = this,
      { value } = ev.v.cube,
      raised = value > table.view.value.cube.value;
    table.opening.value = { dice: e.dice, n: e.n };
    sound('roll');
    const starts = a === b ? t('opening_tie') : sentence(table, 'starts', a > b ? 0 : 1, {}, ev.v);
    note(raised ? t('auto_doubled', { n: value }) : starts);
    if (!(await this.pause(OPENING))) return;
    batch(() => {
      table.opening.value = null;
      this.apply(ev);
    });
  }

  /**
   * A stage: step by step, unless it is the viewer's own and lies on the board already.
   * @param {Ev} ev
   * @param {import('../protocol.js').TurnPlayed} e
   */
  async played(ev, e) {
    const { table } = this,
      side = table.rel(e.side),
      { dice } = table.view.value;
    const isOwn = side === 0 && JSON.stringify(table.moves.value) === JSON.stringify(e.moves);
    if (!e.moves.length) {
      if (!(await this.empty(ev, e))) return;
    } else {
      say(t('says', { name: playedBy(table, e.side), text: e.text }));
      if (!isOwn)
        for (const [number, move] of e.moves.entries()) {
          const effect = effectOf(ev.v.last?.effects, number),
            before = table.flight.value ?? table.base.value,
            at = play(before, side, move, effect, table.kind.value);
          batch(() => {
            table.flown.value = [...(table.flight.value ? table.flown.value : []), move];
            table.flight.value = at;
          });
          sound(effect ? 'hit' : 'move');
          if (!(await this.pause(STEP))) return;
        }
    }
    const before = table.view.value,
      { v } = ev,
      turn = table.lastTurn.value,
      lag = this.late + (e.lag ?? 0);
    this.late = 0;
    batch(() => {
      if (e.moves.length)
        table.lastTurn.value = {
          ...(turn?.roll === before.roll_no ? turn : { roll: before.roll_no, from: before }),
          steps: [
            ...(turn?.roll === before.roll_no ? turn.steps : []),
            ...e.moves.map(
              (move, i) =>
                /** @type {[number, Move, Effect]} */ ([
                  e.side,
                  move,
                  effectOf(v.last?.effects, i),
                ]),
            ),
          ],
        };
      table.flight.value = null;
      table.log.value = [
        ...table.log.value,
        { side: e.side, dice, text: e.text, lag, ahead: e.ahead },
      ];
      this.apply(ev);
    });
    if (v.phase === 'roll' && v.turn === e.side) {
      if (!before.rest) note(this.sentence('again', ev));
      else if (e.side === table.you.value) note(t('own_roll'));
    }
    if (v.to_act !== table.you.value) {
      if (v.phase === 'move') await this.pause(STAGE);
    } else if (!isOwn && (v.phase === 'roll' || v.rest)) sound('turn');
  }

  /**
   * Nothing could be played: said once, however many stages of a roll come to nothing. False if it
   * is shown no more.
   * @param {Ev} ev
   * @param {import('../protocol.js').TurnPlayed} e
   */
  empty(ev, e) {
    const { dice, stage, rest: isRest, roll_no } = this.table.view.value;
    const again = this.blank === roll_no,
      passes = !stage && !isRest && ev.v.turn !== e.side;
    this.blank = roll_no;
    if (again) return this.pause(PASS / 3);
    note(
      passes ? this.sentence('pass', ev) : this.sentence('no_stage', ev, { dice: dice.join('-') }),
    );
    return this.pause(PASS);
  }

  /**
   * A game is over: the sheet stays for a while, or until it is closed.
   * @param {Ev} ev
   */
  async ended(ev) {
    this.apply(ev);
    const [a, b] = ev.v.score,
      how = ev.v.result?.how ?? '';
    if (ev.v.length ? Math.max(a, b) >= ev.v.length && a !== b : how === 'time' || how === 'left')
      return;
    if (how === 'annulled') return;
    if (how === 'stuck') {
      note(t('stuck'));
      await this.pause(2 * WORD);
      return;
    }
    this.table.sheet.value = 'game';
    if (await this.queue.pause(INTERMISSION)) this.table.sheet.value = '';
  }
}
