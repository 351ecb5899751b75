/**
 * Uses mammoth as a second opinion for documents on which the direct walk fails. It builds every part as a DOM and has
 * no ceilings (14 times the time, 5 times the memory), so it is used only for small documents.
 */
import type { Block } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Archive } from '../../archive/zip.ts';
import { CEILINGS } from '../../format.ts';

/** Most bytes of all parts together, inflated; about a second and 100 MB for mammoth. */
export const FALLBACK_INFLATED_BYTES = 4 * 1024 * 1024;

/** Returns the document's paragraphs, or null where it is too large or mammoth cannot read it, either. */
export async function readWithMammoth(bytes: Uint8Array): Promise<Block[] | null> {
  if (!isSmall(bytes)) return null;
  try {
    const { default: mammoth } = await import('mammoth');
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
    const texts = value.split(/\n{2,}/).map(text => text.trim());
    return texts.filter(text => text !== '').map(text => ({ kind: 'paragraph', text, page: null }));
  } catch {
    // The error of the direct walk says more than mammoth's.
    return null;
  }
}

function isSmall(bytes: Uint8Array): boolean {
  try {
    const archive = new Archive(
      bytes,
      new Allowance({ ...CEILINGS, inflatedBytes: FALLBACK_INFLATED_BYTES }),
    );
    for (const name of archive.names()) archive.read(name);
    return true;
  } catch {
    return false;
  }
}
