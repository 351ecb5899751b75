/**
 * Detects what a document is from its bytes alone, never from a name, extension or declared type. Every format says how
 * sure it is that the bytes are its own (`Format.recognise`); the surest reads them.
 */
import type { Directory } from '../archive/central-entry.ts';
import { ExtractionError, type Format, type Probe, type Recognition } from '../format.ts';
import { DocumentProbe } from './probe.ts';

export interface Detected {
  /** Precise MIME type, one of the format's `contentTypes`. */
  contentType: string;
  format: Format;
  /** Directory of a ZIP archive, for the format, which need not read it again. */
  directory?: Directory;
}

/** [MS-OFFCRYPTO] 2.3.4.4: the stream that contains a password-protected package, in lower case. */
const ENCRYPTED_PACKAGE = 'encryptedpackage';

/**
 * Throws `ExtractionError`: `encrypted` for a password-protected Office package (an encrypted PDF is only known once
 * it is parsed), `unsupported_format` for everything no format reads.
 */
export async function detect(bytes: Uint8Array, formats: readonly Format[]): Promise<Detected> {
  const found = await detectKnown(bytes, formats);
  if (found === null)
    throw new ExtractionError('unsupported_format', 'the document is of no supported format');
  return found;
}

/** Like `detect`, but null if no format reads the document. */
export async function detectKnown(bytes: Uint8Array, formats: readonly Format[]): Promise<Detected | null> {
  const probe = await DocumentProbe.of(bytes);
  if (probe.compoundNames.has(ENCRYPTED_PACKAGE)) throw encrypted();
  return surest(probe, formats) ?? (isKnownOther(probe) ? null : surest(probe.searching(), formats));
}

/** Whether the bytes have a container or a signature of another kind, behind which no document of ours can be. */
const isKnownOther = (probe: Probe): boolean =>
  probe.isArchive || probe.compoundNames.size > 0 || probe.signature !== null;

function surest(probe: DocumentProbe, formats: readonly Format[]): Detected | null {
  let best: (Detected & Recognition) | null = null;
  for (const format of signedFirst(probe, formats)) {
    const claim = claimOf(format, probe);
    if (claim !== null && claim.certainty > (best?.certainty ?? 0)) best = { ...claim, format };
    // No other format can be surer.
    if (best?.certainty === 1) break;
  }
  const { directory } = probe;
  return best === null || directory === undefined ? best : { ...best, directory };
}

/**
 * The formats with the one that has the bytes' signature first: it is nearly always the surest, and then the others
 * need not decode them as text.
 */
function signedFirst({ signature }: Probe, formats: readonly Format[]): readonly Format[] {
  const signed =
    signature === null ? undefined : formats.find(({ contentTypes }) => contentTypes.includes(signature));
  return signed === undefined ? formats : [signed, ...formats];
}

/** The format's claim; a format that has only signatures need not look for them itself. */
function claimOf(format: Format, probe: Probe): Recognition | null {
  const claim = format.recognise?.(probe) ?? null;
  if (claim !== null && format.contentTypes.includes(claim.contentType)) return claim;
  const { signature } = probe;
  return signature !== null && format.contentTypes.includes(signature)
    ? { contentType: signature, certainty: 1 }
    : null;
}

const encrypted = () => new ExtractionError('encrypted', 'the document is protected by a password');
