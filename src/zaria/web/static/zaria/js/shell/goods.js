/** Style sheets of the goods that a member bought: each comes when it is first chosen. */
import { effect } from '@preact/signals-core';

/**
 * @param {import('./settings.js').Goods} goods
 * @param {Signal<Look_>} look
 */
export function follow(goods, look) {
  effect(() => {
    for (const href of Object.entries(goods).map(
      ([part, owned]) => owned[look.value[part] ?? '']?.[1],
    ))
      if (href && !document.querySelector(`link[href="${href}"]`))
        document.head.append(
          Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
        );
  });
}
