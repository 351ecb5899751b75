import type { Probe, Recognition } from '../../format.ts';

/** PDF readers accept the header anywhere in the first 1,024 bytes (ISO 32000-1, annex H, implementation note 13). */
const HEADER_BYTES = 1024;
/** A PDF ends with `startxref`, an offset and `%%EOF`; trailing garbage is common, so the searched part is large. */
const TRAILER_BYTES = 8 * 1024;

/** The first object is at the top; some programs lose the header before it, and every reader accepts that. */
const FIRST_OBJECT = /(?:^|[\r\n])\d{1,7} \d{1,5} obj\b/;

/** Recognises a PDF. After garbage (HTTP headers, a printer's preamble) the trailer distinguishes a PDF from text about PDF. */
export function recognisePdf(probe: Probe): Recognition | null {
  const claim = (certainty: number) => ({ contentType: 'application/pdf', certainty });
  if (probe.startsWith('%PDF-')) return claim(1);
  const head = probe.latin1(0, HEADER_BYTES);
  if (!head.includes('%PDF-'))
    return probe.isSearch && FIRST_OBJECT.test(head) && hasTrailer(probe) ? claim(0.2) : null;
  if (/%PDF-\d\.\d/.test(head) && hasTrailer(probe)) return claim(0.95);
  return probe.isSearch ? claim(0.2) : null;
}

function hasTrailer(probe: Probe): boolean {
  const { length } = probe.bytes;
  return probe.latin1(Math.max(0, length - TRAILER_BYTES), length).includes('startxref');
}
