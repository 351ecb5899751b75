/**
 * Documents that ask for far more work than their size justifies. They end by themselves, long before their worker
 * would be killed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOSTILE_DOCUMENTS } from '../../../tests/support/hostile-documents.ts';
import { cpuAllowanceMs } from '../budget.ts';
import { WorkerPool } from './pool.ts';
import type { Worker } from './worker.ts';

const PATIENCE_MS = 120_000;

describe('a document worker', () => {
  const pool = new WorkerPool({
    memoryMb: 1024,
    lowPriority: false,
    ocrLanguages: ['eng'],
    standing: 1,
    most: 1,
    documentsPerWorker: 1_000,
    reserve: 0,
  });
  before(() => pool.ready());
  after(() => pool.close());

  for (const [what, build] of Object.entries(HOSTILE_DOCUMENTS))
    test(`is through with ${what} within the time of a document of its size`, async () => {
      const document = build();
      const [worker = assert.fail('the last document cost its worker')] = Reflect.get(
        pool,
        'workers',
      ) as Set<Worker>;
      const before = worker.cpuMs();
      const outcome = await pool.run({ format: 'text' }, document, performance.now() + PATIENCE_MS);
      const tookMs = worker.cpuMs() - before;
      assert.equal(outcome.kind, 'answered');
      assert.ok(tookMs < cpuAllowanceMs(document.length, 0), `${tookMs} ms`);
    });
});
