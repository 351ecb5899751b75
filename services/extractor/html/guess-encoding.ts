/** Guesses the legacy encoding of text that declares none, by how its bytes are grouped and which letters result. */
import { webDecoder } from '../web-decoder.ts';

/** Enough text to tell; pages without a declaration are mostly old and small. */
const SAMPLE_BYTES = 32 * 1024;
const FALLBACK = 'windows-1252';
const ESCAPE = 0x1b;
/** With fewer bytes beyond ASCII, there are too few letters to compare. */
const LEAST_BYTES = 6;
/**
 * Average length of runs beyond ASCII: Latin text has single accented letters; letters of other scripts, and all
 * two-byte characters, follow each other.
 */
const LATIN_RUN = 1.8;

/** How text beyond ASCII is grouped in bytes. */
interface Runs {
  bytes: number;
  count: number;
  /** Number of runs with an even number of bytes. */
  even: number;
}

/** Returns the encoding's WHATWG label. `bytes` are known not to be UTF-8, unless they are ASCII with escape sequences. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (escapesToJapanese(sample)) return 'iso-2022-jp';
  const runs = runsOf(sample);
  if (runs.bytes < LEAST_BYTES || runs.bytes < runs.count * LATIN_RUN) return FALLBACK;
  return japaneseOrKorean(sample) ?? chinese(sample, runs) ?? byLetters(sample) ?? FALLBACK;
}

/** Whether the bytes switch to two-byte characters of ISO-2022-JP with ESC $ @ or ESC $ B; nothing else contains these. */
export function escapesToJapanese(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(ESCAPE); at !== -1; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true;
  }
  return false;
}

function runsOf(sample: Uint8Array): Runs {
  const runs: Runs = { bytes: 0, count: 0, even: 0 };
  let length = 0;
  for (let at = 0; at <= sample.length; at++) {
    if ((sample[at] ?? 0) > 0x7f) length++;
    else if (length > 0) {
      runs.bytes += length;
      runs.count++;
      if (length % 2 === 0) runs.even++;
      length = 0;
    }
  }
  return runs;
}

/** Recognises Japanese by its kana and Korean, which is nearly all hangul; no other text looks like either by accident. */
function japaneseOrKorean(sample: Uint8Array): string | null {
  const candidates = [
    ['shift_jis', /[\u3041-\u30ff\u3001\u3002]/g, 0.25],
    ['euc-jp', /[\u3041-\u30ff\u3001\u3002]/g, 0.25],
    ['euc-kr', /[\uac00-\ud7a3]/g, 0.85],
  ] as const;
  const found = candidates.find(([label, characters, share]) => shareOf(sample, label, characters) >= share);
  return found?.[0] ?? null;
}

/** Faults count more than readable characters: a wrong decoder fails every few bytes. */
const FAULT_WEIGHT = 5;

/** Returns the share of the characters beyond ASCII that are of the kind, minus weighted faults. */
function shareOf(sample: Uint8Array, label: string, kind: RegExp): number {
  const text = webDecoder(label)
    .decode(sample)
    .replace(/[\0-\x7f]+/g, '');
  const faults = text.match(/[\ufffd\uff61-\uff9f\ue000-\uf8ff]/g)?.length ?? 0;
  return ((text.match(kind)?.length ?? 0) - faults * FAULT_WEIGHT) / Math.max(1, text.length);
}

/**
 * Recognises Chinese by the ranges of frequent characters: GB 2312 level 1 (B0 to D7, second byte A1 and up), Big5
 * level 1 (A4 to C6, or punctuation).
 */
function chinese(sample: Uint8Array, runs: Runs): string | null {
  let pairs = 0;
  let simplified = 0;
  let traditional = 0;
  let low = 0;
  for (let at = 0; at < sample.length - 1; at++) {
    const lead = sample[at] ?? 0;
    if (lead < 0x81) continue;
    const trail = sample[++at] ?? 0;
    pairs++;
    if (trail >= 0x40 && trail < 0x7f) low++;
    if (trail >= 0xa1 && (isWithin(lead, 0xb0, 0xd7) || isWithin(lead, 0xa1, 0xa3))) simplified++;
    if ((isWithin(trail, 0x40, 0x7e) || trail >= 0xa1) && isWithin(lead, 0xa1, 0xc6)) traditional++;
  }
  if (low >= pairs * 0.15 && traditional >= pairs * 0.85) return 'big5';
  return simplified >= pairs * 0.8 && runs.even >= runs.count * 0.9 ? 'gb18030' : null;
}

const isWithin = (byte: number, least: number, most: number): boolean => byte >= least && byte <= most;

/** The commonest letters of single-byte alphabets, about three quarters of their text. */
const CYRILLIC = 'оеаинтсрвлкмдпуяызьбгчйхж';
const ALPHABETS: readonly (readonly [label: string, letters: string])[] = [
  ['windows-1251', CYRILLIC],
  ['koi8-r', CYRILLIC],
  ['ibm866', CYRILLIC],
  ['iso-8859-5', CYRILLIC],
  ['windows-1253', 'αοιετσνηυρπκμλςάίόέήώύ'],
  ['windows-1255', 'יוהלארתשמבנםעדקפחט'],
  ['windows-1256', 'اليمنرتوبةعدسفهكقحجأ'],
  ['windows-874', 'านรอกเงมยลวดทตสะิ่้ีัปบหคแจพชใไ็์ุู'],
];
/** Below this share, the letters belong to none of these alphabets. */
const LETTERS_SHARE = 0.65;

function byLetters(sample: Uint8Array): string | null {
  // Each byte is a character in all of these encodings, so that only the bytes in which they differ need decoding.
  const beyondAscii = withoutAscii(sample);
  const scored = ALPHABETS.map(([label, letters]) => ({
    label,
    share: shareOf(beyondAscii, label, new RegExp(`[${letters}]`, 'g')),
  }));
  const best = scored.reduce((a, b) => (b.share > a.share ? b : a));
  return best.share >= LETTERS_SHARE ? best.label : null;
}

function withoutAscii(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7f) kept[length++] = byte;
  }
  return kept.subarray(0, length);
}
