import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { nameMember, requests } from './named-members.ts';

/** What the broker is sent, as text: the name is one of its fields. */
async function sent(name: 'JoinGroup' | 'SyncGroup' | 'Heartbeat', version: number, groupId: string) {
  const { request } = requests[name].protocol({ version })({
    groupId,
    memberId: '',
    sessionTimeout: 10_000,
    rebalanceTimeout: 30_000,
    protocolType: 'consumer',
    groupProtocols: [],
    generationId: 1,
    groupGenerationId: 1,
    groupAssignment: [],
  });
  const { buffer } = await request.encode();
  return buffer.toString('latin1');
}

describe('the name of a process', () => {
  afterEach(() => nameMember('views', undefined));

  for (const [request, version] of [
    ['JoinGroup', 5],
    ['SyncGroup', 3],
    ['Heartbeat', 3],
  ] as const)
    it(`stands in ${request} of its groups, and of no others`, async () => {
      nameMember('views', 'projector-1');
      assert.match(await sent(request, version, 'views'), /projector-1/);
      assert.doesNotMatch(await sent(request, version, 'keys'), /projector-1/);
    });

  it('is sent to no broker that knows none', async () => {
    nameMember('views', 'projector-1');
    assert.doesNotMatch(await sent('JoinGroup', 4, 'views'), /projector-1/);
  });

  it('is forgotten where its group has none any more', async () => {
    nameMember('views', 'projector-1');
    nameMember('views', undefined);
    assert.doesNotMatch(await sent('JoinGroup', 5, 'views'), /projector-1/);
  });
});
