/** The addresses a caller gave with a request. They are in a blob with a lifetime, because no event may hold them. */

export interface RequestAddresses {
  url: string | null;
  webhookUrl: string | null;
}

export function formatRequestBlob(addresses: RequestAddresses): Buffer {
  return Buffer.from(JSON.stringify(addresses));
}

/** Throws `TypeError` for anything `formatRequestBlob` did not write. */
export function parseRequestBlob(bytes: Buffer): RequestAddresses {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new TypeError('not a request blob');
  const { url = null, webhookUrl = null } = value as Partial<RequestAddresses>;
  return { url, webhookUrl };
}
