/** Runs every command, program and answer in the documentation as written, except for addresses and keys. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { EXAMPLE_DOCUMENT, EXAMPLES } from '../../schemas/openapi-examples.ts';
import { docx } from '../support/documents.ts';
import { type FencedExample, fencedExamples } from '../support/fenced-examples.ts';
import { freeBlock } from '../support/free-ports.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { textPdf } from '../support/pdf-documents.ts';
import { ROOT, run } from '../support/process.ts';
import { execute, pythonPrograms } from '../support/python.ts';
import { startReceiver } from '../support/receiver.ts';
import { repositoryFiles } from '../support/repository-files.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Examples that are not run here, by their beginning, and where else they are tested. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci\nnpm run types': 'the stages of npm test',
  'npm ci && npm start': 'installs; tests/e2e/start.e2e.test.ts starts it',
  'EGRESS_ALLOW=127.0.0.0/8 npm start':
    'starts what runs here already; its receiver has a test of its own below',
  'export AWS_ACCESS_KEY_ID': 'needs S3: tests/e2e/command-line.e2e.test.ts, with MinIO and versitygw',
  '{"mcpServers"': 'no command: tests/e2e/mcp.e2e.test.ts starts and asks both servers',
  'node bench/heading-features.ts': 'measures a collection that is not ours to hand on',
  'npm run stack -- up': 'needs Kafka: tests/resilience and examples/analytics/report.test.ts',
  'npm run documents': 'tests/documents',
  'npm run redrawn': 'tests/documents/redrawn.test.ts',
  'python3 -m venv venv': 'makes documents with some twenty producers that have to be installed',
};

/** tests/duckdb/queries.test.ts runs this page's queries. */
const QUERIES = 'docs/events/queries.md';
const PAGES = repositoryFiles('*.md');
const examples = PAGES.filter(page => page !== QUERIES).flatMap(fencedExamples);
const isElsewhere = ({ text }: FencedExample) => Object.keys(ELSEWHERE).some(begin => text.startsWith(begin));
const ofLanguage = (language: string) =>
  examples.filter(example => example.language === language && !isElsewhere(example));
const nameOf = ({ page, text }: FencedExample): string => `${page}: ${text.split('\n', 1)}`;

describe(suite('what the documentation shows'), () => {
  let service: Service;
  let origin: Origin;
  let key: TestKey;
  let jobId: string;
  const folder = mkdtempSync(join(tmpdir(), 'textrail-examples-'));

  before(async () => {
    for (const name of ['report.docx', 'documents/report.docx']) {
      mkdirSync(join(folder, 'documents'), { recursive: true });
      writeFileSync(join(folder, name), docx());
    }
    writeFileSync(join(folder, 'report.pdf'), textPdf('The board met on Monday.'));
    origin = await startOrigin();
    origin.serve('/report.docx', docx());
    origin.serve('/report.pdf', textPdf('From elsewhere.'));
    service = await startService({ ...origin.settings, COMPAT: 'tika,docling' });
    key = await issueKey(service);
    jobId = await key.client.accepted({ file: docx() });
    await key.client.finished(jobId);
  });
  after(async () => {
    await service.dispose();
    await origin.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [format, { value }] of Object.entries(EXAMPLES))
    test(`the reference: format=${format} is answered so, byte for byte`, async () => {
      const answer = await key.client.extract({ file: EXAMPLE_DOCUMENT, query: { format } });
      assert.equal(answer.text, JSON.stringify(value));
    });

  /** The text with this service's address and key, and with an origin that can be reached. */
  const here = (text: string): string =>
    text
      .replaceAll('http://127.0.0.1:8080', service.base)
      .replaceAll('127.0.0.1:8080', new URL(service.base).host)
      .replaceAll('dk_…', key.apiKey)
      .replaceAll('Signature%3D…', 'Signature%3D5ec4e7')
      .replaceAll('https%3A%2F%2Fexample.org', encodeURIComponent(origin.url('')))
      .replaceAll('https%3A%2F%2Fbucket.example.org', encodeURIComponent(origin.url('')))
      .replaceAll('https://example.org', origin.url(''))
      .replaceAll('npm run -s textrail --', `"${process.execPath}" "${ROOT}commands/textrail/textrail.mjs"`);

  /** Runs the text in bash. Stops at the first command that fails; an HTTP error counts as a failure. */
  const shell = (text: string) =>
    execute(
      'bash',
      ['-euo', 'pipefail', '-c', `curl() { command curl -sS --fail-with-body "$@"; }\n${here(text)}`],
      {
        cwd: folder,
        env: { TEXTRAIL: service.base, KEY: key.apiKey, JOB: jobId, ...origin.settings },
      },
    );

  const python = (programs: string, text: string) =>
    execute(join(programs, 'python'), ['-B', '-c', here(text)], {
      cwd: folder,
      env: {
        TEXTRAIL_URL: service.base,
        TEXTRAIL_API_KEY: key.apiKey,
        TIKA_LOG_PATH: folder,
        PYTHONPATH: ['examples/retrieval', 'clients/python'].map(place => join(ROOT, place)).join(delimiter),
      },
    });

  // The API and its examples are the same in both modes.
  inEmbedded(() => {
    test('every example is run here, or elsewhere', () => {
      const languages = new Set(
        examples.filter(example => !isElsewhere(example)).map(({ language }) => language),
      );
      assert.deepEqual([...languages].sort(), ['python', 'sh', 'ts']);
      for (const begin of Object.keys(ELSEWHERE))
        assert.ok(
          examples.some(({ text }) => text.startsWith(begin)),
          `no page shows "${begin}" any more`,
        );
    });

    for (const example of ofLanguage('sh'))
      test(nameOf(example), async () => {
        const shown = transcript(example.text);
        if (shown.length === 0) {
          const { code, output } = await shell(example.text);
          assert.equal(code, 0, output);
        }
        for (const { command, answer } of shown) {
          const { code, output } = await shell(command);
          assert.deepEqual([code, output], [0, answer]);
        }
      });

    for (const example of ofLanguage('ts'))
      test(nameOf(example), async () => {
        const program = join(folder, 'example.ts');
        const client = JSON.stringify(join(ROOT, 'clients/typescript/textrail.ts'));
        writeFileSync(program, here(example.text).replace("'@textrail/client'", client));
        const env = { TEXTRAIL_API_KEY: key.apiKey };
        const { code, output } = await execute(process.execPath, [program], { cwd: folder, env });
        assert.equal(code, 0, output);
        assert.match(output, /^paragraph 1 The board met on Monday\.$/m);
      });

    for (const example of ofLanguage('python'))
      test(nameOf(example), async t => {
        const programs = await programsFor(example, t);
        if (programs === undefined) return;
        const { code, output } = await python(programs, example.text);
        assert.equal(code, 0, output);
        assert.doesNotMatch(output, /not read|Traceback/);
      });

    test('docs/calling.md: both receivers of webhooks know what is genuine', async () => {
      const [shown] = await operate(service, 'keys', 'webhook-secret', key.keyId);
      const { webhook_secret: secret } = shown as { webhook_secret: string };
      const receiver = await startReceiver();
      const port = await freeBlock(1);
      const example = run(['examples/webhooks/receiver.ts'], { WEBHOOK_SECRET: secret, PORT: String(port) });
      try {
        await until('the receiver', () => example.stdout().includes('receiving on'));
        const deliverTo = (url: string) => key.client.accepted({ file: docx(), query: { webhook_url: url } });
        const delivered = await deliverTo(`http://127.0.0.1:${port}/`);
        await until('a genuine delivery', () => example.stdout().includes(`job ${delivered}, delivery `));
        assert.match(example.stdout(), /attempt 1: \{"status":"success"/);
        await deliverTo(receiver.url('/python'));
        const [delivery] = await receiver.deliveries('/python', 1);
        const header = JSON.stringify(delivery?.headers['x-service-signature']);
        const body = JSON.stringify(delivery?.body);
        const check = examples.find(({ text }) => text.includes('def genuine('))?.text;
        const program = `${check}
for secret in (${JSON.stringify(secret)}, "another"):
    print(genuine(${header}, ${body}.encode(), secret))`;
        assert.deepEqual(await execute('python3', ['-c', program]), { code: 0, output: 'True\nFalse\n' });
      } finally {
        example.child.kill();
        await receiver.close();
      }
    });
  });
});

/** Each `$ command` with the lines below it as a terminal would show them; empty if there is none. */
function transcript(text: string): { command: string; answer: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map(part => {
      const [command = '', ...answer] = part.trimEnd().split('\n');
      return { command, answer: answer.join('\n') };
    });
}

/**
 * The folder of a Python that has the packages that an example imports; undefined if it cannot be installed, in which
 * case the test is skipped.
 */
async function programsFor({ text }: FencedExample, t: TestContext): Promise<string | undefined> {
  const compat = [
    { file: join(ROOT, 'tests/compat/requirements.txt') },
    { file: join(ROOT, 'tests/compat/wheels.txt'), wheels: true as const },
  ];
  const found = /^from (tika|docling)\b/m.test(text)
    ? await pythonPrograms('compat', compat)
    : await pythonPrograms('retrieval', [{ file: join(ROOT, 'tests/retrieval/requirements.txt') }]);
  if ('programs' in found) return found.programs;
  t.skip(found.missing);
  return undefined;
}
