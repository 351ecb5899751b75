import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { GATE_LIMITS, Gate, type GateLimits } from './gate.ts';

const LIMITS: GateLimits = {
  perReceiver: 2,
  perKey: 4,
  inAll: 8,
  opensReceiverAfter: 3,
  opensKeyAfter: 6,
  perOpenKey: 2,
  waitingPerKey: 5,
};
const DEAD = 'https://dead.example';

/** A gate, and calls that stay under way until the test ends them. */
function world(limits = LIMITS) {
  const gate = new Gate(limits);
  const under: { key: string; receiver: string; end: (met: boolean) => void }[] = [];
  const dropped: string[] = [];
  const call = (key: string, receiver: string) => {
    const { promise, resolve } = Promise.withResolvers<{ met: boolean }>();
    const entry = { key, receiver, end: (met: boolean) => resolve({ met }) };
    const made = gate.run(key, receiver, () => {
      under.push(entry);
      return promise;
    });
    void made.then(result => result === undefined && dropped.push(receiver));
  };
  const count = (key: string, receiver?: string) =>
    under.filter(each => each.key === key && (receiver ?? each.receiver) === each.receiver).length;
  /** Ends every call that is under way now. */
  const endAll = async (
    met: boolean,
    only: (each: { key: string; receiver: string }) => boolean = () => true,
  ) => {
    for (const each of under.filter(only)) {
      under.splice(under.indexOf(each), 1);
      each.end(met);
    }
    for (let turns = 0; turns < 5; turns++) await turn();
  };
  return { gate, call, count, endAll, dropped };
}

describe('the gate of webhook calls', () => {
  it('gives each key places of its own at a receiver: a path that hangs for one delays nobody else', () => {
    const { call, count } = world();
    for (let at = 0; at < 300; at++) call('noisy', 'https://hooks.example');
    call('quiet', 'https://hooks.example');
    assert.deepEqual([count('noisy'), count('quiet')], [2, 1]);
  });

  it('leaves room beside a key whose one dead receiver has many names', () => {
    const { call, count } = world();
    for (let at = 0; at < 300; at++) call('noisy', `https://${at}.example`);
    for (let at = 0; at < 4; at++) call('quiet', `https://${at}.example`);
    assert.deepEqual([count('noisy'), count('quiet')], [4, 4]);
  });

  it('lets the key go next that has the fewest calls under way', async () => {
    const { call, count, endAll } = world({ ...LIMITS, perKey: 8 });
    for (let at = 0; at < 20; at++) call('noisy', `https://${at}.example`);
    assert.equal(count('noisy'), 8);
    for (let at = 0; at < 2; at++) call('quiet', 'https://quiet.example');
    assert.equal(count('quiet'), 0);
    await endAll(true);
    assert.equal(count('quiet'), 2);
  });

  it('opens after calls in a row that met nobody: then one goes out at a time, until one is answered', async () => {
    const { gate, call, count, endAll } = world();
    for (let at = 0; at < 9; at++) call('key', DEAD);
    await endAll(false);
    await endAll(false);
    assert.deepEqual([count('key'), gate.open], [1, 1]);
    await endAll(false);
    assert.equal(count('key'), 1);
    await endAll(true);
    assert.deepEqual([count('key'), gate.open], [2, 0]);
  });

  it('does not open where the receiver answers, be it with failures, nor for another key at the same receiver', async () => {
    const { gate, call, count, endAll } = world();
    for (let at = 0; at < 10; at++) call('answered', 'https://fails.example');
    for (let times = 0; times < 4; times++) await endAll(true);
    assert.equal(gate.open, 0);
    for (let at = 0; at < 9; at++) call('hanging', DEAD);
    for (let times = 0; times < 2; times++) await endAll(false, each => each.key === 'hanging');
    for (let at = 0; at < 2; at++) call('other', DEAD);
    assert.deepEqual([count('hanging'), count('other')], [1, 2]);
  });

  it('opens for a key as a whole whose calls meet nobody under any name, and probes a few of them', async () => {
    const { call, count, endAll } = world();
    for (let at = 0; at < 40; at++) call('key', `https://${at}.example`);
    await endAll(false);
    await endAll(false);
    assert.equal(count('key'), LIMITS.perOpenKey);
    await endAll(true);
    assert.equal(count('key'), LIMITS.perKey);
  });

  it('has some places more for a receiver that answered last: hundreds of dead ones of the same key do not delay it', async () => {
    const { call, count, endAll } = world();
    const LIVES = 'https://lives.example';
    call('key', LIVES);
    await endAll(true);
    for (let at = 0; at < 300; at++) call('key', `https://${at}.example`);
    assert.equal(count('key'), LIMITS.perKey);
    for (let at = 0; at < 3; at++) call('key', LIVES);
    const answer = () => endAll(true, each => each.receiver === LIVES);
    for (let left = 3; left > 0; left--) {
      assert.deepEqual([count('key', LIVES), count('key')], [1, LIMITS.perKey + 1]);
      await answer();
    }
    for (let times = 0; times < 2; times++) await endAll(false);
    assert.equal(count('key'), LIMITS.perOpenKey);
    call('key', LIVES);
    assert.deepEqual([count('key', LIVES), count('key')], [1, LIMITS.perOpenKey + 1]);
  });

  it('gives these places to nobody where most of a key’s receivers live: those that were never called have their turns', async () => {
    const { call, count, endAll } = world();
    for (let at = 0; at < 4; at++) call('key', `https://${at}.example`);
    await endAll(true);
    for (let at = 0; at < 40; at++) call('key', `https://${at % 4}.example`);
    for (let at = 0; at < 4; at++) call('key', `https://new-${at}.example`);
    assert.equal(count('key'), LIMITS.perKey);
    for (let times = 0; times < 3; times++) await endAll(true, each => !each.receiver.includes('new'));
    assert.ok([0, 1, 2, 3].some(at => count('key', `https://new-${at}.example`) === 1));
  });

  it('calls nobody for what waits beyond the end of a key’s line before a dead receiver', async () => {
    const { call, dropped, endAll } = world();
    for (let at = 0; at < 4; at++) call('key', DEAD);
    await endAll(false);
    await endAll(false);
    for (let at = 0; at < 1 + LIMITS.waitingPerKey + 3; at++) call('key', DEAD);
    await turn();
    assert.equal(dropped.length, 3);
  });

  it('remembers no line that nobody stands in: a dead receiver’s thousand names are gone with the calls to them', async () => {
    const { gate, call, dropped, endAll } = world();
    for (let at = 0; at < 40; at++) call('key', `https://${at}.example`);
    for (let at = 0; at < 1_000; at++) call('key', `https://later-${at}.example`);
    await endAll(false);
    await endAll(false);
    for (let at = 0; at < 1_000; at++) call('key', `https://dropped-${at}.example`);
    await turn();
    assert.equal(dropped.length, 1_000);
    assert.equal(gate.lines, 1_040 - 2 * LIMITS.perKey);
    for (let left = 1_040; left > 0 && gate.lines > 0; left--) await endAll(true);
    assert.equal(gate.lines, 0);
  });

  it('keeps places free for a fourth key at least, whatever three do', () => {
    const more = 0.25;
    assert.ok(3 * GATE_LIMITS.perKey * (1 + more) < GATE_LIMITS.inAll);
  });
});
