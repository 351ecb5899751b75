import { ExtractionError, type Format, type Probe, type Recognition } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';

const ODF = 'application/vnd.oasis.opendocument.';
const KINDS = [
  'text',
  'text-template',
  'spreadsheet',
  'spreadsheet-template',
  'presentation',
  'presentation-template',
];
/** OpenDocument part 2, 3.3: the first entry, stored, contains only the media type. */
const MIMETYPE = 'mimetype';
const MANIFEST = 'meta-inf/manifest.xml';
const TYPE_BYTES = 256;
const MANIFEST_BYTES = 8 * 1024 * 1024;
const MANIFEST_ENTRY = /<(?:[\w.-]+:)?file-entry\b[^>]*>/g;

function recognise(probe: Probe): Recognition | null {
  const stored = probe.entry(MIMETYPE, TYPE_BYTES);
  const manifest = stored === null || isOurs(typeIn(stored)) ? probe.entry(MANIFEST, MANIFEST_BYTES) : null;
  const contentType = stored === null ? typeOfWhole(manifest) : typeIn(stored);
  if (!isOurs(contentType)) return null;
  if (manifest !== null && Buffer.from(manifest).includes(':encryption-data'))
    throw new ExtractionError('encrypted', 'the document is protected by a password');
  return { contentType, certainty: 1 };
}

const typeIn = (stored: Uint8Array): string => Buffer.from(stored).toString('latin1').trim();

const isOurs = (contentType: string): boolean =>
  contentType.startsWith(ODF) && KINDS.includes(contentType.slice(ODF.length));

/**
 * Returns the type from the manifest (4.3), for programs that leave out the first entry (Aspose, anyone who zips a
 * folder again).
 */
function typeOfWhole(manifest: Uint8Array | null): string {
  const entries = manifest === null ? [] : Buffer.from(manifest).toString('utf8').matchAll(MANIFEST_ENTRY);
  for (const [entry] of entries) {
    if (/full-path\s*=\s*["']\/["']/.test(entry))
      return /media-type\s*=\s*["']([^"']*)["']/.exec(entry)?.[1]?.trim() ?? '';
  }
  return '';
}

const reader = loadedOnce(() => import('./document.ts'));

/** OpenDocument texts, spreadsheets and presentations (ISO/IEC 26300), and their templates. */
export const format: Format = {
  name: 'odf',
  contentTypes: KINDS.map(kind => ODF + kind),
  recognise,
  parse: async (source, context) => (await reader()).parseOdf(source, context),
};
