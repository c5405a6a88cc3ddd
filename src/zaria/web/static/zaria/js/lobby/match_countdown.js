/** The time that is left to come to a match of a tournament, in the line about it. */
const SECOND = 1000;

/** Count down the time that is left to come to the match. */
export function countDown() {
  for (const time of document.querySelectorAll('#waiting time[data-left]')) {
    const end = performance.now() + Number(time.getAttribute('data-left'));
    time.removeAttribute('data-left');
    const show = () => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / SECOND));
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      if (seconds && time.isConnected) setTimeout(show, SECOND);
    };
    show();
  }
}
