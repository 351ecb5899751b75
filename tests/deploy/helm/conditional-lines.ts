/** Combines a text and its variants into one text with conditions. */

/**
 * The lines of `plain`, and those of each variant under its condition. Variants must change different lines, which the
 * test that turns all of them on checks. An empty text means a document that does not exist.
 */
export function unified(plain: string[], variants: ReadonlyMap<string, string[]>): string[] {
  const added: string[][] = Array.from({ length: plain.length + 1 }, () => []);
  const removedBy: string[][] = plain.map(() => []);
  for (const [condition, variant] of variants)
    for (const { at, removed, lines } of changes(plain, variant)) {
      if (lines.length > 0) added[at]?.push(`{{- if ${condition} }}`, ...lines, '{{- end }}');
      for (let line = at; line < at + removed; line++) removedBy[line]?.push(condition);
    }
  const result: string[] = [];
  let absent = '';
  for (const [index, line] of [...plain, undefined].entries()) {
    const now = (removedBy[index] ?? []).join(' ');
    const changesHere = now !== absent || (added[index]?.length ?? 0) > 0;
    if (absent !== '' && changesHere) result.push('{{- end }}');
    result.push(...(added[index] ?? []));
    if (now !== '' && changesHere)
      result.push(now.includes(' ') ? `{{- if not (or ${now}) }}` : `{{- if not ${now} }}`);
    if (line !== undefined) result.push(line);
    absent = now;
  }
  return result;
}

interface Change {
  /** Index of the line in the first text before which the change is made. */
  at: number;
  removed: number;
  lines: string[];
}

/** The changes that turn the first text into the second, by their longest common subsequence. */
function changes(before: string[], after: string[]): Change[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const common = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
  const found: Change[] = [];
  for (let [i, j] = [0, 0]; i < before.length || j < after.length; ) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++;
      j++;
      continue;
    }
    const change: Change = { at: i, removed: 0, lines: [] };
    while ((i < before.length || j < after.length) && (before[i] !== after[j] || i >= before.length)) {
      if (j < after.length && (i >= before.length || common(i, j + 1) >= common(i + 1, j)))
        change.lines.push(after[j++] ?? '');
      else {
        change.removed++;
        i++;
      }
    }
    found.push(change);
  }
  return found;
}
