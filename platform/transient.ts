/**
 * A Map and a Set for thousands of short-lived entries a second in an object that lives as long as the process.
 *
 * V8 gives a Map a new table when the old one is full, even if it is full of deleted entries, and leaves the old table
 * pointing to the new one for running iterators (OrderedHashTable, next table). Once a full collection has moved a
 * table to the old generation, the table that replaces it is reachable from there, and so is the next. All of them are
 * promoted, with the keys and values they had when they were replaced, until the next full collection, which then comes
 * sooner. These two classes avoid that by replacing their Map with a copy now and then, which nothing points to.
 */

/** Additions between two copies, on top of the number of entries; so that a copy's cost for each addition stays constant. */
const COPIED_AFTER = 64;

/** A running iterator may miss entries that are added meanwhile. */
export class TransientMap<K, V> implements Iterable<[K, V]> {
  private entries = new Map<K, V>();
  private added = 0;

  get size(): number {
    return this.entries.size;
  }

  has(key: K): boolean {
    return this.entries.has(key);
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  set(key: K, value: V): this {
    this.entries.set(key, value);
    if (++this.added > COPIED_AFTER + this.entries.size) {
      this.entries = new Map(this.entries);
      this.added = 0;
    }
    return this;
  }

  delete(key: K): boolean {
    return this.entries.delete(key);
  }

  clear(): void {
    if (this.entries.size === 0) return;
    this.entries = new Map();
    this.added = 0;
  }

  forEach(each: (value: V, key: K) => void): void {
    for (const [key, value] of this.entries) each(value, key);
  }

  keys(): MapIterator<K> {
    return this.entries.keys();
  }

  values(): MapIterator<V> {
    return this.entries.values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries[Symbol.iterator]();
  }
}

/** A Set with the same behaviour as `TransientMap`. */
export class TransientSet<T> implements Iterable<T> {
  private readonly entries = new TransientMap<T, true>();

  get size(): number {
    return this.entries.size;
  }

  has(value: T): boolean {
    return this.entries.has(value);
  }

  add(value: T): this {
    this.entries.set(value, true);
    return this;
  }

  delete(value: T): boolean {
    return this.entries.delete(value);
  }

  clear(): void {
    this.entries.clear();
  }

  [Symbol.iterator](): MapIterator<T> {
    return this.entries.keys();
  }
}
