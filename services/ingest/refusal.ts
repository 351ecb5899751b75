/** A request that ends without a job: an error code, and the headers that the interface documents for it. */
import type { ErrorCode } from '../../schemas/errors.ts';

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  /** Counts towards the abuse breaker. */
  readonly abusive: boolean;

  constructor(
    code: ErrorCode,
    message?: string,
    options: { headers?: Record<string, string>; abusive?: boolean } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.headers = options.headers ?? {};
    this.abusive = options.abusive ?? false;
  }
}
