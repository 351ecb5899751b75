/** Preloaded into a service (`--import`): its clock is wrong by SKEW_MS; timers and the monotonic clock are as they were. */
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
