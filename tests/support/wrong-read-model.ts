/** Makes the live read model contradict the log, as a faulty fold would, for tests of what should notice that. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { MODE } from './mode.ts';
import type { Place } from './service.ts';

/** Adds a document to each month that a key has used. */
export async function addUsedDocuments({ environment, dataFolder }: Place): Promise<void> {
  if (MODE === 'embedded') {
    const [name = ''] = readdirSync(dataFolder).filter(file => /^views-\d+\.db$/.test(file));
    const database = new DatabaseSync(join(dataFolder, name));
    database.exec('UPDATE quota SET used = used + 1');
    database.close();
    return;
  }
  const redis = new Redis(environment.REDIS_URL ?? '');
  try {
    for (const key of await redis.keys(`*${environment.REDIS_PREFIX}*:quota`))
      for (const month of await redis.hkeys(key)) await redis.hincrby(key, month, 1);
  } finally {
    redis.disconnect();
  }
}

/** Marks the servers' read model as folded by a build with another fold version. Distributed mode only. */
export async function stampReadModel({ environment }: Place, version: number): Promise<void> {
  const redis = new Redis(environment.REDIS_URL ?? '');
  try {
    for (const key of await redis.keys(`*${environment.REDIS_PREFIX}*:fold`)) await redis.set(key, version);
  } finally {
    redis.disconnect();
  }
}
