/**
 * Imports: files, folders and archives that are dropped or chosen are sent a few at a time, so that any
 * number of them goes through. Without this script the form sends files as it stands.
 */

const form = /** @type {HTMLFormElement} */ (document.getElementById('import')),
  drop = /** @type {HTMLElement} */ (document.getElementById('drop')),
  input = /** @type {HTMLInputElement} */ (document.getElementById('import-files')),
  chosen = /** @type {HTMLElement} */ (document.getElementById('chosen')),
  sending = /** @type {HTMLElement} */ (document.getElementById('sending')),
  button = /** @type {HTMLButtonElement} */ (form.querySelector('.btn.pri'));

/** Files and bytes of one request; the server takes 100 files and 9 MB. */
const MOST_FILES = 50,
  MOST_BYTES = 6 * 1024 * 1024;
/** Bytes of a file that the server takes at all. */
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds before a request is sent again. */
const PAUSE = 3000;

/** @type {File[]} */
let files = [];

const folder = document.createElement('input');
folder.type = 'file';
folder.webkitdirectory = true;

const folderButton = /** @type {HTMLElement} */ (document.getElementById('choose-folder'));
// a phone has no folders to choose from
if ('webkitdirectory' in folder && matchMedia('(pointer: fine)').matches) {
  folderButton.hidden = false;
  /** @type {HTMLElement} */ (document.getElementById('drop-words')).hidden = false;
}
folderButton.addEventListener('click', () => folder.click());
for (const picker of [input, folder])
  picker.addEventListener('change', () => choose([...(picker.files ?? [])]));

drop.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
drop.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  // entries are gone once this listener has returned
  const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
  void readAll(entries).then(choose);
});

form.addEventListener('submit', (event) => {
  if (!files.length) return;
  event.preventDefault();
  button.disabled = true;
  void send().finally(() => {
    button.disabled = false;
  });
});

/** @param {File[]} list */
function choose(list) {
  files = list.filter((file) => !file.name.startsWith('.'));
  chosen.textContent = (chosen.dataset.words ?? '').replace('{n}', String(files.length));
}

/**
 * The files of what was dropped, with those of its folders.
 * @param {(FileSystemEntry|null)[]} entries
 * @returns {Promise<File[]>}
 */
async function readAll(entries) {
  const list = [];
  for (const entry of entries) {
    if (entry?.isDirectory)
      list.push(
        ...(await readAll(await children(/** @type {FileSystemDirectoryEntry} */ (entry)))),
      );
    else if (entry?.isFile)
      list.push(await fileOf(/** @type {FileSystemFileEntry} */ (entry)).catch(() => null));
  }
  return list.filter((file) => file !== null);
}

/**
 * A reader gives some entries at a time, and none when it is at its end.
 * @param {FileSystemDirectoryEntry} directory
 * @returns {Promise<FileSystemEntry[]>}
 */
async function children(directory) {
  const reader = directory.createReader(),
    entries = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!part.length) return entries;
    entries.push(...part);
  }
}

/**
 * @param {FileSystemFileEntry} entry
 * @returns {Promise<File>}
 */
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

/** Send all files, and go to the page that shows how far the import is. */
async function send() {
  let key = '',
    collection = '',
    address = '';
  const batches = batched(files.filter((file) => file.size <= LARGEST));
  let count = 0;
  for (const batch of batches) {
    say(form.dataset.sending ?? '', count, files.length);
    const answer = await post(batch, key, collection);
    if (answer.reason !== undefined) {
      sending.textContent = answer.reason;
      return;
    }
    ({ import: key, collection, address } = answer);
    count += batch.length;
  }
  if (address) location.assign(address);
}

/**
 * @param {File[]} list
 * @returns {File[][]}
 */
function batched(list) {
  /** @type {File[][]} */
  const batches = [];
  let size = MOST_BYTES;
  for (const file of list) {
    const last = batches.at(-1);
    if (!last || size + file.size > MOST_BYTES || last.length >= MOST_FILES) {
      batches.push([file]);
      size = file.size;
    } else {
      last.push(file);
      size += file.size;
    }
  }
  return batches;
}

/**
 * Send some files until the server has answered. The nonce lets a request take effect once.
 * @param {File[]} batch
 * @param {string} key
 * @param {string} collection
 */
async function post(batch, key, collection) {
  const body = new FormData(form);
  body.delete('files');
  for (const file of batch) body.append('files', file);
  body.set('once', crypto.randomUUID());
  if (key) {
    body.set('import', key);
    body.set('collection', collection);
  }
  for (;;) {
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
    }).catch(() => null);
    if (answer?.ok || answer?.status === 422) return answer.json();
    if (answer && answer.status < 500)
      return { reason: answer.statusText || String(answer.status) };
    sending.textContent = form.dataset.lost ?? '';
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/**
 * @param {string} words
 * @param {number} count
 * @param {number} all
 */
function say(words, count, all) {
  sending.textContent = words.replace('{n}', String(count)).replace('{all}', String(all));
}

export {};
