/**
 * A Redis client that writes all commands of one turn together. ioredis can do so too (`enableAutoPipelining`), but
 * creates a client for each batch: a third of a command's CPU time, and 3 KB that survive two garbage collections
 * (docs/notebook/speed.md).
 */
import { Redis } from 'ioredis';

export class BatchedRedis extends Redis {
  private gathering: Redis['stream'] | undefined;

  /**
   * ioredis calls this for each command, and again on the next connection for commands that waited for it or had no
   * answer on the old one. Some of these have meanwhile failed for their caller (`commandTimeout`), who has reported it
   * or done something else: they must not be executed any more.
   */
  override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
    const [command, pipeline] = sent;
    // A pipeline is written only as a whole, so its parts cannot be left out.
    if (command.isSettled && pipeline === undefined) return command.promise;
    this.gather();
    return super.sendCommand(...sent);
  }

  /** Holds back writes until the end of this turn of the event loop. */
  private gather(): void {
    const { stream } = this;
    // Not connected yet, or already holding back.
    if (stream === undefined || stream === this.gathering) return;
    this.gathering = stream;
    stream.cork();
    setImmediate(() => {
      if (this.gathering === stream) this.gathering = undefined;
      stream.uncork();
    });
  }
}
