import { ExtractionError } from '../format.ts';

/**
 * A document type whose rules are in an external file, which is never fetched (XML 1.0, 2.8); OpenOffice formulas begin
 * with one.
 */
const EXTERNAL_DOCTYPE =
  /<!DOCTYPE\s+[^\s[\]<>"']+(?:\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')|SYSTEM)\s+(?:"[^"]*"|'[^']*'))?\s*>/y;

/** The index after the document type at `at`. Throws for a document type with rules of its own, and for any other declaration. */
export function afterDoctype(source: string, at: number): number {
  EXTERNAL_DOCTYPE.lastIndex = at;
  if (EXTERNAL_DOCTYPE.test(source)) return EXTERNAL_DOCTYPE.lastIndex;
  throw new ExtractionError('extraction_failed', 'The document declares a DOCTYPE of its own.', {
    bomb: source.includes('<!ENTITY', at),
  });
}
