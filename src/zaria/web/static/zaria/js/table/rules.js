/** The rules of a game in a sheet over the panel (the whole of a phone), fetched when they are asked for. */
import { t } from '../ui/el.js';

/** what was fetched, by game @type {Map<string, string>} */
const known = new Map();

/** @param {string} game */
async function article(game) {
  const had = known.get(game);
  if (had) return had;
  const answer = await fetch(`/rules/${game}?part=1`);
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  known.set(game, text);
  return text;
}

/** The sheet, made at its first use. */
function sheet() {
  const there = document.querySelector('dialog.rules');
  if (there instanceof HTMLDialogElement) return there;
  const el = document.createElement('dialog');
  el.className = 'rules';
  el.setAttribute('aria-label', t('rules'));
  el.innerHTML = `<header><b></b><button type="button" class="shut"><svg class="ic" aria-hidden="true"><use href="#i-close"/></svg></button></header>
    <div class="scroll" tabindex="0"></div>`;
  const shut = /** @type {HTMLElement} */ (el.querySelector('.shut'));
  shut.setAttribute('aria-label', t('close'));
  shut.addEventListener('click', () => el.close());
  el.addEventListener('click', (e) => { if (e.target === el) el.close(); });
  document.body.append(el);
  return el;
}

/** Open the sheet; closed, it gives the focus back to where it was. @param {string} game */
export async function show(game) {
  const el = sheet(), inside = /** @type {HTMLElement} */ (el.querySelector('.scroll'));
  /** @type {HTMLElement} */ (el.querySelector('header b')).textContent = t(`game_${game}`);
  if (inside.dataset.game !== game) inside.textContent = '';
  if (!el.open) el.showModal();
  try {
    const text = await article(game);
    if (inside.dataset.game === game) return;
    inside.innerHTML = text;
    inside.dataset.game = game;
    inside.scrollTop = 0;
    (await import('../board/picture.js')).draw(inside);
  } catch {
    inside.textContent = t('rules_away');
  }
}
