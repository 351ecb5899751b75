/** The clients in clients/, and the recipes that use them, against the service. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Textrail, TextrailError } from '../../clients/typescript/textrail.ts';
import { chunksOf, withHeadings } from '../../examples/retrieval/chunks.ts';
import { docx } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { ROOT } from '../support/process.ts';
import { execute, pythonPrograms } from '../support/python.ts';
import { type Service, startService } from '../support/service.ts';

const PROGRAM = `
import base64, json, os
from textrail import Textrail, TextrailError
client = Textrail(os.environ["BASE"], os.environ["KEY"])
content = base64.b64decode(os.environ["DOCUMENT"])
said = {"text": client.extract(content=content)["extracted_text"]}
job = client.submit(content=content, format="json", idempotency_key="one")
said["same_job"] = job == client.submit(content=content, format="json", idempotency_key="one")
said["types"] = [element["type"] for element in client.result(job)["elements"]]
for name, work in {
    "broken": lambda: client.extract(content=b"no document"),
    "no_key": lambda: Textrail(os.environ["BASE"], "dk_no_key").extract(content=content),
}.items():
    try:
        work()
    except TextrailError as error:
        said[name] = error.code
print("RESULT " + json.dumps(said))
`;

describe(suite('the clients'), () => {
  let service: Service;
  let key: TestKey;
  const document = docx({ heading: 'Costs', paragraph: 'Low.' });
  before(async () => {
    service = await startService();
    key = await issueKey(service);
  });
  after(() => service.dispose());

  test('TypeScript: texts, jobs that are the same under one key, and typed errors', async () => {
    const client = new Textrail({ baseUrl: service.base, apiKey: key.apiKey });
    assert.equal((await client.extract({ bytes: document })).extracted_text, 'Costs\n\nLow.');
    const options = { format: 'json', idempotencyKey: 'typescript' } as const;
    const job = await client.submit({ bytes: document }, options);
    assert.equal(await client.submit({ bytes: document }, options), job);
    const { elements } = await client.result<'json'>(job);
    assert.deepEqual(
      elements.map(({ type }) => type),
      ['heading', 'paragraph'],
    );
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'answered',
        error => (error instanceof TextrailError ? error.code : String(error)),
      );
    assert.equal(await codeOf(client.extract({ bytes: Buffer.from('no document') })), 'unsupported_format');
    const stranger = new Textrail({ baseUrl: service.base, apiKey: 'dk_no_key' });
    assert.equal(await codeOf(stranger.extract({ bytes: document })), 'unauthorized');
  });

  test('Python: the same', async t => {
    const version = await execute('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
    if (version.code !== 0) {
      t.skip('there is no Python 3.10 or newer on this machine');
      return;
    }
    const env = { BASE: service.base, KEY: key.apiKey, DOCUMENT: document.toString('base64') };
    const cwd = join(ROOT, 'clients', 'python');
    const { code, output } = await execute('python3', ['-B', '-c', PROGRAM], { cwd, env });
    assert.equal(code, 0, output);
    assert.deepEqual(JSON.parse(/^RESULT (.+)$/m.exec(output)?.[1] ?? 'null'), {
      text: 'Costs\n\nLow.',
      same_job: true,
      types: ['heading', 'paragraph'],
      broken: 'unsupported_format',
      no_key: 'unauthorized',
    });
  });

  // Their requests are the same in both modes, and their packages take a while to load.
  inEmbedded(() => {
    test('LangChain and LlamaIndex load a folder by the recipes', async t => {
      const requirements = [{ file: join(ROOT, 'tests', 'retrieval', 'requirements.txt') }];
      const found = await pythonPrograms('retrieval', requirements);
      if ('missing' in found) {
        t.skip(found.missing);
        return;
      }
      const folder = mkdtempSync(join(tmpdir(), 'textrail-retrieval-'));
      const report = readFileSync(join(ROOT, 'tests/documents/printed/fpdf2-report.pdf'));
      writeFileSync(join(folder, 'report.pdf'), report);
      writeFileSync(join(folder, 'broken.docx'), 'these bytes are no document');
      const recipes = [join(ROOT, 'examples', 'retrieval'), join(ROOT, 'clients', 'python')];
      const { code, output } = await execute(
        join(found.programs, 'python'),
        ['-B', join(ROOT, 'tests', 'retrieval', 'real_loaders.py')],
        {
          cwd: folder,
          env: {
            TEXTRAIL_URL: service.base,
            TEXTRAIL_API_KEY: key.apiKey,
            DOCUMENTS: folder,
            PYTHONPATH: recipes.join(delimiter),
          },
        },
      );
      rmSync(folder, { recursive: true });
      assert.equal(code, 0, output);
      const { langchain, llamaindex } = JSON.parse(/^RESULT (.+)$/m.exec(output)?.[1] ?? 'null');
      const answer = await key.client.extract({ file: report, query: { format: 'json' } });
      const chunks = chunksOf(answer.body.elements);
      const texts = chunks.map(withHeadings);
      const textsOf = (loaded: [string, object][]) => loaded.map(([text]) => text);
      assert.deepEqual(textsOf(langchain.loaded), texts);
      assert.deepEqual(langchain.loaded.at(-1)[1], {
        source: join(folder, 'report.pdf'),
        content_type: 'application/pdf',
        ocr: false,
        offset: chunks.at(-1)?.offset,
        page: chunks.at(-1)?.page,
        headings: chunks.at(-1)?.headings.join(' > '),
      });
      assert.deepEqual([langchain.found, langchain.broken], [true, 'unsupported_format']);
      assert.deepEqual(textsOf(llamaindex.loaded), texts);
      assert.deepEqual(llamaindex.direct, texts);
      assert.equal(llamaindex.retrieved, 'report.pdf');
      assert.equal(llamaindex.loaded[0][1].file_type, 'application/pdf');
    });
  });
});
