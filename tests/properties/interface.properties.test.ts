/**
 * Checks /openapi.json against requests that schemathesis derives from it: valid ones, invalid ones, and ones that
 * follow from answers. The seeds are fixed; TEXTRAIL_PROPERTY_SEED sets others.
 */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { html } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { execute } from '../support/python.ts';
import { type Service, startService } from '../support/service.ts';
import { schemathesis } from './schemathesis.ts';

const SEEDS = process.env.TEXTRAIL_PROPERTY_SEED?.split(',') ?? ['1', '2'];
/** Requests for each route; with those derived from the schema's edges, some 1,300 requests a seed. */
const EXAMPLES = 400;
/** Fewer cases would mean that the document has lost its operations. */
const LEAST_CASES = 800;

describe(suite('the interface, from outside'), () => {
  let service: Service;
  let key: TestKey;
  const folder = mkdtempSync(join(tmpdir(), 'textrail-properties-'));
  before(async () => {
    service = await startService({
      ABUSE_THRESHOLD: '1000000',
      // Invented addresses are redirected to this machine, where nothing listens; see hooks.py.
      EGRESS_ALLOW: '127.0.0.0/8',
      WEBHOOK_BACKOFF_MS: '50',
    });
    key = await issueKey(service);
  });
  after(async () => {
    await service.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const seed of SEEDS) {
    test(`answers whatever is made up from its description as it says there (seed ${seed})`, async t => {
      const found = await schemathesis();
      if ('missing' in found) {
        t.skip(found.missing);
        return;
      }
      copyFileSync(join(import.meta.dirname, 'hooks.py'), join(folder, 'hooks.py'));
      const { code, output } = await execute(
        found.program,
        [
          '--config-file',
          join(import.meta.dirname, 'schemathesis.toml'),
          'run',
          `${service.base}/openapi.json`,
          '--header',
          `Authorization: Bearer ${key.apiKey}`,
          '--seed',
          seed,
          '--max-examples',
          String(EXAMPLES),
          '--workers',
          '2',
          '--continue-on-failure',
          '--no-color',
        ],
        { cwd: folder, env: { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: folder } },
      );
      assert.equal(code, 0, output);
      const cases = Number(/^\s*(\d+) generated/m.exec(output)?.[1] ?? 0);
      assert.ok(cases >= LEAST_CASES, output);
      assert.equal((await key.client.extract({ file: html() })).status, 200);
    });
  }
});
