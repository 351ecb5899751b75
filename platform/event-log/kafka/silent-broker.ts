/**
 * Gives up a broker that accepts connections but answers nothing. kafkajs 2.2.4 times out its first question to such a
 * broker but keeps the connection, counting it as connected although nothing is known of the broker; everything asked
 * of it then fails at once with `Broker not connected`. If it was the first in a client's list, the client never tried
 * another one, and a service that was starting ended. Here the connection is closed and the broker counts as
 * unreachable, so the next in the list is tried. The same applies if a connection ends before the broker has answered.
 */
import { createRequire } from 'node:module';

/** The second error comes from a proxy that accepts connections for a broker that is gone. */
const NO_ANSWER = new Set(['KafkaJSRequestTimeoutError', 'KafkaJSConnectionClosedError']);

interface Broker {
  brokerAddress: string;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

const require = createRequire(import.meta.url);
const { prototype: broker }: { prototype: Broker } = require('kafkajs/src/broker/index.js');
const { KafkaJSConnectionError } = require('kafkajs/src/errors.js');
const { connect } = broker;

/** Call it before a client is created; further calls change nothing. */
export function leaveSilentBrokers(): void {
  broker.connect = async function (this: Broker) {
    try {
      await connect.call(this);
    } catch (error) {
      if (!(error instanceof Error) || !NO_ANSWER.has(error.name)) throw error;
      await this.disconnect();
      throw new KafkaJSConnectionError(`No answer: ${error.message}`, { broker: this.brokerAddress });
    }
  };
}
