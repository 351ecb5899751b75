/**
 * A fetched document that becomes a job because of its size is read from the store later, by another process. The
 * encoding that its server declared is kept in the blob's name, because its event has no field for it; names of
 * encodings are ASCII without a full stop.
 */
import type { BlobKey } from '../../platform/blob-store/blob-store.ts';

const SAID = /\.in-([a-z0-9-]+)$/;

export const withCharset = (key: BlobKey, charset: string | undefined): BlobKey =>
  charset === undefined ? key : `${key}.in-${charset}`;

export const charsetIn = (key: string): string | undefined => SAID.exec(key)?.[1];
