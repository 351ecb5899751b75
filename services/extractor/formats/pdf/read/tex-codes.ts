/**
 * Characters of TeX's bitmap fonts, which are Type 3 without names or a map to Unicode, so that pdf.js takes their
 * codes for Unicode. TeX fills the control codes with letters: its old encoding (OT1) has ligatures at 11…15, the Cork
 * encoding (T1) at 27…31 and accented letters from 128. Its symbol fonts have bullets among them.
 */

const CODES = new Map<number, string>([
  ...pairs(11, ['ff', 'fi', 'fl', 'ffi', 'ffl']),
  ...pairs(16, ['“', '”', '„']),
  ...pairs(21, ['–', '—']),
  ...pairs(27, ['ff', 'fi', 'fl', 'ffi', 'ffl']),
  ...pairs(0x80, [...'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ']),
  [0xff, 'ß'],
]);

/** Bullets of the symbol fonts (OMS, TS1), which are drawn alone, unlike the ligatures with these codes. */
const BULLETS = new Set([15, 0x88]);

/** Whether the encodings share a code with Greek letters or mathematical symbols, which are drawn alone. */
const isSign = (value: number): boolean => (value >= 11 && value <= 14) || value >= 0xa0;

/** Returns what a code stands for; `alone` says that its operator draws nothing else. */
export function fromTexCode(code: string, alone: boolean): string {
  const value = code.length === 1 ? code.charCodeAt(0) : 0;
  if (alone && BULLETS.has(value)) return '•';
  if (alone && isSign(value)) return code;
  return CODES.get(value) ?? code;
}

function pairs(first: number, texts: readonly string[]): [number, string][] {
  return texts.map((text, at) => [first + at, text]);
}
