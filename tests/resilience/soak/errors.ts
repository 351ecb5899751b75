/** Servers that answer, and say no: what a relay does to what passes through a connection of it. */
import { Random } from './random.ts';

/** What passes of a piece; or what its sender hears instead, as the last on this connection or not. */
export type Passed = { piece: Buffer } | { instead: Buffer } | { lastWords: Buffer };

/** One connection. */
export interface Meddler {
  request(piece: Buffer): Passed;
  answer(piece: Buffer): Passed;
}

/** How often a server says no, for all connections to it. */
export class Refusals {
  share = 0;
  /** All of them for one reason that no waiting heals: a right, a password or a bucket that was taken away. */
  lasting = false;
  /** The only one of Kafka's brokers that does so, by its port. */
  broker: number | undefined;
  /** Of the documents of S3, by their names: the same ones as long as it lasts. */
  documentsShare = 0;
  random = new Random(1);
  told: (name: string) => void = () => undefined;

  end(): void {
    this.share = 0;
    this.documentsShare = 0;
  }

  /** Whether the next answer is one. */
  next(): boolean {
    return this.share > 0 && this.random.chance(this.share);
  }
}
