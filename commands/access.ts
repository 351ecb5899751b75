/**
 * `node commands/access.ts`: creates, on a MinIO, the bucket and a user for each role with the rights in deploy/access.
 * S3_ENDPOINT and S3_BUCKET say where; S3_ACCESS_KEY and S3_SECRET_KEY are the administrator's. The secret of the user
 * textrail-ROLE is in ROLE_S3_SECRET_KEY (INGEST_S3_SECRET_KEY, …). What exists already is updated.
 */

import { makeMinioUsers } from './access/minio-users.ts';
import { ACCESS_ROLES } from './access/roles.ts';
import { fail } from './usage.ts';

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} has to be set`);
  return value;
}

try {
  const administrator = {
    endpoint: needed('S3_ENDPOINT'),
    accessKey: needed('S3_ACCESS_KEY'),
    secretKey: needed('S3_SECRET_KEY'),
  };
  const secrets = new Map(ACCESS_ROLES.map(role => [role, needed(`${role.toUpperCase()}_S3_SECRET_KEY`)]));
  await makeMinioUsers(administrator, {
    bucket: needed('S3_BUCKET'),
    secretOf: role => secrets.get(role) ?? '',
  });
} catch (error) {
  fail('access', error);
}
