/**
 * A client of Redis whose commands of one moment travel in one write. ioredis can do so too (`enableAutoPipelining`), but makes a client
 * of its own for each batch: a third of a command's CPU time, and 3 KB that outlive two collections (docs/notebook/speed.md).
 */
import { Redis } from 'ioredis';

export class BatchedRedis extends Redis {
  private gathering: Redis['stream'] | undefined;

  /**
   * ioredis calls it for each command, and again on the next connection for what waited for it or had no answer on the old one. Some of that has
   * failed for its caller meanwhile (`commandTimeout`), who has told somebody so, or has done something else: it is not to happen any more.
   */
  override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
    const [command, pipeline] = sent;
    // Of a pipeline nothing is written while a part of it is missing.
    if (command.isSettled && pipeline === undefined) return command.promise;
    this.gather();
    return super.sendCommand(...sent);
  }

  /** Holds back what is written until this turn of the event loop ends. */
  private gather(): void {
    const { stream } = this;
    // Not connected yet, or another connection than the one that is held.
    if (stream === undefined || stream === this.gathering) return;
    this.gathering = stream;
    stream.cork();
    setImmediate(() => {
      if (this.gathering === stream) this.gathering = undefined;
      stream.uncork();
    });
  }
}
