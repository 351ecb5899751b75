/** What the directory of a ZIP archive says about one of its files. */
export interface CentralEntry {
  name: string;
  /** The name by which it is looked up; see `keyOf`. */
  key: string;
  method: number;
  encrypted: boolean;
  /** Compressed size according to the directory; used only to cut the input, never to size the output. */
  packedBytes: number;
  /** Inflated size according to the directory: only a hint, which may be wrong. */
  claimedBytes?: number;
  /** Offset of the local header from the start of the file. */
  offset: number;
}

/** The contents of an archive, in its directory's order. */
export interface Directory {
  readonly entries: readonly CentralEntry[];
  /** If two entries have the same name, the first. */
  readonly byKey: ReadonlyMap<string, CentralEntry>;
}

export function directoryOf(entries: readonly CentralEntry[]): Directory {
  const byKey = new Map<string, CentralEntry>();
  for (const entry of entries) if (!byKey.has(entry.key)) byKey.set(entry.key, entry);
  return { entries, byKey };
}

/** The key for a name: OPC part names are compared without regard to case (ECMA-376-2, 6.2.2.3), and without a leading slash. */
export function keyOf(name: string): string {
  const relative = name.startsWith('/') ? name.replace(/^\/+/, '') : name;
  return (relative.includes('\\') ? relative.replaceAll('\\', '/') : relative).toLowerCase();
}
