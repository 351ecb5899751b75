/** Summarises the comparisons of a replay by format and kind, and decides whether the replay passes. */
import type { Comparison } from './compare.ts';

export interface Threshold {
  /** A text with a lower similarity counts as far from its old version. */
  leastSimilarity: number;
  /** Largest share of documents that may be far, or fail now, without failing the replay. */
  mostFar: number;
}

export interface KindSummary {
  kind: string;
  documents: number;
  same: number;
  changed: number;
  fails_now: number;
  reads_now: number;
  fails_otherwise: number;
  far: number;
  /** Over the documents that both versions read; null if there is none. */
  mean_similarity: number | null;
  least_similarity: number | null;
  /** Sums: old, new. */
  elements: [number, number];
  tables: [number, number];
  headings: [number, number];
  /** Number of documents with other metadata. */
  metadata: number;
  /** Median of new time over old time, of documents that both versions read. */
  time_ratio: number | null;
}

export interface Report {
  kinds: KindSummary[];
  total: KindSummary;
  passed: boolean;
}

export function isFar({ outcome, similarity }: Comparison, { leastSimilarity }: Threshold): boolean {
  return outcome === 'fails now' || (similarity !== null && similarity < leastSimilarity);
}

export function report(comparisons: readonly Comparison[], threshold: Threshold): Report {
  const kinds = Map.groupBy(comparisons, ({ contentType, format }) => `${shortName(contentType)} ${format}`);
  const total = summary('all', comparisons, threshold);
  return {
    kinds: [...kinds]
      .map(([kind, some]) => summary(kind, some, threshold))
      .toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
    total,
    passed: total.far <= threshold.mostFar * total.documents,
  };
}

/** The documents that changed most: first those that fail now, then by text and structure. */
export function worst(comparisons: readonly Comparison[], most: number): Comparison[] {
  return comparisons
    .filter(({ outcome }) => outcome !== 'same')
    .toSorted((one, other) => nearness(one) - nearness(other) || (one.name < other.name ? -1 : 1))
    .slice(0, most);
}

/**
 * How close a document stayed to its old reading. Text weighs as much as all structure; a document that can be read now
 * is no loss.
 */
function nearness({ outcome, similarity, tables, headings }: Comparison): number {
  if (outcome === 'fails now') return -1;
  if (outcome === 'reads now') return 3;
  return (similarity ?? 1) + ((tables?.similarity ?? 1) + (headings?.similarity ?? 1)) / 2;
}

function summary(kind: string, some: readonly Comparison[], threshold: Threshold): KindSummary {
  const count = (outcome: Comparison['outcome']) => some.filter(each => each.outcome === outcome).length;
  const similarities = some.flatMap(({ similarity }) => similarity ?? []);
  const both = some.filter(({ similarity }) => similarity !== null);
  const ratios = both.map(({ milliseconds: { was, now } }) => now / Math.max(1, was));
  const sum = (of: 'elements' | 'tables' | 'headings'): [number, number] => [
    some.reduce((all, each) => all + (each[of]?.was ?? 0), 0),
    some.reduce((all, each) => all + (each[of]?.now ?? 0), 0),
  ];
  return {
    kind,
    documents: some.length,
    same: count('same'),
    changed: count('changed'),
    fails_now: count('fails now'),
    reads_now: count('reads now'),
    fails_otherwise: count('fails otherwise'),
    far: some.filter(each => isFar(each, threshold)).length,
    mean_similarity: rounded(similarities.reduce((all, each) => all + each, 0) / similarities.length),
    least_similarity: rounded(Math.min(...similarities)),
    elements: sum('elements'),
    tables: sum('tables'),
    headings: sum('headings'),
    metadata: some.filter(({ metadata, similarity }) => similarity !== null && metadata.length > 0).length,
    time_ratio: rounded(ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)]),
  };
}

/** Rounds to three digits; null if there is no finite number. */
function rounded(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Math.round(value * 1000) / 1000;
}

/** Short names, because media types of office documents are longer than a line. */
const SHORT_NAMES: [pattern: RegExp, name: string][] = [
  [/wordprocessingml\.template/, 'dotx'],
  [/wordprocessingml/, 'docx'],
  [/presentationml/, 'pptx'],
  [/spreadsheetml/, 'xlsx'],
  [/ms-word.*macroEnabled/, 'docm'],
  [/ms-powerpoint.*macroEnabled/, 'pptm'],
  [/ms-excel.*macroEnabled/, 'xlsm'],
  [/rfc822/, 'eml'],
];

function shortName(contentType: string): string {
  const known = SHORT_NAMES.find(([pattern]) => pattern.test(contentType))?.[1];
  return known ?? contentType.replace(/^(application|text)\//, '');
}

/** The report as a table for people. */
export function table({ kinds, total }: Report): string {
  const head = [
    'kind',
    'documents',
    'same',
    'changed',
    'fails now',
    'reads now',
    'text (mean)',
    'text (least)',
    'elements',
    'tables',
    'headings',
    'metadata',
    'time',
  ];
  const arrow = ([was, now]: [number, number]) => (was === now ? String(now) : `${was} -> ${now}`);
  const rows = [...kinds, total].map(each => [
    each.kind,
    String(each.documents),
    String(each.same),
    String(each.changed),
    String(each.fails_now),
    String(each.reads_now),
    each.mean_similarity?.toFixed(3) ?? '-',
    each.least_similarity?.toFixed(3) ?? '-',
    arrow(each.elements),
    arrow(each.tables),
    arrow(each.headings),
    String(each.metadata),
    each.time_ratio === null ? '-' : `x ${each.time_ratio.toFixed(2)}`,
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map(row => row[at]?.length ?? 0)));
  return [head, ...rows]
    .map(row =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
