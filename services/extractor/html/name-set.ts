/** Makes a set of names from readable lines. */
export function nameSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(line => line.split(' ')));
}
