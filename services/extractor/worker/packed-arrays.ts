/**
 * What `map` gives, in one form. V8 knows arrays by whether they may have holes, and compiles code for the arrays that it has seen. Its own
 * `map` gives arrays without holes until the code around a call is hot, and then, compiled into that code, arrays that may have some: all
 * that reads them meets a new kind, and is thrown away and compiled again, one function after the other, for as long as a worker
 * lives (docs/notebook/pdf-cost.md, "Code that was thrown away").
 */

const builtIn = Array.prototype.map;

/** Call before documents are read: what is compiled by then has seen arrays of both kinds. */
export function keepMappedArraysPacked(): void {
  Object.defineProperty(Array.prototype, 'map', {
    value: map,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/** As the language has it (ECMA-262, 23.1.3.21); what is no plain array, and what is rare, is left to the engine. */
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
