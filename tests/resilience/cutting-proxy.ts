/** A TCP proxy before a broker that can swallow an answer: the request arrives, the connection dies before it is told. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Kafka's Produce request. */
const PRODUCE_API_KEY = 0;

export class CuttingProxy {
  readonly port: number;
  cuts = 0;
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
    client.on('data', chunk => {
      // kafkajs writes one request at a time: a chunk begins with its size and its API key.
      if (this.armed > 0 && chunk.length > 6 && chunk.readInt16BE(4) === PRODUCE_API_KEY) {
        this.armed--;
        doomed = true;
      }
      broker.write(chunk);
    });
    broker.on('data', chunk => {
      if (!doomed) return void client.write(chunk);
      this.cuts++;
      end();
    });
  }
}
