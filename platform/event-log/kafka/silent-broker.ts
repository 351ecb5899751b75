/**
 * A broker that hangs takes connections (its system does) and answers nothing. kafkajs 2.2.4 gives the first question up in time, and
 * keeps the connection: it counts as one then although nothing is known of the broker, and all that is asked of it fails at once with
 * `Broker not connected`. Where it was the first of the list that a client tried, the client never came to another one, and a service that
 * started meanwhile ended. Here the connection ends, and it is a broker that cannot be reached: the next one of the list is tried. So it is with one whose
 * connections end before it has answered.
 */
import { createRequire } from 'node:module';

/** The second is what comes of a proxy that takes connections for a broker that is gone. */
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

/** To be called before a client is made; again it changes nothing. */
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
