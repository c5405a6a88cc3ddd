/** What this site uses of @preact/signals-core. */
export interface ReadonlySignal<T> {
  readonly value: T;
  peek(): T;
  subscribe(run: (value: T) => void): () => void;
}
export interface Signal<T> extends ReadonlySignal<T> {
  value: T;
}
export function signal<T>(value: T, options?: { watched?: () => void, unwatched?: () => void }): Signal<T>;
export function computed<T>(compute: () => T): ReadonlySignal<T>;
export function effect(run: () => void | (() => void)): () => void;
export function batch<T>(run: () => T): T;
export function untracked<T>(run: () => T): T;
