/**
 * The rules of a game in a sheet over the panel (the whole of a phone), fetched when they are asked
 * for.
 */
import { t } from '../ui/dom.js';
import { dialog } from './dialog.js';

/**
 * what was fetched, by game
 * @type {Map<string, string>}
 */
const texts = new Map();

/** @param {string} game */
async function article(game) {
  const had = texts.get(game);
  if (had) return had;
  const answer = await fetch(`/rules/${game}?part=1`);
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  texts.set(game, text);
  return text;
}

/**
 * Open the sheet.
 * @param {string} game
 * @param {Uses<PictureModule>} pictures what draws its pictures
 */
export async function show(game, pictures) {
  const { el, title, inside } = await dialog('rules', t('rules'));
  title.textContent = t(`game_${game}`);
  if (inside.dataset.game !== game) inside.textContent = '';
  if (!el.open) el.showModal();
  try {
    const text = await article(game);
    if (inside.dataset.game === game) return;
    inside.innerHTML = text;
    inside.dataset.game = game;
    inside.scrollTop = 0;
    void pictures((m) => m.draw(inside));
  } catch {
    inside.textContent = t('rules_away');
  }
}
