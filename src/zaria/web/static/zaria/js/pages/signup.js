// @ts-check
/* Names the rules that a login or a password still breaks while it is typed. The server says which rules there are. */

const PAUSE_MS = 400;

/**
 * Words that a field may not hold, read when they are first asked for; `then` is called once they
 * are there.
 * @param {string} address
 * @param {() => void} then
 */
function words(address, then) {
  /** @type {Set<string>|undefined} */
  let passwords;
  let isRequested = false;
  return () => {
    if (!isRequested) {
      isRequested = true;
      fetch(address)
        .then((answer) =>
          answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText)),
        )
        .then((text) => {
          passwords = new Set(text.split('\n'));
          then();
        })
        .catch(() => {
          isRequested = false;
        }); // the server says it when the form is sent
    }
    return passwords;
  };
}

/**
 * Mark each rule of a list as kept or broken by what stands in its field.
 * @param {HTMLElement} list
 */
function follow(list) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById(list.dataset.of ?? ''));
  const rules = [...list.querySelectorAll('li')].map((item) => {
    const word = item.querySelector('.sr') ?? document.createElement('span');
    word.className = 'sr';
    item.append(word);
    const { pattern, words: address } = item.dataset,
      refused = address ? words(address, () => mark()) : null;
    /**
     * Whether a text keeps the rule; undefined: that is not known yet.
     * @param {string} text
     */
    const keeps = (text) =>
      refused
        ? refused() && !refused()?.has(text.toLowerCase().trim())
        : new RegExp(pattern ?? '', 'u').test(text);
    return { item, word, keeps, isList: !!refused };
  });
  const mark = () => {
    // the list leaves out what breaks another rule, so until then it says nothing
    const isListed = rules.every(({ keeps, isList }) => isList || keeps(input.value));
    for (const { item, word, keeps, isList } of rules) {
      const isKept = input.value && (isListed || !isList) ? keeps(input.value) : undefined;
      const verdict = isKept ? 'kept' : 'broken';
      const state = isKept === undefined ? '' : verdict;
      item.className = state;
      word.textContent = state ? ` (${list.dataset[state]})` : '';
    }
  };
  input.addEventListener('input', mark);
  if (input.value) mark(); // an empty one keeps what the server said of the last try
}

/**
 * Ask whether a login is free, once nothing more is typed, and say what the form would answer.
 * @param {HTMLFormElement} form
 */
function askIfFree(form) {
  const input = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('username'));
  const list = input?.closest('.field')?.querySelector('.password-rules');
  if (!input || !list) return;
  const notice = document.createElement('p');
  notice.className = 'wrong';
  notice.setAttribute('role', 'status');
  list.after(notice);
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    notice.textContent = '';
    if (!input.value || list.querySelector('.broken')) return;
    timer = setTimeout(async () => {
      const login = input.value;
      const answer = await fetch(`${form.dataset.free}?login=${encodeURIComponent(login)}`);
      if (answer.ok && input.value === login)
        notice.textContent = (await answer.json()).wrong.join(' ');
    }, PAUSE_MS);
  });
}

/**
 * Say at once when the password was not repeated as it is.
 * @param {HTMLInputElement} first
 * @param {HTMLInputElement} second
 */
function compare(first, second) {
  const mark = () =>
    second.toggleAttribute('aria-invalid', Boolean(second.value) && second.value !== first.value);
  first.addEventListener('input', mark);
  second.addEventListener('input', mark);
}

for (const list of document.querySelectorAll('.password-rules'))
  follow(/** @type {HTMLElement} */ (list));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('signup'));
if (form) askIfFree(form);
const [first, second] = ['id_password1', 'id_password2'].map((id) => document.getElementById(id));
if (first && second)
  compare(/** @type {HTMLInputElement} */ (first), /** @type {HTMLInputElement} */ (second));
