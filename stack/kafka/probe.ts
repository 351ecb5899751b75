import { connect } from 'node:net';

const METADATA_API_KEY = 3;
/** Version 1 is the first that includes the controller; brokers of Kafka 4 still answer it. */
const METADATA_VERSION = 1;
const ANSWER_LIMIT_MS = 2_000;

/** Number of brokers that the cluster counts as alive. An open port is not enough, because the broker may still be fenced. */
export function liveBrokers(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = Buffer.alloc(0);
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
    socket.on('connect', () => socket.write(metadataRequest()));
    socket.on('data', chunk => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < 4 || answer.length < 4 + answer.readInt32BE(0)) return;
      socket.destroy();
      // size, correlation id, then the array of brokers
      resolve(answer.readInt32BE(8));
    });
  });
}

function metadataRequest(): Buffer {
  const request = Buffer.alloc(18);
  request.writeInt32BE(14, 0);
  request.writeInt16BE(METADATA_API_KEY, 4);
  request.writeInt16BE(METADATA_VERSION, 6);
  request.writeInt32BE(1, 8); // correlation id
  request.writeInt16BE(-1, 12); // no client id
  request.writeInt32BE(0, 14); // about no topic
  return request;
}
