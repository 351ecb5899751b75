/**
 * Exchanges pages of scans between extractors: a document whose extractor has no free worker for a page borrows one
 * elsewhere, and idle workers here read pages of others (docs/decisions/0049). Only the extractor that has the job is
 * responsible for it: a page that does not come back in time is read there, as if nobody had been asked.
 */
import type { BlobStore } from '../../../platform/blob-store/blob-store.ts';
import { buildOf } from '../../../platform/build.ts';
import type { Peers } from '../../../platform/peers/peers.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Telemetry } from '../../../platform/telemetry.ts';
import { within } from '../../../platform/within.ts';
import type { Lane } from '../../../schemas/events.ts';
import type { Precision } from '../ocr/networks/runtime.ts';
import type { Elsewhere } from '../worker/loans.ts';
import { Borrower } from './borrower.ts';
import { PageBlobs } from './page-blobs.ts';
import { type LendingPool, type LentWorker, Reader } from './reader.ts';
import { heardWord } from './words.ts';

export interface PageExchangePorts<W extends LentWorker> {
  peers: Peers;
  blobs: BlobStore;
  settings: Pick<Settings, 'BUILD_REVISION' | 'OCR_LANGUAGES'>;
  telemetry: Pick<Telemetry, 'logger'>;
  pools: Record<Lane, LendingPool<W> & { elsewhere: Elsewhere | undefined }>;
  precision: () => Precision | undefined;
}

interface LaneOfPages<W extends LentWorker> {
  borrower: Borrower;
  reader: Reader<W>;
}

export class PageExchange<W extends LentWorker> {
  readonly lanes: Record<Lane, LaneOfPages<W>>;

  constructor({ peers, blobs: store, settings, telemetry, pools, precision }: PageExchangePorts<W>) {
    const blobs = new PageBlobs(store);
    // Another build may produce lines that this one does not know; with other settings a page's words would depend on
    // who read it.
    const reading = () => [buildOf(settings), ...settings.OCR_LANGUAGES, precision() ?? 'unknown'].join(' ');
    const laneOf = (lane: Lane): LaneOfPages<W> => {
      const pool = pools[lane];
      const borrower = new Borrower(lane, { peers, blobs, reading, logger: telemetry.logger });
      pool.elsewhere = borrower;
      const ownWantedAt = () => borrower.wantedAt;
      return { borrower, reader: new Reader(lane, { peers, blobs, reading, pool, ownWantedAt }) };
    };
    this.lanes = { interactive: laneOf('interactive'), bulk: laneOf('bulk') };
    peers.listen((from, message) => {
      const word = heardWord(message);
      if (word === undefined) return;
      for (const { borrower, reader } of Object.values(this.lanes)) {
        borrower.heard(from, word);
        reader.heard(from, word);
      }
    });
  }

  /** Takes no more pages, and finishes those it has taken. */
  async stop(withinMs: number): Promise<void> {
    await Promise.all(Object.values(this.lanes).map(({ reader }) => reader.stop(withinMs)));
  }

  /** Resolves when the pages of this extractor's own documents are deleted, or at the deadline; the rest expires. */
  async forgotten(withinMs: number): Promise<void> {
    await within(
      withinMs,
      Promise.all(Object.values(this.lanes).map(({ borrower }) => borrower.forgotten())),
    );
  }
}
