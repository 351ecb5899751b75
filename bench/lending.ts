/**
 * What reading pages elsewhere costs apart from recognition: pages of real pixels go through the stack's Redis and S3,
 * and the workers that read them only sleep for as long as a page takes. So even a busy machine shows how evenly the
 * extractors share the pages.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3BlobStore } from '../platform/blob-store/s3/s3-blob-store.ts';
import { RedisPeers } from '../platform/peers/redis/redis-peers.ts';
import { createTelemetry } from '../platform/telemetry.ts';
import { PageExchange } from '../services/extractor/lent-pages/page-exchange.ts';
import type { GreyImage, RecognizedPage } from '../services/extractor/ocr/engine.ts';
import type { Elsewhere } from '../services/extractor/worker/loans.ts';
import { PAGES_AT_ONCE } from '../services/extractor/worker/protocol.ts';
import { type Offering, SharedOcr } from '../services/extractor/worker/shared-ocr.ts';
import type { Environment } from './roles.ts';

const JOINED_MS = 1_000;

class SleepingPool {
  elsewhere: Elsewhere | undefined;
  onIdle: () => void = () => undefined;
  private readonly idle: { readPicture: () => Promise<Buffer> }[];

  constructor(workers: number, readPicture: () => Promise<Buffer>) {
    this.idle = Array.from({ length: workers }, () => ({ readPicture }));
  }

  get lendable(): number {
    return this.idle.length;
  }

  lend(): { readPicture: () => Promise<Buffer> } | undefined {
    return this.idle.pop();
  }

  startToLend(): void {}

  giveBack(worker: { readPicture: () => Promise<Buffer> }): void {
    this.idle.push(worker);
    this.onIdle();
  }
}

/** Time × workers of `extractors` with one worker each, relative to a single extractor without lending. */
export async function lendingRatio(
  environment: Environment,
  image: GreyImage,
  { extractors, pages, pageMs }: { extractors: number; pages: number; pageMs: number },
): Promise<number> {
  const { width, height } = image;
  const rules = { horizontal: [], vertical: [] };
  const page: RecognizedPage = { width, height, quarterTurns: 0, lines: [], rules, confidence: 0 };
  const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = environment;
  const blobs = await S3BlobStore.open({
    endpoint: S3_ENDPOINT,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    bucket: S3_BUCKET,
    region: 'us-east-1',
  });
  const tag = `${environment.REDIS_PREFIX}-${randomUUID()}`;
  const telemetry = createTelemetry('warn');
  const settings = { BUILD_REVISION: '', OCR_LANGUAGES: ['eng'] };
  const opened = Array.from({ length: extractors }, (_, at) => {
    const peers = new RedisPeers({
      url: environment.REDIS_URL ?? '',
      tag,
      role: 'extractor',
      onRefused: console.error,
    });
    const pool = (workers: number) =>
      new SleepingPool(workers, async () => {
        await sleep(pageMs);
        return Buffer.from(JSON.stringify(page));
      });
    // The worker of the first extractor holds the document.
    const pools = { bulk: pool(at === 0 ? 0 : 1), interactive: pool(0) };
    const exchange = new PageExchange({
      peers,
      blobs,
      settings,
      telemetry,
      pools,
      precision: () => undefined,
    });
    return { peers, exchange };
  });
  await sleep(JOINED_MS);
  const borrower = opened[0]?.exchange.lanes.bulk.borrower;
  if (borrower === undefined) throw new RangeError('there is no extractor');
  const own = { recognize: () => sleep(pageMs, page) };
  const ocr = new SharedOcr(own, offeringOf(borrower), {
    end: Number.POSITIVE_INFINITY,
    now: () => performance.now(),
  });
  const startedAt = performance.now();
  let next = 0;
  const reader = async () => {
    for (let at = next++; at < pages; at = next++) await ocr.recognize(image, at < pages - 1);
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, reader));
  const tookMs = performance.now() - startedAt;
  await sleep(JOINED_MS);
  for (const { peers } of opened) peers.close();
  await blobs.close();
  return (extractors * tookMs) / (pages * pageMs);
}

const offeringOf = (borrower: Elsewhere): Offering => ({
  recognizing: () => undefined,
  offer: async image => {
    const place = await borrower.ask();
    if (place === null) return null;
    const reading = place.readPicture(image, image.pixels, Number.MAX_SAFE_INTEGER).then(lines => {
      place.giveBack(lines === null ? 'unread' : 'read');
      return lines === null ? null : (JSON.parse(lines.toString('utf8')) as RecognizedPage);
    });
    return { page: reading };
  },
});
