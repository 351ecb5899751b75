/** Lists of a bucket: the client's own begins again, for ever, where a server that speaks only ListObjects (V1) does not say how to go on. */
import type { BucketItem, Client } from 'minio';

/** S3's own ceiling. */
const PAGE_OBJECTS = 1_000;

/** What lies below a prefix, in the order of its keys. */
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
