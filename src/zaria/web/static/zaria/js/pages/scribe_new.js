/** The form of a new score sheet: another game shows its options at once. */
import { byId } from '../ui/dom.js';

const choose = byId('choose');
choose.hidden = true;
byId('sheet-game').addEventListener('change', () => choose.click());
document.documentElement.dataset.ready = '1';
