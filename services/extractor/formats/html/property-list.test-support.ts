/** Writes binary property lists as Apple's programs do, for tests. */
export type Plist = string | Buffer | Plist[] | { [name: string]: Plist };

const marker = (kind: number, length: number): Buffer => {
  if (length < 15) return Buffer.from([(kind << 4) | length]);
  const bytes = Buffer.from([(kind << 4) | 15, 0x11, 0, 0]);
  bytes.writeUInt16BE(length, 2);
  return bytes;
};

/** Objects are numbered in the order they are met; offsets and references take four and two bytes. */
export function propertyList(root: Plist): Buffer {
  const objects: Buffer[] = [];
  const references = (numbers: number[]): Buffer => {
    const bytes = Buffer.alloc(numbers.length * 2);
    for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, at * 2);
    return bytes;
  };
  const add = (value: Plist): number => {
    const number = objects.push(Buffer.alloc(0)) - 1;
    objects[number] = encoded(value);
    return number;
  };
  const encoded = (value: Plist): Buffer => {
    if (Buffer.isBuffer(value)) return Buffer.concat([marker(4, value.length), value]);
    if (Array.isArray(value)) return Buffer.concat([marker(10, value.length), references(value.map(add))]);
    if (typeof value !== 'string') {
      const names = Object.keys(value).map(add);
      return Buffer.concat([
        marker(13, names.length),
        references([...names, ...Object.values(value).map(add)]),
      ]);
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII.
    if (/^[\x00-\x7f]*$/.test(value)) return Buffer.concat([marker(5, value.length), Buffer.from(value)]);
    return Buffer.concat([marker(6, value.length), Buffer.from(value, 'utf16le').swap16()]);
  };
  const top = add(root);
  const offsets = Buffer.alloc(objects.length * 4);
  let at = 8;
  for (const [number, object] of objects.entries()) {
    offsets.writeUInt32BE(at, number * 4);
    at += object.length;
  }
  const trailer = Buffer.alloc(32);
  trailer.set([4, 2], 6);
  trailer.writeUInt32BE(objects.length, 12);
  trailer.writeUInt32BE(top, 20);
  trailer.writeUInt32BE(at, 28);
  return Buffer.concat([Buffer.from('bplist00'), ...objects, offsets, trailer]);
}
