/**
 * Lists a bucket. The client's own list starts over for ever if a server that only supports ListObjects (V1) does not
 * return a continuation token.
 */
import type { BucketItem, Client } from 'minio';

/** S3's own maximum. */
const PAGE_OBJECTS = 1_000;

/** The objects under a prefix, in the order of their keys. */
export async function* listed(client: Client, bucket: string, prefix: string): AsyncGenerator<BucketItem> {
  for (let token = ''; ; ) {
    const page = await client.listObjectsV2Query(bucket, prefix, token, '', PAGE_OBJECTS, '');
    yield* page.objects;
    if (!page.isTruncated) return;
    const next = page.nextContinuationToken ?? '';
    if (next === '' || next === token) throw new Error('a list does not say how it goes on');
    token = next;
  }
}
