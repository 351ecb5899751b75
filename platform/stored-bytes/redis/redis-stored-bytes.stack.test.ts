import { randomUUID } from 'node:crypto';
import { stackSettings } from '../../../stack/settings.ts';
import { storedBytesContract } from '../stored-bytes.contract.ts';
import { RedisStoredBytes } from './redis-stored-bytes.ts';

storedBytesContract('Redis', () => {
  const url = stackSettings().REDIS_URL!;
  const tag = `test-${randomUUID()}`;
  return [new RedisStoredBytes(url, tag), new RedisStoredBytes(url, tag)];
});
