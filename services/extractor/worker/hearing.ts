/**
 * Validates a worker's messages, which are not trusted, because it has parsed a stranger's document. Their contents go
 * into events and metrics, and an event that cannot be written would be retried until the service ends.
 */
import { WARNINGS } from '../../../schemas/warnings.ts';
import type { FromWorker } from './protocol.ts';

/** The largest `int` in an event. */
const MOST = 2 ** 31 - 1;
const CONTENT_TYPE = /^[a-z0-9][\w.+-]{0,63}\/[\w.+-]{1,100}(; ?[a-z-]{1,32}=[\w.+-]{1,64})?$/i;
/** An intact worker gives each warning once. */
const MOST_WARNINGS = Object.keys(WARNINGS).length;
const PERCENT = 100;
/** Codes that a document itself can cause (format.ts), and `timeout`. */
const CODES: ReadonlySet<unknown> = new Set([
  'encrypted',
  'extraction_failed',
  'unsupported_format',
  'timeout',
]);

type Said = Record<string, unknown>;
type Kind = FromWorker['kind'];

const isCount = (value: unknown, most = MOST): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
const isContentType = (value: unknown): boolean => typeof value === 'string' && CONTENT_TYPE.test(value);
/** Only codes of the table: any other word could carry the document's text into events. */
const isWarning = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(WARNINGS, value);
const always = () => true;

const WELL_FORMED: Record<Kind, (said: Said) => boolean> = {
  completed: isCompleted,
  failed: ({ code, abusive, contentType }) =>
    CODES.has(code) && typeof abusive === 'boolean' && (contentType === null || isContentType(contentType)),
  ready: always,
  recognizing: always,
  piece: always,
  // Their contents are checked where they are used (progress-notes.ts, loans.ts).
  progress: always,
  ask: ({ id }) => isCount(id),
  loaned: ({ id }) => isCount(id),
  page: always,
  unread: always,
};

function isCompleted(said: Said): boolean {
  const { contentType, chars, pages, ocr, ocrCount, warnings } = said;
  if (ocrCount === null || typeof ocrCount !== 'object') return false;
  const { pages: ocrPages, confidence } = ocrCount as Said;
  return (
    isContentType(contentType) &&
    isCount(chars) &&
    (pages === null || isCount(pages)) &&
    typeof ocr === 'boolean' &&
    isCount(ocrPages) &&
    (confidence === null || isCount(confidence, PERCENT)) &&
    Array.isArray(warnings) &&
    warnings.length <= MOST_WARNINGS &&
    warnings.every(isWarning)
  );
}

/** The header of a frame, if an intact worker could have sent it; undefined otherwise. */
export function heard(header: unknown): FromWorker | undefined {
  if (header === null || typeof header !== 'object') return undefined;
  const said = header as Said;
  const { kind } = said;
  if (typeof kind !== 'string' || !Object.hasOwn(WELL_FORMED, kind)) return undefined;
  return WELL_FORMED[kind as Kind](said) ? (said as unknown as FromWorker) : undefined;
}
