/**
 * Recognises strings of a one-byte font whose bytes are UTF-16: jsPDF writes strings like this if they contain a
 * character outside its font's encoding.
 */

import type { ShownGlyph } from './glyph.ts';

const SPACE = 0x20;
/**
 * End of the high bytes of currency signs, punctuation and letterlike symbols (U+2000 to U+22FF), which may occur among
 * letters.
 */
const SIGNS_END = 0x23;
const PAIRS_MIN = 2;
/** With at least this many different letters of a single script, its byte before each of them is no chance. */
const SCRIPT_LETTERS_MIN = 3;
/** What a byte stands for that has no character in the encoding. */
const BLANK = /^[\p{Cc}\s]*$/u;
const PRINTED = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u;

/** Returns the glyphs in pairs, each pair as wide as both; null where the codes are not UTF-16. */
export function asUtf16(glyphs: readonly (ShownGlyph | number)[]): ShownGlyph[] | null {
  const { length } = glyphs;
  if (length % 2 !== 0 || length < 2 * PAIRS_MIN || !mayLead(glyphs[0])) return null;
  const pairs: ShownGlyph[] = [];
  const leads = new Map<number, number>();
  for (let at = 0; at < length; at += 2) {
    const [lead, trail] = [glyphs[at], glyphs[at + 1]];
    if (!mayLead(lead) || typeof trail !== 'object') return null;
    const high = codeOf(lead);
    const unicode = String.fromCharCode(high * 256 + codeOf(trail));
    if (!PRINTED.test(unicode)) return null;
    leads.set(high, (leads.get(high) ?? 0) + 1);
    pairs.push({ ...trail, unicode, width: lead.width + trail.width });
  }
  return areLeads(leads, pairs) ? pairs : null;
}

const codeOf = ({ originalCharCode = -1 }: ShownGlyph): number => originalCharCode;

function mayLead(glyph: ShownGlyph | number | undefined): glyph is ShownGlyph {
  if (typeof glyph !== 'object') return false;
  const code = codeOf(glyph);
  return code >= 0 && code < SIGNS_END && (code >= SPACE || BLANK.test(glyph.unicode));
}

/**
 * Whether the first bytes are high bytes: at least half of them are bytes that no encoding draws, including that of
 * Latin letters, or they belong to a single script.
 */
function areLeads(leads: ReadonlyMap<number, number>, pairs: readonly ShownGlyph[]): boolean {
  let undrawn = 0;
  for (const [high, count] of leads) if (high < SPACE) undrawn += count;
  if (undrawn * 2 < pairs.length) return false;
  return leads.has(0) || (leads.size === 1 && new Set(pairs.map(codeOf)).size >= SCRIPT_LETTERS_MIN);
}
