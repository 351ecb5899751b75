/** Buckets named as s3://bucket/prefix, reached with the environment variables that all S3 programs use. */
import { CallersBucket } from '../../platform/blob-store/s3/callers-bucket.ts';
import { type BucketPlace, WrongUse } from './arguments.ts';
import type { Input } from './inputs.ts';

type Environment = Record<string, string | undefined>;

const USUAL_REGION = 'us-east-1';

export type OpenBucket = (bucket: string) => CallersBucket;

/** Throws `WrongUse` if a variable is missing. */
export function bucketsOf(environment: Environment): OpenBucket {
  const accessKey = environment.AWS_ACCESS_KEY_ID ?? '';
  const secretKey = environment.AWS_SECRET_ACCESS_KEY ?? '';
  if (accessKey === '' || secretKey === '')
    throw new WrongUse('s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || USUAL_REGION;
  const endpoint =
    environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint))
    throw new WrongUse('AWS_ENDPOINT_URL is no http(s):// address');
  const sessionToken = environment.AWS_SESSION_TOKEN || undefined;
  return bucket => new CallersBucket({ endpoint, region, accessKey, secretKey, sessionToken, bucket });
}

/** The documents under a prefix, except the results that an earlier run has written there (`to`). */
export async function objectsBelow(
  open: OpenBucket,
  { bucket: name, prefix }: BucketPlace,
  to: BucketPlace | null,
): Promise<Input[]> {
  const bucket = open(name);
  const objects = await bucket.list(prefix);
  const isResult = (key: string) =>
    to !== null && to.bucket === name && to.prefix !== prefix && key.startsWith(to.prefix);
  // `s3://b/in/a.pdf` gets the same name under `s3://b/in`, `s3://b/in/` and `s3://b/in/a`.
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  return objects
    .filter(({ key }) => !isResult(key))
    .map(
      (object): Input => ({
        kind: 'object',
        name: `s3://${name}/${object.key}`,
        outName: object.key.startsWith(`${prefix}/`)
          ? object.key.slice(prefix.length + 1)
          : object.key.slice(folder.length),
        changedAt: object.changedAt,
        object: {
          version: object.etag,
          bytes: object.bytes,
          address: () => bucket.addressOf(object.key, Date.now()),
          read: () => bucket.read(object.key),
        },
      }),
    );
}
