/** The dice of a finished score sheet: the page of each reader recomputes them from the revealed secret. */
import { checkRolls } from '../live/dice.js';
import { diceReport } from '../ui/dice_report.js';
import { byId, mount } from '../ui/dom.js';

/** Browsers compute only on pages that are sent safely: elsewhere the server's sentence stays. */
if (globalThis.crypto?.subtle) {
  const sealed = JSON.parse(byId('sealed').textContent ?? ''),
    report = await checkRolls(sealed),
    box = byId('report');
  box.replaceChildren();
  mount(box, () => diceReport(report));
}
