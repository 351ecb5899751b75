/** Preloaded into a service (`--import`): sets its clock wrong by SKEW_MS. Timers and the monotonic clock are not affected. */
const skewMs = Number(process.env.SKEW_MS ?? 0);
const RightDate = Date;

class SkewedDate extends RightDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RightDate.now() + skewMs);
    else super(...parts);
  }

  static override now(): number {
    return RightDate.now() + skewMs;
  }
}

Object.defineProperty(globalThis, 'Date', { value: SkewedDate, writable: true, configurable: true });
