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
/** OpenDocument part 2, 3.3: the first entry, stored, holds the media type and nothing else. */
const MIMETYPE = /^mimetype$/;
const MANIFEST = /^META-INF\/manifest\.xml$/i;
const TYPE_BYTES = 256;
const MANIFEST_BYTES = 8 * 1024 * 1024;

function recognise(probe: Probe): Recognition | null {
  const bytes = probe.entry(MIMETYPE, TYPE_BYTES);
  const contentType = bytes === null ? '' : Buffer.from(bytes).toString('latin1').trim();
  if (!contentType.startsWith(ODF) || !KINDS.includes(contentType.slice(ODF.length))) return null;
  const manifest = probe.entry(MANIFEST, MANIFEST_BYTES);
  if (manifest !== null && Buffer.from(manifest).includes(':encryption-data'))
    throw new ExtractionError('encrypted', 'the document is protected by a password');
  return { contentType, certainty: 1 };
}

const reader = loadedOnce(() => import('./document.ts'));

/** OpenDocument texts, spreadsheets and presentations (ISO/IEC 26300), and their templates. */
export const format: Format = {
  name: 'odf',
  contentTypes: KINDS.map(kind => ODF + kind),
  recognise,
  parse: async (source, context) => (await reader()).parseOdf(source, context),
};
