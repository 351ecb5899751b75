/**
 * Makes a last attempt at a file that is cut off or has lost its index: its objects are searched, those packed into
 * object streams (ISO 32000-1, 7.5.7) are written out, and a new trailer says where to begin.
 */
import { createInflate } from 'node:zlib';

/** In bytes; a larger file is not searched. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;
/** Most bytes that all object streams together may unpack to. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;
const OBJECTS_MAX = 500_000;
/** Number of characters of an object that are examined: its dictionary comes first. */
const DICTIONARY_CHARACTERS = 2_000;

interface Found {
  number: number;
  /** Its text, as far as needed. */
  text: string;
}

/** Returns the repaired file, or null where there is nothing to begin with. An encrypted file is left alone. */
export async function repaired(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.length > FILE_BYTES_MAX) return null;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (file.includes('/Encrypt')) return null;
  const { found, unpacked } = await objectsOf(file);
  const pages = [...found.values()].filter(isPage);
  const catalogue = [...found.values()].findLast(object => isCatalogue(object, found));
  if (catalogue === undefined && pages.length === 0) return null;
  const next = [...found.keys()].reduce((highest, number) => Math.max(highest, number), 0) + 1;
  const root = catalogue?.number ?? next;
  const added = [...unpacked, ...(catalogue === undefined ? rootOf(pages, next) : [])]
    .map(({ number, text }) => `${number} 0 obj\n${text}\nendobj\n`)
    .join('');
  // Ends what was open: a stream, an object, a trailer that pdf.js reads up to the next `startxref`.
  const end = `\nendstream\nendobj\nstartxref\n0\n${added}trailer\n<</Root ${root} 0 R /Size ${next + 2}>>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(end, 'latin1')]);
}

async function objectsOf(file: string): Promise<{ found: Map<number, Found>; unpacked: Found[] }> {
  const found = new Map<number, Found>();
  const unpacked: Found[] = [];
  let room = UNPACKED_BYTES_MAX;
  for (const match of file.matchAll(/(?<!\d)(\d{1,7})[ \r\n\t]+\d{1,5}[ \r\n\t]+obj\b/g)) {
    if (found.size >= OBJECTS_MAX) break;
    const start = match.index + match[0].length;
    const head = file.slice(start, start + DICTIONARY_CHARACTERS);
    const text = head.split('endobj', 1)[0] ?? '';
    found.set(Number(match[1]), { number: Number(match[1]), text });
    if (!/\/Type\s*\/ObjStm/.test(text)) continue;
    const packed = await unpack(file, start, text, room);
    room -= packed.reduce((sum, object) => sum + object.text.length, 0);
    for (const object of packed) unpacked.push(object);
  }
  for (const object of unpacked) found.set(object.number, object);
  return { found, unpacked };
}

/** Returns the objects of a stream that begins with their numbers and offsets. */
async function unpack(file: string, from: number, dictionary: string, room: number): Promise<Found[]> {
  const count = Number(/\/N\s+(\d{1,6})/.exec(dictionary)?.[1] ?? 0);
  const first = Number(/\/First\s+(\d{1,8})/.exec(dictionary)?.[1] ?? 0);
  const start = /stream\r?\n/.exec(dictionary);
  if (start === null || room <= 0) return [];
  const at = from + start.index + start[0].length;
  const end = file.indexOf('endstream', at);
  const content = await inflated(file.slice(at, end < 0 ? undefined : end), dictionary, room);
  const places = (content.slice(0, first).match(/\d+/g) ?? []).map(Number).slice(0, 2 * count);
  const objects: Found[] = [];
  // Overlapping offsets would make more of the stream than it contains.
  let left = content.length;
  for (let pair = 0; pair + 1 < places.length && objects.length < OBJECTS_MAX; pair += 2) {
    const begin = first + (places[pair + 1] ?? 0);
    const text = content.slice(begin, first + (places[pair + 3] ?? Number.POSITIVE_INFINITY));
    left -= text.length;
    if (left < 0) break;
    if (begin < content.length) objects.push({ number: places[pair] ?? 0, text });
  }
  return objects;
}

/** Bytes that are returned at a time: what was inflated before a flaw is kept, except for the last of these. */
const CHUNK_BYTES = 256;

/** Returns what can be inflated of a stream. */
function inflated(data: string, dictionary: string, room: number): Promise<string> {
  if (!dictionary.includes('/FlateDecode'))
    return Promise.resolve(dictionary.includes('/Filter') ? '' : data);
  const inflate = createInflate({ chunkSize: CHUNK_BYTES });
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  inflate.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (text.length > room) inflate.destroy();
  });
  // Where the stream is flawed, cut off or too long, only what came before is available.
  inflate.on('error', () => resolve(text));
  inflate.on('close', () => resolve(text));
  inflate.end(Buffer.from(data, 'latin1'));
  return promise;
}

const isPage = ({ text }: Found): boolean => /\/Type\s*\/Page(?![a-zA-Z])/.test(text);

/** Whether an object is a catalogue whose page tree was not lost. */
function isCatalogue({ text }: Found, found: ReadonlyMap<number, Found>): boolean {
  if (!/\/Type\s*\/Catalog(?![a-zA-Z])/.test(text)) return false;
  const tree = found.get(Number(/\/Pages\s+(\d+)/.exec(text)?.[1]));
  return tree !== undefined && /\/Kids/.test(tree.text) && !/\/Count\s+(?:0|-)/.test(tree.text);
}

/** Returns a catalogue of all pages found, in the order in which they were written. */
function rootOf(pages: readonly Found[], number: number): Found[] {
  const kids = pages.map(page => `${page.number} 0 R`).join(' ');
  return [
    { number, text: `<</Type /Catalog /Pages ${number + 1} 0 R>>` },
    { number: number + 1, text: `<</Type /Pages /Count ${pages.length} /Kids [${kids}]>>` },
  ];
}
