/** Measures each touch of the board until the frame that shows its effect: performance entries named "tap". */
const KEEP = 200;

/** @param {HTMLElement} root */
export function gauge(root) {
  let count = 0;
  const start = (/** @type {PointerEvent} */ e) => {
    const from = e.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (++count % KEEP === 0) performance.clearMeasures('tap');
        performance.measure('tap', { start: from, end: performance.now() });
      };
      channel.port2.postMessage(0);
    });
  };
  for (const type of /** @type {const} */ (['pointerdown', 'pointerup'])) root.addEventListener(type, start);
}
