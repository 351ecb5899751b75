import { type Administrator, ensureBucket, givePolicy, setPolicy, setUser } from './minio-admin.ts';
import { ACCESS_ROLES, type AccessRole, policyOf, userOf } from './roles.ts';

export interface MinioUsers {
  /** Created unless it exists, because no role may create a bucket. */
  bucket: string;
  /** The buckets to which the rights apply; only `bucket` if left out. */
  pattern?: string;
  secretOf: (role: AccessRole) => string;
}

/** Creates a bucket and, for each role, a user with the rights in deploy/access. What exists already is updated. */
export async function makeMinioUsers(
  who: Administrator,
  { bucket, pattern = bucket, secretOf }: MinioUsers,
): Promise<void> {
  await ensureBucket(who, bucket);
  for (const role of ACCESS_ROLES) {
    await setPolicy(who, userOf(role), policyOf(role, pattern));
    await setUser(who, userOf(role), secretOf(role));
    await givePolicy(who, userOf(role), userOf(role));
  }
}
