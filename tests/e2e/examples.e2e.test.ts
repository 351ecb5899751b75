import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EXAMPLE_DOCUMENT, EXAMPLES } from '../../schemas/openapi-examples.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { type Service, startService } from '../support/service.ts';

describe(suite('examples of the reference'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService();
    key = await issueKey(service);
  });
  after(() => service.dispose());

  for (const [format, { value }] of Object.entries(EXAMPLES))
    test(`the answer with format=${format} is what the service answers`, async () => {
      const answer = await key.client.extract({ file: EXAMPLE_DOCUMENT, query: { format } });
      assert.equal(answer.text, JSON.stringify(value));
    });
});
