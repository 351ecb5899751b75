/**
 * One kept-alive connection that sends prepared requests at a fifth of an HTTP client's cost, because the load shares
 * the cores on which it is measured. Understands answers with a Content-Length and in chunks (RFC 9112, 6.1 and 6.2);
 * after any other it waits until the connection is closed, and rejects.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const CHUNKS_END = '\r\n0\r\n\r\n';

/** The parts of a request. */
export interface PreparedRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export function prepared({ method, path, headers, body }: PreparedRequest, host: string): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': String(body.length) });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(head.join('\r\n') + HEAD_END), body]);
}

export class KeptConnection {
  readonly #socket: Socket;
  #asked: PromiseWithResolvers<number> | null = null;
  /** The answer so far, until its head is complete; for chunks, until the last one. */
  #received = '';
  #status = 0;
  /** Bytes of the body still to come; null until the head is complete, and for chunks. */
  #missing: number | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', data => this.#take(data));
    const end = (error?: Error) => this.#asked?.reject(error ?? new Error('the connection was closed'));
    socket.on('error', end);
    socket.on('close', () => end());
  }

  /** `base`: `http://host:port`. */
  static async open(base: string): Promise<KeptConnection> {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new KeptConnection(socket);
  }

  /** Resolves to the status once the whole answer has arrived. */
  send(request: Buffer): Promise<number> {
    this.#asked = Promise.withResolvers();
    this.#socket.write(request);
    return this.#asked.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    if (this.#missing !== null) {
      this.#missing -= data.length;
      if (this.#missing <= 0) this.#answer();
      return;
    }
    this.#received += data.toString('latin1');
    const head = this.#received.indexOf(HEAD_END);
    if (head < 0) return;
    this.#status = Number(this.#received.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1];
    if (length !== undefined) {
      this.#missing = Number(length) - (this.#received.length - head - HEAD_END.length);
      if (this.#missing <= 0) this.#answer();
    } else if (this.#received.endsWith(CHUNKS_END)) this.#answer();
  }

  #answer(): void {
    const asked = this.#asked;
    [this.#asked, this.#received, this.#missing] = [null, '', null];
    asked?.resolve(this.#status);
  }
}
