/** Writes the worst cases of a replay as pages that show the old and the new reading side by side. */
import { join } from 'node:path';
import { makeFolder } from '../../platform/folders.ts';
import { escaped } from '../audit/timeline.ts';
import { writeText } from '../private-output.ts';
import type { Comparison } from './compare.ts';
import { type Answer, type Reading, textOf } from './reading.ts';

export interface Case {
  comparison: Comparison;
  was: Reading;
  now: Reading;
}

const OWN_FOLDER_MODE = 0o700;
/** Most lines of a page: what a browser can show, and what a table of line against line can hold in memory. */
const MOST_LINES = 2_000;

/** Writes the pages and returns the path of an index page. Only the owner may read them, because they contain documents' text. */
export async function writeCases(folder: string, cases: readonly Case[]): Promise<string> {
  makeFolder(folder, OWN_FOLDER_MODE);
  const links: string[] = [];
  for (const [at, each] of cases.entries()) {
    const file = `case-${String(at + 1).padStart(3, '0')}.html`;
    await writeText(join(folder, file), caseOf(each));
    const { name, outcome, similarity } = each.comparison;
    const how = similarity === null ? outcome : `${outcome}, text ${similarity.toFixed(3)}`;
    links.push(`<li><a href="${file}">${escaped(name)}</a> ${escaped(how)}</li>`);
  }
  const index = join(folder, 'worst.html');
  await writeText(index, pageOf('What changed most', `<ol>${links.join('\n')}</ol>`));
  return index;
}

function caseOf({ comparison, was, now }: Case): string {
  const [before, after] = [linesOf(was), linesOf(now)];
  const rows = aligned(before, after).map(([one, other]) => {
    const kind = one === other ? 'same' : 'other';
    return `<tr class="${kind}"><td>${escaped(one ?? '')}</td><td>${escaped(other ?? '')}</td></tr>`;
  });
  const left = Math.max(before.length, after.length) - MOST_LINES;
  const rest = left > 0 ? `<p>${left} further lines are not shown.</p>` : '';
  const facts = [
    comparison.contentType,
    comparison.outcome,
    comparison.similarity === null ? '' : `text ${comparison.similarity.toFixed(3)}`,
    ...comparison.metadata,
    `${comparison.milliseconds.was} ms -> ${comparison.milliseconds.now} ms`,
  ];
  return pageOf(
    comparison.name,
    `<p>${escaped(facts.filter(fact => fact !== '').join(' · '))}</p>
<table><thead><tr><th>before</th><th>now</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>${rest}`,
  );
}

/** One line for each element, with its type; for plain text, its lines. */
function linesOf({ body, code }: Reading): string[] {
  if (body === null) return [`(${code ?? 'no answer'})`];
  return body.elements === undefined ? textOf(body).split('\n') : elementLines(body.elements);
}

function elementLines(elements: NonNullable<Answer['elements']>, depth = 0): string[] {
  return elements.flatMap(element => {
    const level = element.level === undefined ? '' : ` ${element.level}`;
    const text = element.type === 'list' ? '' : (element.markdown ?? element.text);
    const line = `${'  '.repeat(depth)}${element.type}${level}: ${text}`;
    return [...line.split('\n'), ...elementLines(element.items ?? [], depth + 1)];
  });
}

/** Aligns lines by their longest common subsequence; a line without a counterpart has undefined beside it. */
export function aligned(
  one: readonly string[],
  other: readonly string[],
): [string | undefined, string | undefined][] {
  const [a, b] = [one.slice(0, MOST_LINES), other.slice(0, MOST_LINES)];
  // longest[i][j]: length for a from i on and b from j on; one flat table of at most 16 MB.
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const rows: [string | undefined, string | undefined][] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) rows.push([a[i++], b[j++]]);
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) rows.push([a[i++], undefined]);
    else rows.push([undefined, b[j++]]);
  }
  return rows;
}

const STYLE = `
  body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; } h1 { font-size: 1.2rem; }
  table { border-collapse: collapse; table-layout: fixed; width: 100%; } th { text-align: left; }
  td { vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; padding: 0 .5rem; font: 12px/1.5 ui-monospace, monospace; }
  tr.other td:first-child { background: #fdecea; } tr.other td:last-child { background: #e8f5ee; }
`;

function pageOf(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1>
${content}
</body></html>
`;
}
