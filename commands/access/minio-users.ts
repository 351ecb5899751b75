import { type Administrator, ensureBucket, givePolicy, setPolicy, setUser } from './minio-admin.ts';
import { ACCESS_ROLES, type AccessRole, policyOf, userOf } from './roles.ts';

export interface MinioUsers {
  /** Made unless it is there: no role may make one. */
  bucket: string;
  /** The buckets that the rights are for; `bucket` alone if left out. */
  pattern?: string;
  secretOf: (role: AccessRole) => string;
}

/** A bucket and, for each role, a user with the rights that deploy/access gives it. What is there already is brought up to date. */
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
