/** Lifecycle rules on servers that support them: a safeguard in addition to the sweeper. */
import type { Client, LifecycleConfig } from 'minio';
import { BLOB_PREFIXES, type BlobPrefix } from '../blob-store.ts';

/** Whole days after the last write; longer than the sweeper's limits, which normally apply. */
export type ExpiryDays = Record<BlobPrefix, number>;

/** Days after which the parts of an unfinished upload are removed. */
const ABORT_UPLOAD_DAYS = 1;
/** In a bucket with versions a deletion only hides an object: without this rule, erased documents would stay for ever. */
const HIDDEN_VERSION_DAYS = 1;
/** Objects that only an erasure deletes. */
const KEPT_PREFIX = 'pepper';

export interface ExpiryRules {
  /** `refused`: the server does not support lifecycle rules, or the user may not set them; the sweeper does not need them. */
  outcome: 'set' | 'up to date' | 'refused';
  /** Ids of an operator's rules that delete blobs sooner than the service allows. */
  tooSoon: string[];
  /** True if the bucket keeps versions of deleted objects; undefined if the server does not tell. */
  keepsVersions: boolean | undefined;
}

type Rule = Extract<LifecycleConfig['Rule'], readonly unknown[]>[number];

/** A rule parsed from the server's XML: numbers are strings, and a single rule is not a list. */
interface FoundRule {
  ID?: unknown;
  Status?: unknown;
  Prefix?: unknown;
  Filter?: { Prefix?: unknown };
  Expiration?: { Days?: unknown };
  NoncurrentVersionExpiration?: { NoncurrentDays?: unknown };
}

/** Updates the service's own rules from the settings, and leaves an operator's rules unchanged. */
export async function updateExpiryRules(
  client: Client,
  bucket: string,
  days: ExpiryDays,
): Promise<ExpiryRules> {
  const keepsVersions = await hasVersions(client, bucket);
  try {
    const found = await foundRules(client, bucket);
    const own = [...BLOB_PREFIXES.map(prefix => ownRule(prefix, days[prefix])), HIDDEN_VERSIONS];
    const ids = own.map(({ ID }) => ID);
    const others = found.filter(({ ID }) => !ids.includes(String(ID)));
    const tooSoon = others
      .filter(rule => deletesTooSoon(rule, days))
      .map(({ ID }) => String(ID ?? 'unnamed'));
    const isCurrent = own.every(rule => found.some(other => fingerprint(other) === fingerprint(rule)));
    if (isCurrent) return { outcome: 'up to date', tooSoon, keepsVersions };
    await client.setBucketLifecycle(bucket, { Rule: [...(others as Rule[]), ...own] });
    return { outcome: 'set', tooSoon, keepsVersions };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { outcome: 'refused', tooSoon: [], keepsVersions };
  }
}

/** Suspended versioning keeps the versions of what was deleted before. */
async function hasVersions(client: Client, bucket: string): Promise<boolean | undefined> {
  try {
    const { Status } = Object(await client.getBucketVersioning(bucket));
    return Status === 'Enabled' || Status === 'Suspended';
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return undefined;
  }
}

const ownRule = (prefix: BlobPrefix, Days: number) => ({
  ID: `expire-${prefix}`,
  Status: 'Enabled',
  Filter: { Prefix: `${prefix}/` },
  Expiration: { Days },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: ABORT_UPLOAD_DAYS },
  NoncurrentVersionExpiration: { NoncurrentDays: HIDDEN_VERSION_DAYS },
});

const HIDDEN_VERSIONS = {
  ID: `expire-${KEPT_PREFIX}`,
  Status: 'Enabled',
  Filter: { Prefix: `${KEPT_PREFIX}/` },
  NoncurrentVersionExpiration: { NoncurrentDays: HIDDEN_VERSION_DAYS },
};

const prefixOf = ({ Filter, Prefix }: FoundRule): string => String(Filter?.Prefix ?? Prefix ?? '');

/** Identifies a rule by its fields, without the abort of unfinished uploads, which MinIO accepts but does not return. */
function fingerprint(rule: FoundRule): string {
  const hidden = rule.NoncurrentVersionExpiration?.NoncurrentDays;
  const said = [rule.ID, rule.Status, prefixOf(rule), rule.Expiration?.Days, hidden];
  return JSON.stringify(said.map(String));
}

function deletesTooSoon(rule: FoundRule, days: ExpiryDays): boolean {
  const after = Number(rule.Expiration?.Days);
  if (rule.Status !== 'Enabled' || !(after > 0)) return false;
  const prefix = prefixOf(rule);
  return BLOB_PREFIXES.some(
    own => (`${own}/`.startsWith(prefix) || prefix.startsWith(`${own}/`)) && after < days[own],
  );
}

async function foundRules(client: Client, bucket: string): Promise<FoundRule[]> {
  try {
    const found: unknown = await client.getBucketLifecycle(bucket);
    const rules = found !== null && typeof found === 'object' && 'Rule' in found ? found.Rule : [];
    return [rules].flat() as FoundRule[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'NoSuchLifecycleConfiguration') return [];
    throw error;
  }
}
