/** The interface to what reads documents for the command line: a running service, or this process. */
import type { ExtractSuccess, JsonSuccess } from '../../schemas/api.ts';
import type { Loaded } from './inputs.ts';

export type Answer = ExtractSuccess | JsonSuccess;

export interface DocumentReader {
  /** Throws `Unread` for a document that cannot be read, and `Stopped` if no other document can be read either. */
  read(document: Loaded, format: 'text' | 'json', signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** One document cannot be read. `code`: from docs/errors.md. */
export class Unread extends Error {
  override readonly name = 'Unread';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** No more documents can be read: the service is away, or does not accept this key's documents. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}
