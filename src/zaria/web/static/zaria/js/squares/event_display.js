/** How the events of a game on squares are shown. */
import { batch } from '@preact/signals-core';
import { t } from '../ui/dom.js';
import { EventDisplay, WORD } from '../shell/event_display.js';
import { playedBy, say, sound } from '../shell/announcer.js';

/** ms at normal speed */
const MOVE = 260,
  LEG = 270;

/** @extends {EventDisplay<import('./state.js').BoardTable>} */
export class BoardEventDisplay extends EventDisplay {
  /**
   * @override
   * @param {Ev} ev
   */
  apply(ev) {
    batch(() => {
      super.apply(ev);
      this.table.apply(ev.v, ev.ways);
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
    switch (e.t) {
      case 'moved':
        return this.moved(ev, e);
      case 'game':
        table.log.value = [];
        table.sheet.value = '';
        this.apply(ev);
        return 0;
      case 'drawoffer':
        if (e.side !== table.you.value) sound('double');
        return this.word(
          ev,
          table.you.value === 1 - e.side ? '' : this.sentence('draw_offered', ev),
          WORD,
          this.sentence('draw_offered', ev),
        );
      case 'drawno':
        return this.word(ev, this.sentence('refused', ev), WORD);
      case 'drawyes':
        return this.word(ev, this.sentence('accepted', ev), WORD);
      default:
        return super.show(ev);
    }
  }

  /**
   * @param {Ev} ev
   * @param {import('../protocol.js').Moved} e
   */
  moved(ev, e) {
    const { table } = this,
      last = ev.v.squares?.last,
      own = table.ready.value?.move === e.move && e.side === table.you.value;
    say(t('says', { name: playedBy(table, e.side), text: e.text }));
    batch(() => {
      table.log.value = [...table.log.value, { side: e.side, dice: [], text: e.text, lag: e.lag }];
      this.apply(ev);
    });
    if (own) return 0;
    const quiet = ev.v.to_act === table.you.value ? 'turn' : 'move';
    sound(last?.takes.length ? 'hit' : quiet);
    return this.pause(MOVE + LEG * ((last?.path.length ?? 2) - 2));
  }
}
