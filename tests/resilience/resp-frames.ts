/** Splits the bytes on a connection to Redis into commands or answers (RESP2 and 3). */

const LINE_END = '\r\n';

export class RespFrames {
  private rest = Buffer.alloc(0);

  /** The frames that end in this piece, wherever the network has split them. */
  of(piece: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, piece]);
    const frames: Buffer[] = [];
    for (let end = endOf(this.rest, 0); end !== undefined; end = endOf(this.rest, 0)) {
      frames.push(this.rest.subarray(0, end));
      this.rest = this.rest.subarray(end);
    }
    return frames;
  }
}

/** The texts in a flat array: a command with its arguments, or a push message. */
export const textsOf = (frame: Buffer): string[] =>
  frame
    .toString('latin1')
    .split(LINE_END)
    .filter((_, at) => at > 0 && at % 2 === 0);

/** The end of the value that begins at `at`; undefined if it has not arrived completely. */
function endOf(bytes: Buffer, at: number): number | undefined {
  const lineEnd = bytes.indexOf(LINE_END, at);
  if (lineEnd < 0) return undefined;
  const type = String.fromCharCode(bytes[at] ?? 0);
  const next = lineEnd + LINE_END.length;
  const count = Math.max(0, Number(bytes.toString('latin1', at + 1, lineEnd)) || 0);
  if ('$=!'.includes(type)) {
    // A length of -1 means null, and nothing follows it.
    const end = bytes[at + 1] === '-'.charCodeAt(0) ? next : next + count + LINE_END.length;
    return end <= bytes.length ? end : undefined;
  }
  if (!'*~>%'.includes(type)) return next;
  let end: number | undefined = next;
  for (let left = type === '%' ? 2 * count : count; left > 0 && end !== undefined; left--)
    end = endOf(bytes, end);
  return end;
}
