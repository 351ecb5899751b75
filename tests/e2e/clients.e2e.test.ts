/** The clients in clients/, against the service. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Textrail, TextrailError } from '../../clients/typescript/textrail.ts';
import { docx } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { ROOT } from '../support/process.ts';
import { execute } from '../support/python.ts';
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
});
