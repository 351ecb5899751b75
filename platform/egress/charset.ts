/** The encoding that a server declares for its document (RFC 9110, 8.3.2), parsed as leniently as browsers do. */
const CHARSET = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;

/** The encoding by its name in the Encoding Standard; undefined if the server declares none, or one that browsers do not know. */
export function charsetOf(contentType: string | string[] | undefined): string | undefined {
  const label = CHARSET.exec(String(contentType ?? ''))?.[1];
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
