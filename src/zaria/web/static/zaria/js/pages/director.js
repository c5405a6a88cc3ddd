/**
 * A director's decision and the pairs of the next round: ready reasons, the reason among what follows, and
 * players that are swapped by a tap on each. Without it reasons are typed, and fields swap the players.
 */
import { keepTimes } from '../ui/times.js';

keepTimes();

const reason = document.querySelector('.decision [name=reason]'),
  ready = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('.ready-reasons button')
  );

if (reason instanceof HTMLInputElement) {
  for (const button of ready)
    button.addEventListener('click', () => {
      reason.value = button.textContent?.trim() ?? '';
      showReason(reason.value);
    });
  reason.addEventListener('input', () => showReason(reason.value));
  showReason(reason.value);
}

/**
 * Show the reason as both players will read it, and which ready one it is.
 * @param {string} text
 */
function showReason(text) {
  for (const quotation of document.querySelectorAll('[data-reason]'))
    quotation.textContent = text.trim();
  for (const button of ready)
    button.setAttribute('aria-pressed', String(button.textContent?.trim() === text.trim()));
}

const pairs = /** @type {HTMLElement | null} */ (document.querySelector('.pair-rows')),
  text = document.querySelector('.pairing textarea');
/** @type {HTMLElement | null} */
let chosen = null;

if (pairs && text instanceof HTMLTextAreaElement)
  pairs.addEventListener('click', (event) => {
    const seat = event.target instanceof Element ? event.target.closest('.pair-seat') : null;
    if (!(seat instanceof HTMLElement) || (!chosen && !seat.dataset.login)) return;
    if (chosen && chosen !== seat) {
      swap(chosen, seat);
      text.value = asText(pairs);
      choose(pairs, null);
    } else choose(pairs, chosen ? null : seat);
  });

/**
 * Mark the chosen player, and those with whom a swap makes nobody meet an earlier opponent.
 * @param {HTMLElement} list
 * @param {HTMLElement | null} seat
 */
function choose(list, seat) {
  chosen = seat;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (
    list.querySelectorAll('.pair-seat')
  )) {
    if (place.dataset.login) place.setAttribute('aria-pressed', String(place === seat));
    const fits = seat !== null && partner(place) !== seat && place !== seat;
    place.toggleAttribute(
      'data-fits',
      fits && !met(seat, partner(place)) && !met(place, partner(seat)),
    );
  }
}

/**
 * Return the other place of a pair.
 * @param {HTMLElement} seat
 * @returns {HTMLElement | null}
 */
function partner(seat) {
  const places = [...(seat.parentElement?.querySelectorAll('.pair-seat') ?? [])];
  return /** @type {HTMLElement | null} */ (places.find((place) => place !== seat) ?? null);
}

/**
 * Return the round in which two players were paired, or "".
 * @param {HTMLElement} seat
 * @param {HTMLElement | null} opponent
 */
function met(seat, opponent) {
  const login = opponent?.dataset.login;
  const opponents = (seat.dataset.opponents ?? '').split(' ').map((entry) => entry.split(':'));
  return (login && opponents.find(([name]) => name === login)?.[1]) || '';
}

/**
 * Exchange two places and say who has met in their pairs.
 * @param {HTMLElement} seat
 * @param {HTMLElement} second
 */
function swap(seat, second) {
  const mark = document.createComment('');
  seat.replaceWith(mark);
  second.replaceWith(seat);
  mark.replaceWith(second);
  for (const place of [seat, second]) {
    const note = place.parentElement?.querySelector('.met'),
      number = met(place, partner(place));
    if (note) note.textContent = number ? (pairs?.dataset.met ?? '').replace('{n}', number) : '';
  }
  seat.focus();
}

/**
 * Return the pairs as the form has them: two logins a line, without byes.
 * @param {HTMLElement} list
 */
function asText(list) {
  const lines = [...list.children].map((line) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (line.querySelectorAll('[data-login]'))].map(
      (seat) => seat.dataset.login,
    ),
  );
  return lines
    .filter((pair) => pair.length === 2)
    .map((pair) => pair.join(' '))
    .join('\n');
}
