/** The addresses a caller gave with a request. They are in a blob with a lifetime, because no event may hold them. */

export interface RequestAddresses {
  url: string | null;
  webhookUrl: string | null;
}

export function formatRequestBlob(addresses: RequestAddresses): Buffer {
  return Buffer.from(JSON.stringify(addresses));
}

/**
 * What `formatRequestBlob` did not write (a file that lost its end with the power, say) holds no addresses, like one that
 * has expired: no restart would read it otherwise.
 */
export function parseRequestBlob(bytes: Buffer): RequestAddresses {
  const { url, webhookUrl } = (parsed(bytes) ?? {}) as Partial<Record<keyof RequestAddresses, unknown>>;
  return { url: text(url), webhookUrl: text(webhookUrl) };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
