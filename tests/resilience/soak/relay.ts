/** A TCP relay before a server of the stack: the network between, which can be cut, be silent, or refuse. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Relay {
  readonly port: number;
  private readonly server: Server;
  private readonly pairs = new Set<[Socket, Socket]>();
  private state: 'open' | 'silent' | 'refusing' = 'open';

  static listen(target: number): Promise<Relay> {
    return new Promise(resolve => {
      const server = createServer();
      server.listen(0, '127.0.0.1', () => {
        resolve(new Relay(server, target, (server.address() as { port: number }).port));
      });
    });
  }

  private constructor(server: Server, target: number, port: number) {
    this.server = server;
    this.port = port;
    server.on('connection', client => {
      if (this.state === 'refusing') client.destroy();
      else this.join(client, connect(target, '127.0.0.1'));
    });
  }

  /** Every connection dies at once; new ones are taken. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** Connections stay and are taken, and nothing passes. */
  hush(): void {
    this.state = 'silent';
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  refuse(): void {
    this.state = 'refusing';
    this.cut();
  }

  heal(): void {
    this.state = 'open';
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  close(): void {
    this.server.close();
    this.cut();
  }

  private join(client: Socket, server: Socket): void {
    const pair: [Socket, Socket] = [client, server];
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('error', end);
      from.on('close', end);
      from.on('data', chunk => {
        if (to.write(chunk) || this.state !== 'open') return;
        from.pause();
        to.once('drain', () => this.state === 'open' && from.resume());
      });
    }
    if (this.state === 'silent') for (const socket of pair) socket.pause();
  }
}
