import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataLimitBytes } from './confinement.ts';
import { hasGrown } from './growth.ts';
import type { Worker } from './worker.ts';

const MEMORY_MB = 512;
const MIB = 1024 * 1024;
const NOW = 10_000;

/** A worker that began its document, and was last measured, this many ms ago; `looks` counts how often it was measured. */
function workerOf({ resident = 0, data = 0, begun = 1_000, looked = 1_000 }) {
  const world = { looks: 0 };
  const memory = () => {
    world.looks++;
    return { resident, data };
  };
  const worker = { begunAt: NOW - begun, lookedAt: NOW - looked, memory } as unknown as Worker;
  return { world, worker };
}

const grown = (worker: Worker) => hasGrown(worker, MEMORY_MB, NOW);

test('a worker is renewed once it holds more than three quarters of its memory, or of what the kernel lets it have', () => {
  const [resident, data] = [0.75 * MEMORY_MB * MIB, 0.75 * dataLimitBytes(MEMORY_MB)];
  assert.equal(grown(workerOf({ resident, data }).worker), false);
  assert.equal(grown(workerOf({ resident: resident + 1 }).worker), true);
  assert.equal(grown(workerOf({ data: data + 1 }).worker), true);
});

test('what a worker holds is looked at after a document that took a moment, and now and then after others', () => {
  for (const [begun, looked, looks] of [
    [19, 199, 0],
    [20, 0, 1],
    [19, 200, 1],
  ] as const) {
    const { worker, world } = workerOf({ begun, looked });
    grown(worker);
    assert.equal(world.looks, looks, `${begun} ms, looked at ${looked} ms ago`);
  }
  const { worker, world } = workerOf({ begun: 19 });
  grown(worker);
  grown(worker);
  assert.equal(world.looks, 1);
});
