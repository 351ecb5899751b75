/**
 * A TCP proxy in front of a broker that can suppress an answer: the request arrives, and the connection is closed
 * before the answer passes.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Frames, SIZE_BYTES } from './kafka-frames.ts';

/** API key of Kafka's Produce request. */
const PRODUCE_API_KEY = 0;

export class CuttingProxy {
  readonly port: number;
  /** Connections that were chosen to be closed. */
  cuts = 0;
  /** Produce requests that the broker received. */
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

  /** Lets the next Produce request reach the broker, and suppresses its answer. */
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
    const requests = new Frames();
    client.on('data', chunk => {
      const produced = requests
        .of(chunk)
        .filter(frame => frame.readInt16BE(SIZE_BYTES) === PRODUCE_API_KEY).length;
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
