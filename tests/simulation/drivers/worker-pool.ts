/** Stands in for the document workers: a document says itself how long it takes and what comes of it. */
import { backend } from './backend.ts';

/** What stands in a document of a history, as JSON. */
export interface SimulatedDocument {
  ms: number;
  end: 'completed' | 'failed' | 'dies';
}

interface Options {
  most: number;
}

export class WorkerPool {
  readonly loans = { granted: 0, read: 0, unread: 0 };
  readonly failing = 0;
  private readonly options: Options;
  private free: number;
  private readonly line: (() => void)[] = [];
  private isRefusing = false;

  constructor(options: Options) {
    this.options = options;
    this.free = options.most;
  }

  async ready(): Promise<void> {}

  async run(_request: object, document: Buffer, deadline: number): Promise<object> {
    if (this.isRefusing) return { kind: 'refused' };
    if (this.free > 0) this.free--;
    else await new Promise<void>(resolve => this.line.push(resolve));
    if (this.isRefusing) return { kind: 'refused' };
    try {
      return await this.read(document, deadline);
    } finally {
      const next = this.line.shift();
      if (next === undefined) this.free = Math.min(this.options.most, this.free + 1);
      else next();
    }
  }

  refuse(): void {
    this.isRefusing = true;
    for (const enter of this.line.splice(0)) enter();
  }

  async close(): Promise<void> {
    this.refuse();
  }

  private async read(bytes: Buffer, deadline: number): Promise<object> {
    const { ms, end } = JSON.parse(bytes.toString()) as SimulatedDocument;
    const leftMs = deadline - Date.now();
    await new Promise<void>(resolve => setTimeout(resolve, Math.max(0, Math.min(ms, leftMs))));
    if (ms >= leftMs) return { kind: 'deadline' };
    if (end === 'dies') return { kind: 'died' };
    if (end === 'failed') {
      const answer = { kind: 'failed', code: 'extraction_failed', abusive: false, contentType: null };
      return { kind: 'answered', answer, response: Buffer.alloc(0) };
    }
    // No two readings are the same, so that it shows whose answer somebody got.
    const reading = Math.floor(backend().world.random.next() * 2 ** 32);
    const response = Buffer.from(JSON.stringify({ text: 'words', reading }));
    const rest = { chars: 5, pages: null, ocr: false, warnings: [] };
    return {
      kind: 'answered',
      answer: { kind: 'completed', contentType: 'text/html', ...rest },
      response,
    };
  }
}
