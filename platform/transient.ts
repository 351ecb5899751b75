/**
 * A Map and a Set for entries that come and go by the thousand a second in an object that lives as long as the process.
 *
 * V8 gives a Map a new table when the old one is full, also when it is full of what was deleted, and leaves the old table pointing to the
 * new one, for iterators that are under way (OrderedHashTable, next table). A table that is replaced in the old generation, where
 * each full collection puts it, so holds the next one, and that the next: all of them are promoted, with the keys and values that they
 * had when they were replaced, until the next full collection, which comes the sooner. These two replace themselves by a copy
 * now and then, which nothing points to.
 */

/** Additions between two copies; a copy of many entries comes after as many again, so that an addition costs the same. */
const COPIED_AFTER = 64;

/** An iterator that is under way may miss what is added meanwhile. */
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

/** As `TransientMap`. */
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
