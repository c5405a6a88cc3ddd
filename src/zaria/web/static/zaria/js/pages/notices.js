/** The list of notices: its moments in the reader's time. */
import { keepTimes } from '../ui/times.js';

keepTimes();
