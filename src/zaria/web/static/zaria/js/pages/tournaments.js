/** The lists of tournaments: their moments in the reader's time. */
import { keepTimes } from '../ui/times.js';

keepTimes();
