import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { issueKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { type Service, startService } from '../support/service.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe(suite('the README'), () => {
  let service: Service;
  let client: Client;
  before(async () => {
    service = await startService();
    ({ client } = await issueKey(service));
  });
  after(() => service.dispose());

  const minutes = /printf '(.+)' > minutes/.exec(README)?.[1] ?? '';
  const shown = [...README.matchAll(/^\{"status":"success".+$/gm)].map(([line]) => JSON.parse(line));

  test('shows the text answer that its command gives', async () => {
    assert.deepEqual((await client.extract({ file: Buffer.from(minutes) })).body, shown[0]);
  });

  test('shows the JSON answer that its command gives', async () => {
    const answer = await client.extract({ file: Buffer.from(minutes), query: { format: 'json' } });
    assert.deepEqual(answer.body, shown[1]);
  });
});
