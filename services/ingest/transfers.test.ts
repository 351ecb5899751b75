import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { NoRoomNow } from './come-again.ts';
import { Transfers } from './transfers.ts';

const LOOK_MS = 2_500;

/** Transfers that each move at their own speed (bytes a second). Only `look` advances the clock. */
class Scene {
  readonly transfers: Transfers;
  readonly cut: string[] = [];
  readonly entered: string[] = [];
  private now = performance.now();

  constructor(perKey: number, inAll: number) {
    this.transfers = new Transfers(perKey, inAll);
  }

  come(keyId: string, bytesPerSecond: number, { isOurs = false } = {}): void {
    const begin = this.now;
    const done = Promise.withResolvers<void>();
    const transfer = {
      keyId,
      moved: () => ((this.now - begin) / 1_000) * bytesPerSecond,
      waitsForCaller: () => !isOurs,
      cut: () => {
        this.cut.push(keyId);
        done.resolve();
      },
    };
    void this.transfers.run(transfer, () => {
      this.entered.push(keyId);
      return done.promise;
    });
  }

  async look(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      this.now += LOOK_MS;
      this.transfers.makeRoom(this.now, LOOK_MS);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    }
  }
}

describe('places for transfers', () => {
  it('are not taken from a slow holder while nobody else waits', async () => {
    const scene = new Scene(2, 2);
    for (let times = 0; times < 5; times++) scene.come('slow', 1);
    await scene.look(10);
    assert.deepEqual(scene.cut, []);
  });

  it('are given up by the slowest as soon as another key waits', async () => {
    const scene = new Scene(3, 4);
    for (const speed of [100, 2, 300, 400]) scene.come(speed < 100 ? 'slowest' : 'slow', speed);
    scene.come('slow', 500);
    scene.come('quick', 1e7);
    await scene.look(3);
    assert.deepEqual(scene.cut, ['slowest']);
    assert.ok(scene.entered.includes('quick'));
  });

  it('are kept by whoever is quick, and by whoever is slow because of us', async () => {
    const scene = new Scene(2, 2);
    scene.come('quick', 5e6);
    scene.come('held up', 0, { isOurs: true });
    scene.come('other', 1e6);
    await scene.look(5);
    assert.deepEqual(scene.cut, []);
  });

  it('of a key with many are given up to a key with none, at a fair speed too; its last one is not', async () => {
    const scene = new Scene(3, 3);
    for (let times = 0; times < 3; times++) scene.come('many', 500_000);
    scene.come('one', 500_000);
    scene.come('another', 500_000);
    scene.come('third', 500_000);
    await scene.look(10);
    assert.deepEqual(scene.cut, ['many', 'many']);
    assert.deepEqual(scene.entered.slice(3), ['one', 'another']);
  });

  it('are waited for by so many of a key, and the next is told to come again', async () => {
    const scene = new Scene(1, 1);
    for (let times = 0; times < 65; times++) scene.come('eager', 1);
    const next = { keyId: 'eager', moved: () => 0, waitsForCaller: () => true, cut: () => undefined };
    await assert.rejects(
      scene.transfers.run(next, async () => undefined),
      NoRoomNow,
    );
  });
});
