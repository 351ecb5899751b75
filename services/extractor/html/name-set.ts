/** Names as one set, in lines that a reader can take in. */
export function nameSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(line => line.split(' ')));
}
