/** What every adapter of the port guarantees, as tests. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peers } from './peers.ts';

const PATIENCE_MS = 5_000;

/** `open` returns `count` processes of one role. */
export function peersContract(name: string, open: (count: number) => Peers[]): void {
  it(`processes on ${name} hear what is said to them and to all, in order, and nothing else`, async () => {
    const processes = open(3);
    const [speaker, hearer, other] = processes as [Peers, Peers, Peers];
    const heard = new Map<Peers, { from: string; message: unknown }[]>(processes.map(each => [each, []]));
    for (const each of processes) each.listen((from, message) => heard.get(each)?.push({ from, message }));
    const said = (by: Peers) => heard.get(by) ?? [];
    // Processes that have not joined yet miss messages, so repeat until each hears one.
    for (const each of processes)
      for (const end = Date.now() + PATIENCE_MS; said(each).length === 0 && Date.now() < end; await sleep(20))
        (each === speaker ? hearer : speaker).tell(each.id, { kind: 'are you there' });
    await sleep(100);
    for (const each of processes) heard.set(each, []);
    speaker.tellAll({ kind: 'all' });
    for (const count of [1, 2, 3]) speaker.tell(hearer.id, { count });
    const expected = [{ kind: 'all' }, { count: 1 }, { count: 2 }, { count: 3 }];
    for (const end = Date.now() + PATIENCE_MS; said(hearer).length < 4 && Date.now() < end; ) await sleep(20);
    const from = speaker.id;
    assert.deepEqual(
      said(hearer),
      expected.map(message => ({ from, message })),
    );
    assert.deepEqual(said(other), [{ from, message: { kind: 'all' } }]);
    assert.deepEqual(said(speaker), []);
    for (const each of processes) each.close();
  });
}
