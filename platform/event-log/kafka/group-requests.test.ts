import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { nameMember, requests } from './group-requests.ts';

const made = (name: keyof typeof requests, version: number, groupId: string) =>
  requests[name].protocol({ version })({
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

/** The encoded request as text; the name is one of its fields. */
async function sent(name: keyof typeof requests, version: number, groupId: string): Promise<string> {
  const { buffer } = await made(name, version, groupId).request.encode();
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

  it('is not sent to a broker that knows of no names', async () => {
    nameMember('views', 'projector-1');
    assert.doesNotMatch(await sent('JoinGroup', 4, 'views'), /projector-1/);
  });

  it('is forgotten where its group has none any more', async () => {
    nameMember('views', 'projector-1');
    nameMember('views', undefined);
    assert.doesNotMatch(await sent('JoinGroup', 5, 'views'), /projector-1/);
  });
});

describe('a member that waits for its partitions', () => {
  it('waits for longer than the session of a leader that is gone, in every version', () => {
    for (const version of requests.SyncGroup.versions)
      assert.equal(made('SyncGroup', Number(version), 'views').requestTimeout, 15_000);
  });

  it('hears soon that a heartbeat is not answered, and waits for a join as long as kafkajs does', () => {
    assert.equal(made('Heartbeat', 3, 'views').requestTimeout, undefined);
    assert.equal(made('JoinGroup', 5, 'views').requestTimeout, 35_000);
  });
});
