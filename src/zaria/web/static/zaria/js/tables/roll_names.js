/** What players call a roll: in Persian, as each language spells it, or in their own words. */

/**
 * Numbers one to six when named first and when named second, doubles, what stands between, and the
 * rolls that have a name of their own.
 * @typedef {{ first: string[], second: string[], doubles: string[], by: string, own: Record<string,
 * string> }} Names
 */
/** @type {Record<string, Names>} */
const NAMES = {
  en: {
    first: ['', 'du', 'seba-i', 'chari', 'panji', 'shesh'],
    second: ['yak', 'du', 'se', 'char', 'besh'],
    doubles: ['yagan', 'dubara', 'du-se', 'dort-char', 'du-besh', 'du-shesh'],
    by: '-',
    own: { 31: 'se-yak' },
  },
  bg: {
    first: ['', 'дю', 'себаи', 'чари', 'пенджи', 'шеш'],
    second: ['як', 'дю', 'се', 'чар', 'беш'],
    doubles: ['хепек', 'дюбара', 'дюсе', 'дьорджихар', 'дюбеш', 'дюшеш'],
    by: '-',
    own: { 31: 'се-як' },
  },
  ru: {
    first: ['', 'ду', 'се-бай', 'чари', 'панджи', 'шеш'],
    second: ['як', 'ду', 'се', 'чар', 'беш'],
    doubles: ['яган', 'ду-бара', 'ду-се', 'дорт-чар', 'ду-беш', 'ду-шеш'],
    by: '-',
    own: { 31: 'се-як' },
  },
  ro: {
    first: ['', 'doi', 'trei', 'patru', 'cinci', 'șase'],
    second: ['unu', 'doi', 'trei', 'patru', 'cinci'],
    doubles: [
      'dublă de unu',
      'dublă de doi',
      'dublă de trei',
      'dublă de patru',
      'dublă de cinci',
      'dublă de șase',
    ],
    by: '-',
    own: {},
  },
  el: {
    first: ['', 'δύο', 'τρία', 'τέσσερα', 'πέντε', 'έξι'],
    second: ['άσος', 'δύο', 'τρία', 'τέσσερα', 'πέντε'],
    doubles: ['άσοι', 'δυάρες', 'τριάρες', 'ντόρτια', 'πεντάρες', 'εξάρες'],
    by: '-',
    own: { 21: 'ασόδυο' },
  },
  tr: {
    first: ['', 'dü', 'seba-i', 'cihar-ı', 'penc-i', 'şeş-i'],
    second: ['yek', 'dü', 'se', 'cihar', 'beş'],
    doubles: ['hep yek', 'dubara', 'dü se', 'dört cihar', 'dü beş', 'dü şeş'],
    by: ' ',
    // A written İ: upper case makes I of an i.
    own: {
      21: 'İki bir',
      31: 'se yek',
      43: 'cihar-ü se',
      53: 'penc-ü se',
      54: 'beş dört',
      63: 'şeş-ü se',
      64: 'şeş cihar',
      65: 'şeş beş',
    },
  },
};

/**
 * "Shesh-besh" for 6-5.
 * @param {readonly number[]} dice
 * @param {string} [lang] of the page if not said
 */
export function rollName(dice, lang = document.documentElement.lang) {
  const { first, second, doubles, by, own: exceptions } = NAMES[lang] ?? NAMES.en;
  const [high, low] = [Math.max(...dice), Math.min(...dice)];
  const name =
    exceptions[`${high}${low}`] ??
    (high === low ? doubles[high - 1] : `${first[high - 1]}${by}${second[low - 1]}`);
  return name[0].toUpperCase() + name.slice(1);
}
