import { ExtractionError } from '../format.ts';

/** Names rules that stand elsewhere and are never looked up (XML 1.0, 2.8); formulas of OpenOffice begin with one. */
const EXTERNAL_DOCTYPE =
  /<!DOCTYPE\s+[^\s[\]<>"']+(?:\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')|SYSTEM)\s+(?:"[^"]*"|'[^']*'))?\s*>/y;

/** Index behind the document type at `at`. Throws for one with rules of its own, and for any other declaration. */
export function afterDoctype(source: string, at: number): number {
  EXTERNAL_DOCTYPE.lastIndex = at;
  if (EXTERNAL_DOCTYPE.test(source)) return EXTERNAL_DOCTYPE.lastIndex;
  throw new ExtractionError('extraction_failed', 'The document declares a DOCTYPE of its own.', {
    bomb: source.includes('<!ENTITY', at),
  });
}
