/** Applies the patches of pdf.js (docs/decisions/0027) to its source as it is loaded; the installed package stays unchanged. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The only version that the patches are for. */
export const PATCHED_VERSION = '6.5.438';

const FOLDER = new URL(`../../../../../patches/pdfjs-dist@${PATCHED_VERSION}/`, import.meta.url);

export interface Patch {
  name: string;
  /** Its reasons, followed by a unified diff. */
  text: string;
}

/** Returns the patches in the order in which they are applied. */
export function readPatches(): Patch[] {
  return readdirSync(FOLDER)
    .sort()
    .map(name => ({ name, text: readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8') }));
}

/**
 * Returns the source of a file of the package, such as `legacy/build/pdf.mjs`, with the patches that name it. Throws
 * where a line differs from what a patch says: nothing is searched elsewhere, and nothing is left out.
 */
export function patched(source: string, file: string, patches: readonly Patch[]): string {
  const text = new PatchedText(source);
  for (const patch of patches)
    for (const part of patch.text.split(/^--- a\//m).slice(1))
      if (part.startsWith(`${file}\n`)) text.apply(part, `${patch.name} does not apply to ${file}`);
  return text.toString();
}

/** `@@ -12,7 +12,9 @@` and the lines up to the next. */
const HUNK = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@.*\n((?:[ +-].*\n?)*)/gm;

/**
 * The 80,000 lines of pdf.js as numbers. As strings, moved for every hunk, they would take longer than reading the page
 * of a worker's first PDF, and twenty megabytes.
 */
class PatchedText {
  private readonly source: string;
  /** Where each line of the source begins, and where one after its end would. */
  private readonly starts: number[] = [0];
  private readonly added: string[] = [];
  /** Lines by number: of the source from 0 up, of `added` from -1 down. */
  private lines: Int32Array;

  constructor(source: string) {
    this.source = source;
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.starts.push(at + 1);
    this.lines = Int32Array.from(this.starts.keys());
    this.starts.push(source.length + 1);
  }

  apply(part: string, failure: string): void {
    const pieces: Int32Array[] = [];
    let done = 0;
    for (const [, first, body = ''] of part.matchAll(HUNK)) {
      const hunk = body.trimEnd().split('\n');
      const before = hunk.filter(line => !line.startsWith('+'));
      const at = Number(first) - 1;
      const wrong =
        at < done ? 0 : before.findIndex((line, offset) => this.line(at + offset) !== line.slice(1));
      if (wrong >= 0) throw new Error(`${failure}, line ${Number(first) + wrong}.`);
      let next = at;
      const after = hunk.flatMap(line => {
        if (line.startsWith('+')) return -this.added.push(line.slice(1));
        const kept = line.startsWith('-') ? [] : [this.lines[next] ?? 0];
        next++;
        return kept;
      });
      pieces.push(this.lines.subarray(done, at), Int32Array.from(after));
      done = next;
    }
    this.lines = concatenated([...pieces, this.lines.subarray(done)]);
  }

  toString(): string {
    const pieces: string[] = [];
    const { lines, starts, source } = this;
    for (let at = 0; at < lines.length; ) {
      const first = lines[at] ?? 0;
      let end = at + 1;
      if (first < 0) pieces.push(this.added[-first - 1] ?? '');
      else {
        while (lines[end] === first + end - at) end++;
        pieces.push(source.slice(starts[first], (starts[first + end - at] ?? 0) - 1));
      }
      at = end;
    }
    return pieces.join('\n');
  }

  private line(at: number): string | undefined {
    const line = this.lines[at];
    if (line === undefined) return undefined;
    if (line < 0) return this.added[-line - 1];
    return this.source.slice(this.starts[line], (this.starts[line + 1] ?? 0) - 1);
  }
}

function concatenated(pieces: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
