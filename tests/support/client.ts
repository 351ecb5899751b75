/** A caller of the API. Every answer is checked against the published schemas and headers before a test sees it. */
import assert from 'node:assert/strict';
import type { JsonSuccess } from '../../schemas/api.ts';
import { type Answer, checkAnswer } from './answers.ts';
import { fileBody, MULTIPART } from './multipart.ts';
import type { Service } from './service.ts';
import { until } from './waiting.ts';

export interface Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The document of an ordinary upload. */
  file?: string | Uint8Array;
  fileName?: string;
  /** A body to send instead of the form with `file`. */
  body?: Uint8Array | string;
  contentType?: string;
}

export class Client {
  readonly base: string;
  private readonly key: string | undefined;

  constructor(service: Pick<Service, 'base'>, key: string | undefined) {
    this.base = service.base;
    this.key = key;
  }

  /** POST /v1/extract. */
  async extract(request: Request): Promise<Answer> {
    const query = new URLSearchParams(request.query).toString();
    const headers: Record<string, string> = { ...this.authorization(), ...request.headers };
    const body =
      request.body ?? (request.file === undefined ? undefined : fileBody(request.file, request.fileName));
    if (body !== undefined) headers['content-type'] = request.contentType ?? MULTIPART;
    const init: RequestInit = {
      method: 'POST',
      headers,
      ...(body === undefined ? {} : { body: toBody(body) }),
    };
    const answer = await this.send(`/v1/extract${query === '' ? '' : `?${query}`}`, init);
    checkAnswer('POST', answer);
    return answer;
  }

  /** GET /v1/extract/{job_id}. */
  async poll(jobId: string): Promise<Answer> {
    const answer = await this.send(`/v1/extract/${jobId}`, { headers: this.authorization() });
    checkAnswer('GET', answer);
    return answer;
  }

  /** Waits for the final answer of a job. */
  finished(jobId: string, timeoutMs?: number): Promise<Answer> {
    return until(
      `job ${jobId} to finish`,
      async () => {
        const answer = await this.poll(jobId);
        assert.notEqual(answer.status, 404, 'a job that was accepted is never unknown');
        return answer.status === 200 && answer.body.status === 'processing' ? undefined : answer;
      },
      timeoutMs,
    );
  }

  /** Sends a document as a job, asserts a 202, and returns the job's id. */
  async accepted(request: Request): Promise<string> {
    const answer = await this.extract({ ...request, query: { async: 'true', ...request.query } });
    assert.equal(answer.status, 202, answer.text);
    return answer.body.job_id;
  }

  async elements(file: string | Uint8Array): Promise<JsonSuccess> {
    const answer = await this.extract({ file, query: { format: 'json' } });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  async text(file: string | Uint8Array): Promise<string> {
    const answer = await this.extract({ file });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.extracted_text;
  }

  /** Sends any request; the answer is not checked. */
  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(this.base + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  authorization(): Record<string, string> {
    return this.key === undefined ? {} : { authorization: `Bearer ${this.key}` };
  }
}

function toBody(body: Uint8Array | string): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
