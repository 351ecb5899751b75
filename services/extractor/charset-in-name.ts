/**
 * A fetched document that becomes a job by its size is read from the store, later and elsewhere. What its server said of its encoding
 * goes with it in its name, since its event has no field for that; names of encodings are ASCII without a full stop.
 */
import type { BlobKey } from '../../platform/blob-store/blob-store.ts';

const SAID = /\.in-([a-z0-9-]+)$/;

export const withCharset = (key: BlobKey, charset: string | undefined): BlobKey =>
  charset === undefined ? key : `${key}.in-${charset}`;

export const charsetIn = (key: string): string | undefined => SAID.exec(key)?.[1];
