/** The patches of pdf.js (docs/decisions/0027), applied to its source as it is loaded: what is installed stays as it came. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The one version that the patches are for. */
export const PATCHED_VERSION = '6.5.438';

const FOLDER = new URL(`../../../../../patches/pdfjs-dist@${PATCHED_VERSION}/`, import.meta.url);

export interface Patch {
  name: string;
  /** A unified diff behind its reasons. */
  text: string;
}

/** In the order in which they are applied. */
export function readPatches(): Patch[] {
  return readdirSync(FOLDER)
    .sort()
    .map(name => ({ name, text: readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8') }));
}

/**
 * The source of a file of the package, e.g. `legacy/build/pdf.mjs`, with the patches that name it.
 * Throws where a line is not what a patch says: nothing is looked for elsewhere, nothing is left out.
 */
export function patched(source: string, file: string, patches: readonly Patch[]): string {
  const lines = source.split('\n');
  for (const { name, text } of patches)
    for (const part of text.split(/^--- a\//m).slice(1))
      if (part.startsWith(`${file}\n`)) applyHunks(lines, part, `${name} does not apply to ${file}`);
  return lines.join('\n');
}

/** `@@ -12,7 +12,9 @@` and the lines up to the next. */
const HUNK = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@.*\n((?:[ +-].*\n?)*)/gm;

/** In place. Line numbers move by what the hunks before have added. */
function applyHunks(lines: string[], part: string, failure: string): void {
  let moved = 0;
  for (const [, first, body = ''] of part.matchAll(HUNK)) {
    const hunk = body.trimEnd().split('\n');
    const before = hunk.filter(line => !line.startsWith('+')).map(line => line.slice(1));
    const after = hunk.filter(line => !line.startsWith('-')).map(line => line.slice(1));
    const at = Number(first) - 1 + moved;
    const wrong = before.findIndex((line, offset) => lines[at + offset] !== line);
    if (wrong >= 0) throw new Error(`${failure}, line ${Number(first) + wrong}.`);
    lines.splice(at, before.length, ...after);
    moved += after.length - before.length;
  }
}
