/** What the directory of a ZIP archive says of one of its files. */
export interface CentralEntry {
  name: string;
  method: number;
  encrypted: boolean;
  /** Compressed size as the directory says; only used to cut the input, never to size the output. */
  packedBytes: number;
  /** Inflated size as the directory says: a hint, never to be believed. */
  claimedBytes?: number;
  /** Of the local header, from the start of the file. */
  offset: number;
}
