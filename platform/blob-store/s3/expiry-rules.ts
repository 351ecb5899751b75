/** Lifecycle rules: the belt beside the sweeper, on servers that have them. */
import type { Client } from 'minio';
import { BLOB_PREFIXES, type BlobPrefix } from '../blob-store.ts';

/** Whole days after the last write; longer than the sweeper's, which is the rule. */
export type ExpiryDays = Partial<Record<BlobPrefix, number>>;

/** Parts of uploads whose process died. */
const ABORT_UPLOAD_DAYS = 1;

/** Adds the rules to a bucket that has none: rules that an operator has set are left alone. */
export async function addExpiryRules(client: Client, bucket: string, days: ExpiryDays): Promise<void> {
  try {
    if (await hasRules(client, bucket)) return;
    const rules = BLOB_PREFIXES.flatMap(prefix => {
      const Days = days[prefix];
      return Days === undefined
        ? []
        : [
            {
              ID: `expire-${prefix}`,
              Status: 'Enabled',
              Filter: { Prefix: `${prefix}/` },
              Expiration: { Days },
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: ABORT_UPLOAD_DAYS },
            },
          ];
    });
    await client.setBucketLifecycle(bucket, { Rule: rules });
  } catch (error) {
    // Not every server has lifecycle rules, nor every user the right to set them: the sweeper does not need them.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

async function hasRules(client: Client, bucket: string): Promise<boolean> {
  try {
    const found = await client.getBucketLifecycle(bucket);
    return found !== null && found !== undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'NoSuchLifecycleConfiguration')
      return false;
    throw error;
  }
}
