/** The news of offers of other terms, on every page of the two members. */

/**
 * Go to the agreed table, or show the offers as they are now.
 * @param {FromServer & {t: 'offers'}} message
 * @param {(to: {m: string}) => boolean} [open] opens a match unless the reader is busy with the
 * page; pages of another table have none and stay
 */
export async function receive(message, open) {
  const path = `/t/${message.m}`,
    at = location.pathname;
  if (message.next) {
    if (at === path || at === `${path}/offers`) location.assign(`/t/${message.next}`);
    else open?.({ m: message.next });
    return;
  }
  const list = document.querySelector(`[data-offers="${message.m}"]`);
  if (!list) return;
  if (!document.querySelector('#terms:focus-within')) {
    location.replace(`${path}/offers`);
    return;
  }
  const answer = await fetch(`${path}/offers`);
  if (!answer.ok) {
    location.assign(path);
    return;
  }
  const fresh = new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelector('[data-offers]');
  if (fresh) list.replaceWith(document.adoptNode(fresh));
}
