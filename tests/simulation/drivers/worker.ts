/** Stands in for a document worker: the document itself says how long it takes and how it ends. */
import { backend } from './backend.ts';

/** The content of a history's document, as JSON. */
export interface SimulatedDocument {
  ms: number;
  end: 'completed' | 'failed' | 'dies';
}

export class Worker {
  documents = 0;
  tasks = 0;
  alive = true;
  readonly ready = Promise.resolve();
  readonly gone: Promise<void>;
  private readonly ending = Promise.withResolvers<void>();

  constructor() {
    this.gone = this.ending.promise;
  }

  memory(): { resident: number; data: number } {
    return { resident: 0, data: 0 };
  }

  cpuMs(): number {
    return 0;
  }

  async run(_request: object, document: Buffer, deadline: number): Promise<object> {
    this.documents++;
    this.tasks++;
    const { ms, end } = JSON.parse(document.toString()) as SimulatedDocument;
    const leftMs = deadline - performance.now();
    await this.wait(Math.min(ms, leftMs));
    if (!this.alive) return { kind: 'died' };
    if (ms >= leftMs || end === 'dies') {
      this.kill();
      return { kind: end === 'dies' ? 'died' : 'deadline' };
    }
    if (end === 'failed') {
      const answer = { kind: 'failed', code: 'extraction_failed', abusive: false, contentType: null };
      return { kind: 'answered', answer, response: Buffer.alloc(0) };
    }
    // No two readings are the same, which shows whose answer somebody got.
    const reading = Math.floor(backend().world.random.next() * 2 ** 32);
    const response = Buffer.from(JSON.stringify({ text: 'words', reading }));
    const ocrCount = { pages: 0, confidence: null };
    const rest = { chars: 5, pages: null, ocr: false, ocrCount, warnings: [] };
    return {
      kind: 'answered',
      answer: { kind: 'completed', contentType: 'text/html', ...rest },
      response,
    };
  }

  /** Reads the pool's own practice document, which takes no time here. */
  async rehearse(): Promise<{ kind: 'answered' }> {
    return { kind: 'answered' };
  }

  kill(): void {
    this.alive = false;
    this.ending.resolve();
  }

  private async wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, ms));
    await Promise.race([promise, this.gone]);
    clearTimeout(timer);
  }
}
