/** The architecture as tests: what may import what, what may stand in one place only, and how large things may get. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { ERRORS } from '../schemas/errors.ts';
import { WARNINGS } from '../schemas/warnings.ts';
import { ROOT } from './support/process.ts';
import { repositoryFiles } from './support/repository-files.ts';

interface Source {
  path: string;
  text: string;
  lines: string[];
  /** Paths in the repository for relative imports, bare names for others; includes imports of types. */
  imports: string[];
}

const sources = repositoryFiles()
  .filter(path => path.endsWith('.ts'))
  .map(readSource);
/** Everything that runs in production, and the stack and examples beside it. Benchmarks are treated like tests. */
const product = sources.filter(({ path }) => !isTest(path) && !path.startsWith('bench/'));

const importsByPath = new Map(sources.map(({ path, imports }) => [path, imports]));

/** Files written by programs, whose lines are data. Other tests check that they are up to date. */
const GENERATED = ['schemas/events.ts'];

const LINES_A_FILE = 400;
/** Tests may be longer, because they are read one at a time. */
const LINES_A_TEST_FILE = 500;
const LINES_A_FUNCTION = 70;

describe('imports', () => {
  test('schemas import nothing but schemas', () => {
    assert.deepEqual(
      // Two of them are build programs that read the Avro files.
      importsOf(/^schemas\/(?!generate-)/, name => !name.startsWith('schemas/')),
      [],
    );
  });

  test('core imports only core and schemas: no machine, no clock, no randomness', () => {
    assert.deepEqual(
      importsOf(/^core\//, name => !/^(core|schemas)\//.test(name)),
      [],
    );
    assert.deepEqual(
      containing(/^core\//, /\bDate\.now\(|new Date\(\)|Math\.random\(|\bprocess\.|setTimeout/),
      [],
    );
  });

  test('platform knows no service', () => {
    assert.deepEqual(
      importsOf(/^platform\//, name => /^(services|commands|tests|main\.ts|textrail\.ts)/.test(name)),
      [],
    );
  });

  test('services never import each other', () => {
    const serviceOf = (path: string) => /^services\/([^/]+)\//.exec(path)?.[1];
    const found = product.flatMap(({ path, imports }) =>
      imports
        .filter(name => serviceOf(path) && serviceOf(name) && serviceOf(name) !== serviceOf(path))
        .map(name => `${path} -> ${name}`),
    );
    assert.deepEqual(found, []);
  });

  test('no format knows another, and no format knows the service around it', () => {
    const formatOf = (path: string) => /^services\/extractor\/formats\/([^/.]+)/.exec(path)?.[1];
    const found = product.flatMap(({ path, imports }) =>
      imports
        .filter(() => formatOf(path) !== undefined)
        .filter(name => formatOf(name) !== undefined && formatOf(name) !== formatOf(path))
        .map(name => `${path} -> ${name}`),
    );
    assert.deepEqual(found, []);
    assert.deepEqual(
      importsOf(/^services\/extractor\/formats\//, name =>
        /^(platform|services\/extractor\/worker)\//.test(name),
      ),
      [],
    );
  });

  /**
   * The floors of the layout, each of which stands on those before it: what is seen, what it says, one page, all pages
   * (decision 0014).
   */
  const FLOORS = ['page', 'text', 'one-page', 'document', 'recognized'];

  test('each floor of the layout imports only those below it', () => {
    const layout = 'services/extractor/layout/';
    const floorOf = (path: string) =>
      path.startsWith(layout) ? FLOORS.indexOf(path.slice(layout.length).split('/')[0] ?? '') : null;
    const wrong = (from: number | null) => (name: string) => {
      const floor = floorOf(name);
      return from !== null && floor !== null && (floor < 0 || floor > from);
    };
    const found = product.flatMap(({ path, imports }) =>
      imports.filter(wrong(floorOf(path))).map(name => `${path} -> ${name}`),
    );
    assert.deepEqual(found, []);
    assert.deepEqual(
      importsOf(/^services\/extractor\/layout\//, name =>
        /^services\/extractor\/(formats|worker|detection)\//.test(name),
      ),
      [],
    );
    // A file's letters are read before anything is laid out.
    assert.deepEqual(
      importsOf(/^services\/extractor\/formats\/pdf\/(read|vectors|tags)\//, name =>
        /^services\/extractor\/layout\/(one-page|document|recognized)\//.test(name),
      ),
      [],
    );
  });

  test('of two folders of the layout or the PDF reader, one imports the other', () => {
    const folders = /^services\/extractor\/(layout|formats\/pdf)\//;
    const arrows = new Set(
      product
        .filter(({ path }) => folders.test(path) && !path.endsWith('.fixture.ts'))
        .flatMap(({ path, imports }) => imports.map(name => `${dirname(path)} ${dirname(name)}`)),
    );
    const both = [...arrows].filter(arrow => {
      const [from = '', to = ''] = arrow.split(' ');
      return from < to && arrows.has(`${to} ${from}`);
    });
    assert.deepEqual(both, []);
  });

  test('imports run one way: nothing imports itself through others, types included', () => {
    const paths = sources.map(({ path }) => path);
    assert.deepEqual(
      paths.filter(path => reachedFrom(path).has(path)),
      [],
    );
  });

  test('production code imports no test and no test’s helper', () => {
    assert.deepEqual(
      importsOf(/./, name => isTest(name)),
      [],
    );
  });

  const vendors: [name: string, place: RegExp][] = [
    ['kafkajs', /^platform\/event-log\/kafka[./]/],
    ['minio', /^platform\/blob-store\/s3[./]/],
    ['ioredis', /^platform\/view-store\/redis[./]/],
    ['fastify', /^(services\/ingest|platform)\//],
    ['undici', /^platform\/egress\//],
    ['pdfjs-dist', /^services\/extractor\/formats\/pdf\//],
    ['onnxruntime-node', /^services\/extractor\/ocr\/networks\//],
    ['avsc', /^(platform\/event-log|schemas|docs)\//],
    ['node:sqlite', /^platform\//],
  ];
  for (const [vendor, place] of vendors) {
    test(`${vendor} is known in its one place`, () => {
      const found = product
        .filter(
          ({ path }) =>
            !path.startsWith('examples/') && !path.startsWith('stack/') && !path.startsWith('bench/'),
        )
        .filter(({ imports }) => imports.some(name => name === vendor || name.startsWith(`${vendor}/`)))
        .map(({ path }) => path)
        .filter(path => !place.test(path));
      assert.deepEqual(found, []);
    });
  }

  test('what only a setting turns on is imported by no service at its start', () => {
    const optional = /^services\/ingest\/(compat|console|reference|mcp)\//;
    const atStart = /^import (?!type )[^;]* from '[^']*\/(compat|console|reference|mcp)\//m;
    const found = product.filter(({ path }) => path.startsWith('services/') && !optional.test(path));
    assert.deepEqual(
      found.filter(({ text }) => atStart.test(text)).map(({ path }) => path),
      [],
    );
  });

  test('each port has two adapters and a contract suite that both pass', () => {
    for (const [port, adapters] of [
      ['event-log', ['sqlite', 'kafka']],
      ['blob-store', ['directory', 's3']],
      ['view-store', ['sqlite', 'redis']],
    ] as const) {
      const names = readdirSync(join(ROOT, 'platform', port));
      assert.ok(names.includes(`${port}.ts`), `${port}: interface`);
      assert.ok(names.includes(`${port}.contract.ts`), `${port}: contract suite`);
      for (const adapter of adapters) {
        assert.ok(
          names.some(name => name.startsWith(adapter)),
          `${port}: ${adapter}`,
        );
        const runs = sources.some(
          ({ path, imports }) =>
            isTest(path) &&
            imports.some(name => name.endsWith(`${port}.contract.ts`)) &&
            imports.some(name => name.startsWith(`platform/${port}/${adapter}`)),
        );
        assert.ok(runs, `${port}: no test runs the contract suite on ${adapter}`);
      }
    }
  });
});

describe('names and sizes', () => {
  test('no folder is named for nothing', () => {
    const banned = /(^|\/)(src|lib|utils?|helpers?|common|shared|misc)\//;
    assert.deepEqual(
      repositoryFiles().filter(path => banned.test(path)),
      [],
    );
  });

  test('no barrels', () => {
    assert.deepEqual(
      sources.map(({ path }) => path).filter(path => /(^|\/)index\.ts$/.test(path)),
      [],
    );
    const onlyReexports = product.filter(({ lines }) => {
      const code = lines.filter(line => /\S/.test(line) && !/^\s*(\/\*|\*|\/\/)/.test(line));
      return code.length > 0 && code.every(line => /^export (\*|\{|type \{).* from /.test(line));
    });
    assert.deepEqual(
      onlyReexports.map(({ path }) => path),
      [],
    );
  });

  test(`no file has more than ${LINES_A_FILE} lines`, () => {
    const long = sources
      .filter(({ path }) => !GENERATED.includes(path))
      .filter(({ path, lines }) => lines.length > (isTest(path) ? LINES_A_TEST_FILE : LINES_A_FILE))
      .map(({ path, lines }) => `${path}: ${lines.length}`);
    assert.deepEqual(long, []);
  });

  test(`no function has more than ${LINES_A_FUNCTION} lines`, () => {
    const long = product
      .filter(({ path }) => !GENERATED.includes(path))
      .flatMap(({ path, lines }) =>
        functions(lines)
          .filter(({ length }) => length > LINES_A_FUNCTION)
          .map(({ line, length }) => `${path}:${line}: ${length}`),
      );
    assert.deepEqual(long, []);
  });

  test('a relative import names a file that is there, with its .ts', () => {
    const missing = sources.flatMap(({ path, imports }) =>
      imports
        .filter(
          name =>
            name.startsWith('./') || (name.includes('/') && existsSync(join(ROOT, name.split('/')[0] ?? ''))),
        )
        .filter(name => !existsSync(join(ROOT, name)))
        .map(name => `${path} -> ${name}`),
    );
    assert.deepEqual(missing, []);
  });
});

describe('what is not written', () => {
  test('no any, no ! after a value, no TypeScript that has to be compiled, outside tests', () => {
    assert.deepEqual(containing(/./, /(:|<|as|,) any\b|\bany\[\]|@ts-(ignore|nocheck|expect-error)/), []);
    assert.deepEqual(containing(/./, /[\w)\]]!(\.|\[|;|,|\)|$)/), []);
    assert.deepEqual(containing(/./, /^\s*(export )?(const )?enum |^\s*(export )?namespace /), []);
  });

  test('no loose ends', () => {
    // Written in parts so that this line does not match itself.
    const marks = new RegExp(
      `\\b(${['TO', 'FIX'].map((word, at) => word + ['DO', 'ME'][at]).join('|')}|XXX|HACK)\\b`,
    );
    assert.deepEqual(containing(/./, marks, sources), []);
  });

  test('no test is skipped, left to be done, or run alone', () => {
    const tests = sources.filter(({ path }) => isTest(path) && path !== 'tests/architecture.test.ts');
    const pattern = /\b(test|it|describe|suite)\.(skip|todo|only)\(|\b(skip|todo|only): *true/;
    assert.deepEqual(containing(/./, pattern, tests), []);
  });
});

describe('documents that follow from the code', () => {
  test('docs/errors.md names every code with its status, and no other', () => {
    const rows = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').matchAll(
      /^\| `([a-z_]+)` \| (\d{3}) \|/gm,
    );
    const documented = Object.fromEntries([...rows].map(([, code, status]) => [code, Number(status)]));
    const expected = Object.entries(ERRORS).map(([code, { status }]) => [code, status]);
    assert.deepEqual(documented, Object.fromEntries(expected));
  });

  test('every warning of docs/warnings.md is given by an extractor', () => {
    const given = sources.filter(({ path }) => path.startsWith('services/extractor/') && !isTest(path));
    assert.deepEqual(
      Object.keys(WARNINGS).filter(code => !given.some(({ text }) => text.includes(`'${code}'`))),
      [],
    );
  });

  test('docs/errors.md names every status that a caller is answered, those beside the codes’ own included', () => {
    const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
    const answered = sources
      .filter(({ path }) => /^services\/ingest\/|^platform\/unknown-address/.test(path) && !isTest(path))
      .flatMap(({ text }) => [...text.matchAll(/\b(?:refused\(|code\(|status: (?:\d+ \| )?)([45]\d\d)\b/g)])
      .map(([, status]) => status ?? '');
    assert.ok(answered.length > 10);
    assert.deepEqual(
      [...new Set(answered)].filter(status => !page.includes(status)),
      [],
    );
  });
});

function isTest(path: string): boolean {
  return /\.test\.ts$|\.test-support\.ts$|\.contract\.ts$|^tests\//.test(path);
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const names = [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ];
  const imports = names.map(([, from, dynamic, bare]) => resolved(path, from ?? dynamic ?? bare ?? ''));
  return { path, text, lines: text.trimEnd().split('\n'), imports };
}

function resolved(path: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
}

/** All files that a file imports, directly or indirectly. */
function reachedFrom(path: string): Set<string> {
  const reached = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const name of importsByPath.get(next) ?? []) {
      if (!reached.has(name)) open.push(name);
      reached.add(name);
    }
  return reached;
}

/** `file -> import` for each import that `isWrong`, in product files whose path matches. */
function importsOf(place: RegExp, isWrong: (name: string) => boolean): string[] {
  return product
    .filter(({ path }) => place.test(path))
    .flatMap(({ path, imports }) => imports.filter(isWrong).map(name => `${path} -> ${name}`));
}

/** `file:line` of each line of code (without comments and strings) that matches. */
function containing(place: RegExp, pattern: RegExp, among: readonly Source[] = product): string[] {
  return among
    .filter(({ path }) => place.test(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => (pattern.test(bare(line)) ? [`${path}:${at + 1}`] : [])),
    );
}

/** A line without its strings and comments. */
function bare(line: string): string {
  if (/^\s*(\*|\/\*)/.test(line)) return /\b(TODO|FIXME)\b/.exec(line)?.[0] ?? '';
  return line
    .replace(/'(\\.|[^'\\])*'|`(\\.|[^`\\])*`|"(\\.|[^"\\])*"/g, "''")
    .replace(/\/(\\.|[^/\\\n])+\/[gimsuy]*/g, '//');
}

/**
 * Finds functions by the formatter's layout: a function begins on a line that opens it, and ends on the first line that
 * consists of its indentation and a closing brace.
 */
function functions(lines: readonly string[]): { line: number; length: number }[] {
  const opening =
    /^ *(export )?(default )?(async )?function\b|^ *(export )?const \w+.* = (async )?\(|^ +(\w+ )*[*#\w]+(<[^(]*>)?\(/;
  return lines.flatMap((text, at) => {
    if (!opening.test(text) || /^\s*(if|for|while|switch|catch|return|await|throw)\b/.test(text)) return [];
    const indent = /^ */.exec(text)?.[0] ?? '';
    const after = (pattern: RegExp) =>
      lines.findIndex(
        (line, index) => index >= at && line.startsWith(indent) && pattern.test(line.slice(indent.length)),
      );
    // The signature may take several lines, all indented further except the last. If it opens no block, it is a call.
    const last = lines.findIndex((line, index) => index > at && line.search(/\S/) === indent.length);
    const isSigned = /^ *[)}].*\{$/.test(lines[last] ?? '');
    const signed = text.endsWith('{') ? at : isSigned ? last : -1;
    const end = after(/^\}[;,)]*$/);
    const isBlock = signed >= at && end > signed && lines[signed]?.endsWith('{');
    return isBlock ? [{ line: at + 1, length: end - at + 1 }] : [];
  });
}
