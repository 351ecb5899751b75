import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Allowance } from '../allowance.ts';
import { CEILINGS } from '../format.ts';
import { readCentralDirectory } from './central-directory.ts';
import { buildZip } from './zip.test-support.ts';
import { Archive } from './zip.ts';

const UNKNOWN = 0xffffffff;
/** Sizes for a part named by one letter: its local header, and its entry in the directory. */
const [LOCAL_BYTES, ENTRY_BYTES, END_BYTES] = [31, 47, 22];
const PACKED_AT = 20;
const INFLATED_AT = 24;
const EXTRA_LENGTH_AT = 30;
const OFFSET_AT = 42;

const read = (bytes: Buffer, name: string) =>
  new Archive(bytes, new Allowance(CEILINGS)).read(name)?.toString();

function bytesOf(...fields: [size: 2 | 4 | 8, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value));
      return bytes.subarray(0, size);
    }),
  );
}

/** An archive of one stored part. Its directory has these values in 64 bits (APPNOTE 4.5.3), after another extra field. */
function wide(text: string, isWide: { sizes: boolean; offset: boolean }): Buffer {
  const zip = Buffer.from(buildZip([{ name: 'a', content: text, stored: true }]));
  const start = LOCAL_BYTES + text.length;
  const entry = Buffer.from(zip.subarray(start, start + ENTRY_BYTES));
  const values: [8, number][] = [];
  if (isWide.sizes) {
    values.push([8, text.length], [8, text.length]);
    for (const at of [PACKED_AT, INFLATED_AT]) entry.writeUInt32LE(UNKNOWN, at);
  }
  if (isWide.offset) {
    values.push([8, 0]);
    entry.writeUInt32LE(UNKNOWN, OFFSET_AT);
  }
  const extra = bytesOf([2, 0x5455], [2, 4], [4, 7], [2, 1], [2, 8 * values.length], ...values);
  entry.writeUInt16LE(extra.length, EXTRA_LENGTH_AT);
  const directory = Buffer.concat([entry, extra]);
  const head: [2 | 4 | 8, number][] = [
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
  ];
  const end64 = bytesOf(...head, [8, 1], [8, 1], [8, directory.length], [8, start]);
  const locator = bytesOf([4, 0x07064b50], [4, 0], [8, start + directory.length], [4, 1]);
  const end = Buffer.from(zip.subarray(zip.length - END_BYTES));
  end.writeUInt32LE(UNKNOWN, 16);
  return Buffer.concat([zip.subarray(0, start), directory, end64, locator, end]);
}

describe('the directory of a ZIP64 archive', () => {
  test('is where its own end record says, and has the values that are too wide in its extra field', () => {
    for (const sizes of [true, false])
      for (const offset of [true, false])
        assert.equal(
          read(wide('a text', { sizes, offset }), 'a'),
          'a text',
          JSON.stringify({ sizes, offset }),
        );
  });

  test('that lies is damaged, and is looked for nowhere outside of the file', () => {
    const whole = wide('a text', { sizes: true, offset: true });
    const locator = whole.length - END_BYTES - 20;
    for (const place of [whole.length - 10, whole.length, 2 ** 40, 2 ** 63]) {
      const lying = Buffer.from(whole);
      lying.writeBigUInt64LE(BigInt(place), locator + 8);
      assert.equal(read(lying, 'a'), undefined, `end at ${place}`);
    }
    for (const place of [whole.length - 10, whole.length, 2 ** 40, 2 ** 63]) {
      const lying = Buffer.from(whole);
      // The offset of the directory, in the end record.
      lying.writeBigUInt64LE(BigInt(place), locator - 8);
      assert.equal(read(lying, 'a'), undefined, `directory at ${place}`);
      const elsewhere = Buffer.from(whole);
      // The offset of the part, the last value of the extra field.
      elsewhere.writeBigUInt64LE(BigInt(place), locator - 56 - 8);
      assert.throws(() => read(elsewhere, 'a'), { code: 'extraction_failed' }, `part at ${place}`);
    }
  });

  test('whose extra field ends early is damaged', () => {
    const whole = wide('a text', { sizes: true, offset: true });
    const entry = LOCAL_BYTES + 'a text'.length;
    for (let length = 0; length < 8 + 4 + 24; length++) {
      const cut = Buffer.from(whole);
      cut.writeUInt16LE(length, entry + EXTRA_LENGTH_AT);
      assert.throws(() => read(cut, 'a'), { code: 'extraction_failed' }, `${length} bytes`);
    }
  });
});

test('an archive behind other bytes whose first entry lies about its place is read by the directory’s shift', () => {
  const zip = Buffer.from(buildZip({ a: 'here' }));
  const behind = Buffer.concat([Buffer.from('junk'), zip]);
  const [entry] = readCentralDirectory(behind);
  assert.equal(entry?.offset, 4);
  for (const place of [behind.length - 3, behind.length, UNKNOWN - 5]) {
    const lying = Buffer.from(behind);
    lying.writeUInt32LE(place, zip.readUInt32LE(zip.length - 6) + 4 + OFFSET_AT);
    assert.throws(() => read(lying, 'a'), { code: 'extraction_failed' }, `${place}`);
  }
});
