/**
 * What a document is, told from its bytes alone: a name, an extension or a declared type is never looked at. Every format
 * says how sure it is that the bytes are its own (`Format.recognise`); the surest is asked to read them.
 */
import type { Directory } from '../archive/central-entry.ts';
import { ExtractionError, type Format, type Probe, type Recognition } from '../format.ts';
import { DocumentProbe } from './probe.ts';

export interface Detected {
  /** Precise MIME type, one of the format's `contentTypes`. */
  contentType: string;
  format: Format;
  /** Of a ZIP archive, for its format, which need not read it again. */
  directory?: Directory;
}

/** [MS-OFFCRYPTO] 2.3.4.4: the stream that holds a password-protected package; in lower case. */
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

/** The same, but null for what no format reads. */
export async function detectKnown(bytes: Uint8Array, formats: readonly Format[]): Promise<Detected | null> {
  const probe = await DocumentProbe.of(bytes);
  if (probe.compoundNames.has(ENCRYPTED_PACKAGE)) throw encrypted();
  return surest(probe, formats) ?? (isKnownOther(probe) ? null : surest(probe.searching(), formats));
}

/** A container or a signature of another kind: nothing of ours stands behind it. */
const isKnownOther = (probe: Probe): boolean =>
  probe.isArchive || probe.compoundNames.size > 0 || probe.signature !== null;

function surest(probe: DocumentProbe, formats: readonly Format[]): Detected | null {
  let best: (Detected & Recognition) | null = null;
  for (const format of signedFirst(probe, formats)) {
    const claim = claimOf(format, probe);
    if (claim !== null && claim.certainty > (best?.certainty ?? 0)) best = { ...claim, format };
    // Nobody can be surer.
    if (best?.certainty === 1) break;
  }
  const { directory } = probe;
  return best === null || directory === undefined ? best : { ...best, directory };
}

/** Who has the bytes' signature is nearly always the surest: the others need not decode them as text. */
function signedFirst({ signature }: Probe, formats: readonly Format[]): readonly Format[] {
  const signed =
    signature === null ? undefined : formats.find(({ contentTypes }) => contentTypes.includes(signature));
  return signed === undefined ? formats : [signed, ...formats];
}

/** A format that only has signatures need not look for them itself. */
function claimOf(format: Format, probe: Probe): Recognition | null {
  const claim = format.recognise?.(probe) ?? null;
  if (claim !== null && format.contentTypes.includes(claim.contentType)) return claim;
  const { signature } = probe;
  return signature !== null && format.contentTypes.includes(signature)
    ? { contentType: signature, certainty: 1 }
    : null;
}

const encrypted = () => new ExtractionError('encrypted', 'the document is protected by a password');
