/** What players call a roll, in Persian, as each language spells it. */

/** Numbers one to six when named first, and the second number. @type {Record<string, [first: string[], second: string[], doubles: string[]]>} */
const NAMES = {
  en: [['', 'du', 'seba-i', 'chari', 'panji', 'shesh'], ['yak', 'du', 'se', 'char', 'besh'],
    ['yagan', 'dubara', 'du-se', 'dort-char', 'du-besh', 'du-shesh']],
  bg: [['', 'дю', 'себа-и', 'чари', 'пенджи', 'шеш'], ['як', 'дю', 'се', 'чар', 'беш'],
    ['хеп-як', 'дюбара', 'дю-се', 'дорт-чар', 'дю-беш', 'дю-шеш']],
  ru: [['', 'ду', 'сэбаи', 'чари', 'панджи', 'шеш'], ['як', 'ду', 'сэ', 'чар', 'беш'],
    ['яган', 'ду-бара', 'ду-сэ', 'дорт-чар', 'ду-беш', 'ду-шеш']],
};
/** Three goes by two names. @type {Record<string, string>} */
const THREE_ONE = { en: 'se-yak', bg: 'се-як', ru: 'сэ-як' };

/** "Shesh-besh" for 6-5. @param {readonly number[]} dice @param {string} [lang] of the page if not said */
export function called(dice, lang = document.documentElement.lang) {
  const known = lang in NAMES ? lang : 'en', [first, second, doubles] = NAMES[known];
  const [high, low] = [Math.max(...dice), Math.min(...dice)];
  const name = high === low ? doubles[high - 1] : high === 3 && low === 1 ? THREE_ONE[known] : `${first[high - 1]}-${second[low - 1]}`;
  return name[0].toUpperCase() + name.slice(1);
}
