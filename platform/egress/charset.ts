/** The encoding that a server says its document is in (RFC 9110, 8.3.2), as loosely as browsers read it. */
const CHARSET = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;

/** By its name in the Encoding Standard; undefined where the server says none, or one that no browser knows. */
export function charsetOf(contentType: string | string[] | undefined): string | undefined {
  const label = CHARSET.exec(String(contentType ?? ''))?.[1];
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
