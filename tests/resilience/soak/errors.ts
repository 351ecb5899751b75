/** Servers that answer with refusals: how a relay changes what passes through its connections. */
import { Random } from './random.ts';

/**
 * What happens to a piece: it passes, or its sender gets another answer, after which the connection may be closed
 * (`lastWords`).
 */
export type Passed = { piece: Buffer } | { instead: Buffer } | { lastWords: Buffer };

/** Changes the traffic of one connection. */
export interface Meddler {
  request(piece: Buffer): Passed;
  answer(piece: Buffer): Passed;
}

/** How often a server refuses, for all connections to it. */
export class Refusals {
  share = 0;
  /** All refusals have a reason that waiting does not remove: a right, a password or a bucket was taken away. */
  lasting = false;
  /** Port of the only Kafka broker that refuses; undefined: all. */
  broker: number | undefined;
  /** Share of S3's documents that are refused, chosen by name: the same ones for as long as it lasts. */
  documentsShare = 0;
  random = new Random(1);
  told: (name: string) => void = () => undefined;

  end(): void {
    this.share = 0;
    this.documentsShare = 0;
  }

  /** Whether the next answer is a refusal. */
  next(): boolean {
    return this.share > 0 && this.random.chance(this.share);
  }
}
