/** A request that ends without a job: an error code, and the headers that the interface documents for it. */
import { ERRORS, type ErrorCode } from '../../schemas/errors.ts';

interface Options {
  headers?: Record<string, string>;
  abusive?: boolean;
  status?: number;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The code's own status, unless HTTP has a more specific one. */
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Whether it counts towards the abuse breaker. */
  readonly abusive: boolean;

  constructor(code: ErrorCode, message?: string, options: Options = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = options.status ?? ERRORS[code].status;
    this.headers = options.headers ?? {};
    this.abusive = options.abusive ?? false;
  }
}

/** A 408 (RFC 9110, 15.5.9) with the code whose documented remedy is to repeat the request. */
export function tooSlow(message: string): Refusal {
  return new Refusal('timeout', message, { status: 408, headers: { Connection: 'close' } });
}
