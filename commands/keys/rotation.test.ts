import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { acceptedSecrets } from '../../core/keys/key.ts';
import type { AppendOptions } from '../../platform/event-log/event-log.ts';
import { SqliteEventLog } from '../../platform/event-log/sqlite/sqlite-event-log.ts';
import { issueKey, rotateKey } from '../../platform/keys.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import type { Event } from '../../schemas/events.ts';
import { keyNow } from './keys-now.ts';
import { rotation } from './rotation.ts';

const OVERLAP_MS = 3_600_000;
const DETAILS = { name: null, plan: 'free', monthlyQuota: 500, rateLimitPerMinute: null };

const folder = mkdtempSync(join(tmpdir(), 'textrail-rotation-'));
const database = new JournalDatabase(folder);

/** A log in which other writers append right after the next append, before its caller reads. */
class BusyLog extends SqliteEventLog {
  private others: (() => Promise<unknown>)[] = [];

  meanwhile(...others: (() => Promise<unknown>)[]): void {
    this.others = others;
  }

  override async append(events: readonly Event[], options?: AppendOptions): Promise<void> {
    await super.append(events, options);
    for (const other of this.others.splice(0)) await other();
  }
}

const log = new BusyLog(database);
after(async () => {
  await log.close();
  database.close();
  rmSync(folder, { recursive: true });
});

/** A rotation by another writer, with this overlap. */
const rotatedWith = (keyId: string, overlapMs: number) => () => rotateKey(log, keyId, Date.now() + overlapMs);

describe('a rotation of a key', () => {
  test('is refused where another one of the same moment, without an overlap, made its secret void', async () => {
    const { keyId } = await issueKey(log, DETAILS);
    log.meanwhile(rotatedWith(keyId, 0));
    await assert.rejects(rotation(log, keyId, Date.now() + OVERLAP_MS), {
      message: `the key ${keyId} was rotated again meanwhile: only the secret of that rotation holds`,
    });
  });

  test('is refused where two others followed, of which only the last keeps a secret beside its own', async () => {
    const { keyId } = await issueKey(log, DETAILS);
    log.meanwhile(rotatedWith(keyId, OVERLAP_MS), rotatedWith(keyId, OVERLAP_MS));
    await assert.rejects(rotation(log, keyId, Date.now() + OVERLAP_MS), /was rotated again meanwhile/);
  });

  test('is refused while the secret before the last one is accepted, as its callers were promised; without an overlap it is made', async () => {
    const { keyId } = await issueKey(log, DETAILS);
    const issued = await keyNow(log, keyId);
    await rotation(log, keyId, Date.now() + OVERLAP_MS);
    await assert.rejects(
      rotation(log, keyId, Date.now() + OVERLAP_MS),
      /was rotated already: the secret before that is accepted until .*; --overlap 0 does so/,
    );
    const accepted = async () => acceptedSecrets(await keyNow(log, keyId), Date.now());
    assert.ok((await accepted()).includes(issued.secretSha256));
    const { key } = await rotation(log, keyId, Date.now());
    assert.deepEqual(await accepted(), [key.secretSha256]);
  });

  test('is made again once that overlap is over', async () => {
    const { keyId } = await issueKey(log, DETAILS);
    await rotation(log, keyId, Date.now());
    assert.match((await rotation(log, keyId, Date.now() + OVERLAP_MS)).apiKey, new RegExp(`^dk_${keyId}_`));
  });

  test('tells its secret where another one followed whose overlap still accepts it', async () => {
    const { keyId } = await issueKey(log, DETAILS);
    log.meanwhile(rotatedWith(keyId, OVERLAP_MS));
    const { apiKey, key } = await rotation(log, keyId, Date.now() + OVERLAP_MS);
    assert.match(apiKey, new RegExp(`^dk_${keyId}_`));
    assert.equal(acceptedSecrets(key, Date.now()).length, 2);
    assert.deepEqual(key, await keyNow(log, keyId));
  });
});
