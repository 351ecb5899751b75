/** A TCP proxy before a broker that can swallow an answer: the request arrives, the connection dies before it is told. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Kafka's Produce request. */
const PRODUCE_API_KEY = 0;
/** Of a request: its size, which does not count itself, and its API key. */
const SIZE_BYTES = 4;
const HEAD_BYTES = 6;

export class CuttingProxy {
  readonly port: number;
  /** Connections that were chosen to die. */
  cuts = 0;
  /** Produce requests that the broker got. */
  produced = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private armed = 0;

  static listen(target: number): Promise<CuttingProxy> {
    return new Promise(resolve => {
      const server = createServer();
      server.listen(0, '127.0.0.1', () => {
        resolve(new CuttingProxy(server, target, (server.address() as { port: number }).port));
      });
    });
  }

  private constructor(server: Server, target: number, port: number) {
    this.server = server;
    this.port = port;
    server.on('connection', client => this.join(client, connect(target, '127.0.0.1')));
  }

  /** The next Produce request reaches the broker, its answer nobody. */
  cutNextProduceAnswer(): void {
    this.armed++;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, broker: Socket): void {
    let doomed = false;
    const end = () => {
      client.destroy();
      broker.destroy();
      this.sockets.delete(client);
      this.sockets.delete(broker);
    };
    for (const socket of [client, broker]) {
      this.sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    const requests = new Requests();
    client.on('data', chunk => {
      const produced = requests.keysIn(chunk).filter(key => key === PRODUCE_API_KEY).length;
      this.produced += produced;
      if (this.armed > 0 && produced > 0 && !doomed) {
        this.armed--;
        this.cuts++;
        doomed = true;
      }
      broker.write(chunk);
    });
    broker.on('data', chunk => {
      if (doomed) return end();
      client.write(chunk);
    });
  }
}

/** Tells the requests of a connection by their heads, wherever the network has cut them into chunks. */
class Requests {
  private head = Buffer.alloc(0);
  private bodyBytes = 0;

  /** API keys of the requests whose head ends in the chunk. */
  keysIn(chunk: Buffer): number[] {
    const keys: number[] = [];
    for (let rest = chunk; rest.length > 0; ) {
      const skipped = Math.min(this.bodyBytes, rest.length);
      this.bodyBytes -= skipped;
      rest = rest.subarray(skipped);
      const taken = rest.subarray(0, HEAD_BYTES - this.head.length);
      this.head = Buffer.concat([this.head, taken]);
      rest = rest.subarray(taken.length);
      if (this.head.length < HEAD_BYTES) continue;
      keys.push(this.head.readInt16BE(SIZE_BYTES));
      this.bodyBytes = this.head.readInt32BE(0) - (HEAD_BYTES - SIZE_BYTES);
      this.head = Buffer.alloc(0);
    }
    return keys;
  }
}
