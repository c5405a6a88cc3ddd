/** The list of conversations: its moments in the reader's time. */
import { keepTimes } from '../ui/times.js';

keepTimes();
