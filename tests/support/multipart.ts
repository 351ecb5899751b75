/** Builds multipart bodies exactly as a test wants them. */
export interface Part {
  name?: string;
  /** Undefined: the part has no file name. */
  fileName?: string | undefined;
  contentType?: string;
  content: string | Uint8Array;
}

export const BOUNDARY = 'textrail-test-boundary';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export function multipart(parts: readonly Part[], { closed = true } = {}): Buffer {
  const pieces = parts.flatMap(part => [head(part), Buffer.from(part.content), Buffer.from('\r\n')]);
  return Buffer.concat([...pieces, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')]);
}

/** The ordinary body: a single part named file. */
export function fileBody(content: string | Uint8Array, fileName: string | undefined = 'document'): Buffer {
  return multipart([{ name: 'file', fileName, content }]);
}

function head({ name = 'file', fileName, contentType }: Part): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  return Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`);
}
