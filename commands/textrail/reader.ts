/** Whoever reads documents for the command line: a running service, or this process. */
import type { ExtractSuccess, JsonSuccess } from '../../schemas/api.ts';
import type { Loaded } from './inputs.ts';

export type Answer = ExtractSuccess | JsonSuccess;

export interface DocumentReader {
  /** Throws `Unread` for a document that cannot be read, and `Stopped` where no other could be either. */
  read(document: Loaded, format: 'text' | 'json', signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** The document's own failure. `code`: of docs/errors.md. */
export class Unread extends Error {
  override readonly name = 'Unread';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Nothing more is read: the service is away, or does not take this key's documents. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}
