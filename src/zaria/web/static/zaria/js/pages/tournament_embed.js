/** A tournament in a frame of another site: its moments in the reader's time, and news once a minute. */
import { showTimes } from '../ui/times.js';

const MINUTE = 60_000;

showTimes(document);
if (['open', 'playing'].includes(document.body.dataset.phase ?? ''))
  setTimeout(() => location.reload(), MINUTE);
