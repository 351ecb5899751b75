import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A server in place of a broker, and the connections to it. They are closed after the test. */
export async function listening(t: TestContext, onConnection: (socket: Socket) => void = () => undefined) {
  const sockets: Socket[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

const BYTES_OF_LENGTH = 4;

/** Answers every request. The content says that the broker does not know the request, which is an answer too. */
export function answers(socket: Socket): void {
  socket.on('data', requests => {
    for (let at = 0; at < requests.length; at += BYTES_OF_LENGTH + requests.readInt32BE(at))
      socket.write(answerTo(requests.subarray(at)));
  });
}

/** The answer to the first request in the buffer. */
export function answerTo(request: Buffer): Buffer {
  const answer = Buffer.alloc(18);
  answer.writeInt32BE(answer.length - BYTES_OF_LENGTH, 0);
  request.copy(answer, 4, 8, 12);
  return answer;
}
