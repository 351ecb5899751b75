/**
 * Makes `map` return arrays of one kind. V8 distinguishes arrays that may have holes from those that cannot, and
 * compiles code for the kinds it has seen. Its own `map` returns arrays without holes until the calling code is hot;
 * then, compiled into that code, it returns arrays that may have holes. All code that reads them meets a new kind and
 * is discarded and compiled again, one function after another, throughout a worker's life (docs/notebook/pdf-cost.md,
 * "Code that was thrown away").
 */

const builtIn = Array.prototype.map;

/** Call it before documents are read: code compiled earlier has seen both kinds. */
export function keepMappedArraysPacked(): void {
  Object.defineProperty(Array.prototype, 'map', {
    value: map,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/** As specified (ECMA-262, 23.1.3.21); anything but a plain array, and rare cases, are left to the engine. */
function map<T, U>(this: T[], change: (one: T, at: number, all: T[]) => U, self?: unknown): U[] {
  const isUsual = self === undefined && typeof change === 'function' && Array.isArray(this);
  if (!isUsual || this.constructor !== Array) return builtIn.call(this, change, self) as U[];
  const changed: U[] = [];
  const { length } = this;
  for (let at = 0; at < length; at++) {
    const one = this[at] as T;
    if (one === undefined && !(at in this)) changed.length = at + 1;
    else changed.push(change(one, at, this));
  }
  return changed;
}
