/**
 * Checks what Markdown pages say about the repository: links, programs, names in capitals, numbers of limits. Their
 * code examples are run by other tests.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './support/process.ts';
import { repositoryFiles } from './support/repository-files.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const PAGES = repositoryFiles('*.md');
const withoutFences = (text: string): string => text.replace(/^```.*?^```/gms, '');
/** False for diaries, which name things as they were on that day. */
const isOfToday = (page: string): boolean => !/^CHANGELOG\.md$|^docs\/(notebook|decisions)\//.test(page);

/** The anchors as GitHub makes them; a repeated title gets a number. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, title = ''] of withoutFences(read(page)).matchAll(/^#+ (.*)$/gm)) {
    const words = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

test('every link of a page leads to a file that is there, and to a heading of it', () => {
  const broken: string[] = [];
  for (const page of PAGES)
    for (const [, link = ''] of withoutFences(read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const isThere = existsSync(join(ROOT, target));
      if (!isThere || (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)))
        broken.push(`${page}: ${link}`);
    }
  assert.deepEqual(broken, []);
});

/** Number of cells by GitHub's rules, where a bar in code is escaped. */
const cellsOf = (row: string): number => row.replaceAll('\\|', '').trim().slice(1, -1).split('|').length;

test('each row of a table has a head above it, and as many cells', () => {
  const odd: string[] = [];
  for (const page of PAGES) {
    const lines = withoutFences(read(page)).split('\n');
    for (const [at, line] of lines.entries()) {
      if (!line.startsWith('|')) continue;
      const begin = lines.slice(0, at).findLastIndex(above => !above.startsWith('|')) + 1;
      const isHeaded = /^\|[\s:|-]+\|$/.test(lines[begin + 1] ?? '');
      if (!isHeaded || cellsOf(line) !== cellsOf(lines[begin] ?? '')) odd.push(`${page}: ${line}`);
    }
  }
  assert.deepEqual(odd, []);
});

test('every program that a page says to run is there: npm’s scripts, commands, the operator’s', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const missing: string[] = [];
  for (const page of PAGES.filter(isOfToday)) {
    const text = read(page);
    for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([\w:]+)/g))
      if (!(name in scripts)) missing.push(`${page}: npm run ${name}`);
    for (const [, name = ''] of text.matchAll(/(?:node|operator) (?:commands\/(\w+)\.ts)/g))
      if (!existsSync(join(ROOT, `commands/${name}.ts`))) missing.push(`${page}: commands/${name}.ts`);
    for (const [, name = ''] of text.matchAll(/operator\.sh (?:-n \S+ )?(?:--when-ready )?([a-z]\w*)/g))
      if (!existsSync(join(ROOT, `commands/${name}.ts`))) missing.push(`${page}: operator.sh ${name}`);
  }
  assert.deepEqual(missing, []);
});

test('a name in capitals that a page gives, such as a setting’s, is one that the code knows', () => {
  const known = new Set(
    repositoryFiles('*.ts', '*.mjs', '*.py', '*.sh', '*.yaml', '*.env', '*.json', 'Dockerfile')
      .filter(path => path !== 'tests/pages.test.ts')
      .flatMap(path => read(path).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
  );
  const unknown = PAGES.filter(isOfToday).flatMap(page =>
    [...read(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)]
      .filter(([, name = '']) => !known.has(name) && !isOfOthers(name))
      .map(([, name]) => `${page}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

/**
 * True for names that our code does not define: `ROLE_…` and `INGEST_…`, which stand for one of each role, and words of
 * the resolver and of schema registries.
 */
function isOfOthers(name: string): boolean {
  return /^(ROLE|INGEST)_|^(EAI_AGAIN|FULL_TRANSITIVE)$/.test(name);
}

const INTAKE = 'services/ingest/intake.ts';
const RESULTS = 'services/ingest/large-results.ts';
const GATE = 'services/webhooker/gate.ts';
const OPERATIONS = 'docs/operations.md';
const CALLING = 'docs/calling.md';

/** Sentences with # in place of the number that the constant must have. */
const NUMBERS: [page: string, sentence: string, file: string, constant: string][] = [
  [OPERATIONS, 'above 256 KiB, # are received at once', INTAKE, 'LARGE_UPLOADS'],
  [OPERATIONS, 'are received at once, # of one key', INTAKE, 'LARGE_UPLOADS_PER_KEY'],
  [OPERATIONS, 'above 1 MiB # are sent at once', RESULTS, 'STREAMED'],
  [OPERATIONS, 'are sent at once, # of one key', RESULTS, 'STREAMED_PER_KEY'],
  [OPERATIONS, 'above 64 KiB #, ', RESULTS, 'WHOLE'],
  [OPERATIONS, ', # of one key. The same rules apply', RESULTS, 'WHOLE_PER_KEY'],
  [OPERATIONS, 'but never below # a second', 'services/ingest/poll-limit.ts', 'LEAST_PER_SECOND'],
  [OPERATIONS, 'at most # attempts at once of a key to an origin', GATE, 'perReceiver'],
  [OPERATIONS, 'to an origin, # of a key', GATE, 'perKey'],
  [OPERATIONS, '# in all, keys in turn', GATE, 'inAll'],
  [OPERATIONS, 'After # calls in a row that nobody answered', GATE, 'opensReceiverAfter'],
  [OPERATIONS, 'beyond # of them its attempts fail', GATE, 'waitingPerKey'],
  [
    OPERATIONS,
    'An instance holds up to # waiting deliveries',
    'services/webhooker/webhooker.ts',
    'MAX_PENDING',
  ],
  [OPERATIONS, '# wait in memory', 'platform/event-log/kafka/batching-producer.ts', 'MAX_QUEUED_RECORDS'],
  [OPERATIONS, '`Retry-After: #`, and the log says so', 'services/ingest/backlog.ts', 'RETRY_AFTER_SECONDS'],
  [
    CALLING,
    '`Idempotency-Key` of 1 to # characters',
    'services/ingest/parameters.ts',
    'IDEMPOTENCY_KEY_CEILING_CHARACTERS',
  ],
  [CALLING, '`limit` (default #, at most', 'schemas/openapi-jobs.ts', 'USUAL_JOBS'],
  [CALLING, ', at most #), `cursor`', 'schemas/openapi-jobs.ts', 'MOST_JOBS'],
  [CALLING, 'at most # jobs are searched', 'services/ingest/jobs/job-list.ts', 'MOST_LOOKED_THROUGH'],
  [CALLING, 'and keep # event streams open', 'services/ingest/jobs/job-events.ts', 'STREAMS_PER_KEY'],
  ['docs/mcp.md', '(# unless given,', 'services/ingest/mcp/pieces.ts', 'USUAL_CHARACTERS'],
  ['docs/mcp.md', 'unless given, # at the most)', 'services/ingest/mcp/pieces.ts', 'MOST_CHARACTERS'],
  [
    'docs/compat.md',
    'for that, at most #',
    'services/ingest/compat/docling-tasks.ts',
    'LONGEST_WAIT_SECONDS',
  ],
  ['docs/command-line.md', 'documents at once, 1 to #;', 'commands/textrail/arguments.ts', 'JOBS_CEILING'],
];

test('the limits that pages name are those of the code', () => {
  for (const [page, sentence, file, constant] of NUMBERS) {
    const [, number = ''] = new RegExp(`\\b${constant}(?: =|:) ([\\d_]+)\\b`).exec(read(file)) ?? [];
    const shown = sentence.replace('#', Number(number.replaceAll('_', '')).toLocaleString('en'));
    const text = read(page).replaceAll(/\s+/g, ' ');
    assert.ok(number !== '' && text.includes(shown), `${page} does not say "${shown}" (${constant})`);
  }
});
