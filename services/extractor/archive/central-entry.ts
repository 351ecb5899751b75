/** What the directory of a ZIP archive says of one of its files. */
export interface CentralEntry {
  name: string;
  /** The name by which it is looked for, see `keyOf`. */
  key: string;
  method: number;
  encrypted: boolean;
  /** Compressed size as the directory says; only used to cut the input, never to size the output. */
  packedBytes: number;
  /** Inflated size as the directory says: a hint, never to be believed. */
  claimedBytes?: number;
  /** Of the local header, from the start of the file. */
  offset: number;
}

/** What an archive holds, in its directory's order. */
export interface Directory {
  readonly entries: readonly CentralEntry[];
  /** The first of two of one name. */
  readonly byKey: ReadonlyMap<string, CentralEntry>;
}

export function directoryOf(entries: readonly CentralEntry[]): Directory {
  const byKey = new Map<string, CentralEntry>();
  for (const entry of entries) if (!byKey.has(entry.key)) byKey.set(entry.key, entry);
  return { entries, byKey };
}

/** OPC part names are compared without case (ECMA-376-2, 6.2.2.3), and without a slash before them. */
export function keyOf(name: string): string {
  const relative = name.startsWith('/') ? name.replace(/^\/+/, '') : name;
  return (relative.includes('\\') ? relative.replaceAll('\\', '/') : relative).toLowerCase();
}
