/** `KAFKA_BROKERS=127.0.0.1:9092 npm start`: prints a report of everything in the log. */

import { pathToFileURL } from 'node:url';
import { Kafka, logLevel } from 'kafkajs';
import { openDecoder } from './decode.ts';
import { Report } from './report.ts';
import { readTopic } from './topic.ts';

const { KAFKA_BROKERS = '127.0.0.1:9092', SCHEMAS_DIR } = process.env;
const folder = SCHEMAS_DIR
  ? pathToFileURL(`${SCHEMAS_DIR}/`)
  : new URL('../../schemas/events/', import.meta.url);

const decode = openDecoder(folder);
const report = new Report();
// No logging, because a new group always logs an error first that the client overcomes by itself.
const kafka = new Kafka({
  clientId: 'analytics',
  brokers: KAFKA_BROKERS.split(','),
  logLevel: logLevel.NOTHING,
});

function count(value: Buffer): void {
  try {
    report.add(decode(value));
  } catch (error) {
    report.addUnreadable(error instanceof Error ? error.message : 'unknown');
  }
}

function print(title: string, rows: object[]): void {
  console.log(title);
  if (rows.length > 0) console.table(rows);
  else console.log('none');
}

try {
  await readTopic(kafka, 'textrail.outcomes', count);
  print('Documents', report.documents());
  print('Failures', report.failures());
  print('Unreadable records', report.unreadable());
} catch (error) {
  console.error(`cannot read from ${KAFKA_BROKERS}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
