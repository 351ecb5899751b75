/** A raw connection, for callers who do not do what HTTP clients do. */
import { connect, type Socket } from 'node:net';
import type { Service } from './service.ts';
import { until } from './waiting.ts';

export interface WireAnswer {
  status: number;
  head: string;
  body: string;
}

export class Wire {
  readonly socket: Socket;
  private received = Buffer.alloc(0);
  /** Whether the service or the caller has ended the connection. */
  closed = false;

  constructor(service: Pick<Service, 'base'>, { reads = true, allowHalfOpen = false } = {}) {
    const { port, hostname } = new URL(service.base);
    this.socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
    this.socket.on('error', () => undefined);
    this.socket.once('close', () => {
      this.closed = true;
    });
    if (reads)
      this.socket.on('data', chunk => {
        this.received = Buffer.concat([this.received, chunk]);
      });
    else this.socket.pause();
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /** Everything received so far. */
  get text(): string {
    return this.received.toString('latin1');
  }

  /** The answers that have arrived completely; each must have a Content-Length. */
  answers(): WireAnswer[] {
    const answers: WireAnswer[] = [];
    for (let rest = this.text; ; ) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return answers;
      const head = rest.slice(0, end);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (rest.length < end + 4 + length) return answers;
      answers.push({ status, head, body: rest.slice(end + 4, end + 4 + length) });
      rest = rest.slice(end + 4 + length);
    }
  }

  /** The first `count` answers, interim ones included. */
  async answered(count = 1, timeoutMs?: number): Promise<WireAnswer[]> {
    return until(
      `${count} answers`,
      () => (this.answers().length >= count || this.closed ? this.answers() : undefined),
      timeoutMs,
    );
  }

  async first(timeoutMs?: number): Promise<WireAnswer> {
    const [answer] = await this.answered(1, timeoutMs);
    if (answer === undefined) throw new Error(`the connection was closed without an answer: ${this.text}`);
    return answer;
  }

  async end(timeoutMs?: number): Promise<void> {
    await until('the connection to be closed', () => this.closed, timeoutMs);
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** The head of an HTTP/1.1 request; `fields` follow Host. */
export function requestHead(method: string, target: string, fields: readonly string[] = []): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: service', ...fields, '', ''].join('\r\n');
}
