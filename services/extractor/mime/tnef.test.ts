import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { decompressRtf } from './compressed-rtf.ts';
import { readMails } from './mime-parts.ts';
import { readTnef } from './tnef.ts';

const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const padded = (bytes: Buffer) =>
  Buffer.concat([u32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
const attribute = (level: number, id: number, data: Buffer) =>
  Buffer.concat([Buffer.of(level), u32(id), u32(data.length), data, u16(0)]);
const property = (type: number, id: number, value: Buffer) =>
  Buffer.concat([u16(type), u16(id), u32(1), padded(value)]);
const properties = (...list: Buffer[]) => Buffer.concat([u32(list.length), ...list]);
const stream = (...attributes: Buffer[]) => Buffer.concat([u32(0x223e9f78), u16(1), ...attributes]);

const BOOLEAN = Buffer.concat([u16(0x0b), u16(0x0e1b), u32(1)]);
const NAMED = Buffer.concat([u16(0x03), u16(0x8001), Buffer.alloc(16), u32(0), u32(5), u32(7)]);
const RTF = Buffer.from('{\\rtf1 Hello}');
const UNCOMPRESSED = Buffer.concat([u32(RTF.length + 12), u32(RTF.length), Buffer.from('MELA'), u32(0), RTF]);
const FILES = [
  attribute(2, 0x00069002, Buffer.alloc(14)),
  attribute(2, 0x00018010, Buffer.from('REPORT~1.TXT\0')),
  attribute(2, 0x0006800f, Buffer.from('content')),
  attribute(
    2,
    0x00069005,
    properties(BOOLEAN, NAMED, property(0x1f, 0x3707, Buffer.from('Report of June.txt\0', 'utf16le'))),
  ),
];

test('the body and the attachments with their long names are read', () => {
  const tnef = readTnef(
    stream(attribute(1, 0x00069003, properties(NAMED, property(0x102, 0x1009, UNCOMPRESSED))), ...FILES),
  );
  assert.deepEqual(tnef.body, { mediaType: 'application/rtf', content: RTF });
  assert.deepEqual(tnef.files, [{ name: 'Report of June.txt', content: Buffer.from('content') }]);
});

test('rich text is decompressed as the specification shows', () => {
  // [MS-OXRTFCP] 4.1.1
  const packed = Buffer.from(
    '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af8086563682032206f6f6c20776f726c640d0a7d0a800fa0',
    'hex',
  );
  const plain = decompressRtf(
    Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      'hex',
    ),
  );
  assert.equal(plain?.toString('latin1'), '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
  assert.doesNotThrow(() => decompressRtf(packed));
});

test('a mail that is all winmail.dat gives its parts, one that is cut gives what is left', () => {
  const whole = stream(
    attribute(1, 0x00069003, properties(property(0x102, 0x1013, Buffer.from('<p>Hello</p>')))),
    ...FILES,
  );
  const mail = (bytes: Buffer) =>
    Buffer.from(
      `Subject: s\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}`,
    );
  const partsOf = (bytes: Buffer) =>
    readMails(mail(bytes), 99).mails[0]?.parts.map(({ mediaType, fileName }) => `${mediaType} ${fileName}`);
  assert.deepEqual(partsOf(whole), ['text/html ', 'application/octet-stream Report of June.txt']);
  for (let length = 6; length < whole.length; length += 5)
    assert.doesNotThrow(() => readTnef(whole.subarray(0, length)));
  assert.deepEqual(partsOf(Buffer.from('no such stream')), ['application/ms-tnef winmail.dat']);
});

test('a message that is packed in a message is a mail of its own, whatever its part is called', () => {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.UTC(2024, 0, 2, 3, 4, 5) + 11_644_473_600_000) * 10_000n);
  const inner = stream(
    attribute(
      1,
      0x00069003,
      properties(
        property(0x1f, 0x0037, Buffer.from('Größe\0', 'utf16le')),
        property(0x1e, 0x0c1a, Buffer.from('Ada Lovelace\0')),
        Buffer.concat([u16(0x40), u16(0x0039), time]),
        property(0x102, 0x1013, Buffer.from('<p>inside</p>')),
      ),
    ),
    ...FILES,
  );
  const packed = [
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x0006800f, Buffer.from('This attachment is a MAPI 1.0 embedded message')),
    attribute(2, 0x00069005, properties(property(0x0d, 0x3701, Buffer.concat([Buffer.alloc(16, 7), inner])))),
  ];
  const outer = stream(...packed, ...FILES);
  const source = `Subject: s\nContent-Type: application/octet-stream; name=x.bin\nContent-Transfer-Encoding: base64\n\n${outer.toString('base64')}`;
  const { mails } = readMails(Buffer.from(source), 99);
  assert.deepEqual(
    mails.map(({ header, depth, parts }) => [
      depth,
      ...['subject', 'from', 'date'].map(name => header.text(name)),
      ...parts.map(({ mediaType, fileName }) => `${mediaType} ${fileName}`),
    ]),
    [
      [0, 's', '', '', 'application/octet-stream Report of June.txt'],
      [
        1,
        'Größe',
        'Ada Lovelace',
        'Tue, 02 Jan 2024 03:04:05 +0000',
        'text/html ',
        'application/octet-stream Report of June.txt',
      ],
    ],
  );
});

test('text is in the code page that the stream names, or in UTF-8', () => {
  const file = (name: Buffer) => [
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x0006800f, Buffer.from('content')),
    attribute(2, 0x00069005, properties(property(0x1e, 0x3707, name))),
  ];
  const tnef = readTnef(
    stream(
      attribute(1, 0x00069007, Buffer.concat([u32(1251), u32(0)])),
      attribute(1, 0x0002800c, Buffer.from('cff0e8e2e5f2', 'hex')),
      ...file(Buffer.from('f1f7e5f2', 'hex')),
      ...file(Buffer.from('счет')),
    ),
  );
  assert.deepEqual(tnef.body, { mediaType: 'text/plain', content: Buffer.from('Привет') });
  assert.deepEqual(
    tnef.files.map(({ name }) => name),
    ['счет', 'счет'],
  );
});

test(
  'counts and lengths that a stream does not have end with it',
  inCpuTime(20_000, () => {
    const most = u32(0xffffffff);
    for (const lying of [
      Buffer.concat([most, u16(0x102), u16(0x1009), most, most]),
      Buffer.concat([most, u16(0x1f), u16(0x8001), Buffer.alloc(16), u32(1), most]),
      Buffer.concat([most, u16(0x1003), u16(0x0e1b), most]),
      Buffer.concat([most, u16(0x7777), u16(1), most]),
    ]) {
      const attributes = Array.from({ length: 200 }, () => attribute(1, 0x00069003, lying));
      assert.equal(readTnef(stream(...attributes, ...FILES)).files.length, 1);
    }
  }),
);
