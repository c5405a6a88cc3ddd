/**
 * The least of a browser that Node lacks and scripts ask for while they are imported: where the libraries
 * lie, a page without content, and storage.
 */
import { registerHooks } from 'node:module';

const VENDOR = new URL('../../../src/zaria/web/static/zaria/vendor/', import.meta.url);
const LIBRARIES = { 'lit-html': 'lit-html.js', '@preact/signals-core': 'signals-core.js' };

registerHooks({
  resolve(specifier, context, next) {
    const file = LIBRARIES[specifier];
    if (!file) return next(specifier, context);
    return { url: new URL(file, VENDOR).href, format: 'module', shortCircuit: true };
  },
});

class Storage {
  items = new Map();

  getItem(key) {
    return this.items.get(key) ?? null;
  }

  setItem(key, text) {
    this.items.set(key, String(text));
  }

  removeItem(key) {
    this.items.delete(key);
  }

  clear() {
    this.items.clear();
  }
}

/** Elements of the page by id: a test puts in what a script looks for. */
const elements = new Map();

const page = {
  window: globalThis,
  document: {
    documentElement: { lang: 'en', dataset: {} },
    body: { dataset: {} },
    hidden: false,
    cookie: '',
    elements,
    getElementById: (id) => elements.get(id) ?? null,
    createTreeWalker: () => null,
    createComment: () => null,
    addEventListener: () => {},
  },
  localStorage: new Storage(),
  sessionStorage: new Storage(),
  location: new URL('http://zaria.example/'),
  CSSStyleSheet: class {
    replaceSync() {}
  },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: () => {},
};
for (const [name, value] of Object.entries(page))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
