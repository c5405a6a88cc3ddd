/** Modules that are imported late: what a page does where a server is away, and where a module is broken. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { importModule, whenLoaded } from '#js/ui/imports.js';

let reloads = 0;
let answers = true;

const broken = () => Promise.reject(new SyntaxError('broken'));

/** A module that is imported at the given try. */
function after(tries) {
  let tried = 0;
  return () => ((tried += 1) < tries ? broken() : Promise.resolve({ tried }));
}

describe('a late module', () => {
  beforeEach(() => {
    sessionStorage.clear();
    reloads = 0;
    answers = true;
    location.reload = () => (reloads += 1);
    mock.method(globalThis, 'fetch', () =>
      answers ? Promise.resolve({ ok: true, status: 200 }) : Promise.reject(new TypeError('away')),
    );
    mock.method(globalThis, 'setTimeout', (work) => setImmediate(work));
  });

  afterEach(() => {
    mock.restoreAll();
    mock.timers.reset();
    delete location.reload;
  });

  test('is waited for while the server is away', async () => {
    answers = false;
    let waits = 0;
    const wait = () => {
      waits += 1;
      answers = waits === 50;
    };
    assert.deepEqual(await importModule(after(1), wait), { tried: 1 });
    assert.deepEqual([waits, reloads], [50, 0]);
  });
  test('that fails again loads the page again', async () => {
    await importModule(after(3));
    assert.equal(reloads, 1);
  });
  test('that is broken loads the page again once, not each minute', async () => {
    await importModule(after(3));
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    await assert.rejects(importModule(broken), SyntaxError);
    assert.equal(reloads, 1);
  });
  test('that failed is asked for again at the next use', async () => {
    await importModule(after(3));
    const load = after(3);
    const use = whenLoaded(load);
    await assert.rejects(
      use(() => null),
      SyntaxError,
    );
    assert.equal(await use((module) => module.tried), 3);
  });
});
