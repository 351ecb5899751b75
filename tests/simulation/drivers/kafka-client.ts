/** The requests of this folder's Kafka client, with the time-outs and retries that kafkajs has under our settings. */
import { Connection } from '../virtual/network.ts';
import { type Backend, backend } from './backend.ts';
import { BrokerError } from './cluster.ts';

/** `requestTimeout` of platform/event-log/kafka/client.ts. */
const REQUEST_TIMEOUT_MS = 5_000;
export const RETRY_PAUSE_MS = 300;

export class RequestTimeout extends Error {
  override readonly name = 'KafkaJSRequestTimeoutError';
}

export class RetriesExceeded extends Error {
  override readonly name = 'KafkaJSNumberOfRetriesExceeded';
}

export class Client {
  readonly backend: Backend = backend();
  closed = false;
  private connection = new Connection();

  /**
   * Repeats a request until it is answered, at most `retries` times after the first. A request that was given up may
   * still arrive.
   */
  async ask<T>(retries: number, work: () => T | Promise<T>, limitMs = REQUEST_TIMEOUT_MS): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.once(work, limitMs);
      } catch (error) {
        if (error instanceof BrokerError) throw error;
        this.connection = new Connection();
        if (this.closed || attempt >= retries) throw new RetriesExceeded(String(error), { cause: error });
        await new Promise<void>(resolve => setTimeout(resolve, RETRY_PAUSE_MS));
      }
    }
  }

  private once<T>(work: () => T | Promise<T>, limitMs: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => reject(new RequestTimeout('Request timed out')), limitMs);
    this.backend.network.ask('kafka', this.connection, work).then(
      answer => {
        clearTimeout(timer);
        resolve(answer);
      },
      error => {
        clearTimeout(timer);
        reject(error);
      },
    );
    return promise;
  }
}
