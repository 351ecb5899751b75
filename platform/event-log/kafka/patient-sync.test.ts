import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SyncGroup, syncPatiently } from './patient-sync.ts';

test('a member waits for its partitions for longer than the session of a leader that is gone, in every version', () => {
  syncPatiently(10_000);
  syncPatiently(10_000);
  const member = { groupId: 'group', generationId: 1, memberId: 'member', groupAssignment: [] };
  assert.deepEqual(
    SyncGroup.versions.map(
      version => SyncGroup.protocol({ version: Number(version) })(member).requestTimeout,
    ),
    SyncGroup.versions.map(() => 15_000),
  );
});
