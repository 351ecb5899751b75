/**
 * Opens connections for callers' addresses. A name is resolved once and the connection goes to exactly the address
 * that was checked, so no later DNS answer counts; IP literals, for which Node never calls `lookup`, are checked
 * themselves; and the peer is checked again once connected.
 */
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { classify, type Network } from './addresses.ts';
import { EgressRefused } from './egress-refused.ts';
import type { Names } from './names.ts';
import { skipUnaskedContinue } from './unasked-continue.ts';

export interface ConnectorOptions {
  allowed: readonly Network[];
  /** Ports that public addresses may be reached on; allowed networks are free of it. */
  ports: readonly number[];
  connectTimeoutMs: number;
  names: Names;
}

/** An undici connector. */
export function guardedConnector({
  allowed,
  ports,
  connectTimeoutMs,
  names,
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    resolve(options.hostname, names)
      .then(addresses => permitted(addresses, port, allowed, ports))
      .then(
        address =>
          connect({ ...options, hostname: address, servername: servername(options) }, (...result) => {
            const [error, socket] = result;
            if (error !== null) return callback(error, null);
            if (classify(socket.remoteAddress ?? '', allowed) === 'refused') {
              socket.destroy();
              return callback(new EgressRefused(), null);
            }
            skipUnaskedContinue(socket);
            return callback(null, socket);
          }),
        error => callback(error instanceof Error ? error : new EgressRefused(), null),
      );
  };
}

/** For TLS the name is checked and sent, not the address it resolved to. */
function servername(options: buildConnector.Options): string {
  const host = bareHost(options.hostname);
  return options.servername ?? (isIP(host) ? '' : host);
}

async function resolve(hostname: string, names: Names): Promise<string[]> {
  const host = bareHost(hostname);
  return isIP(host) ? [host] : names.addresses(host);
}

/** All answers must be fit: a name that also points inside is refused whole, whichever answer would be taken. */
function permitted(
  addresses: string[],
  port: number,
  allowed: readonly Network[],
  ports: readonly number[],
): string {
  const [first] = addresses;
  if (first === undefined) throw new EgressRefused();
  for (const address of addresses) {
    const kind = classify(address, allowed);
    if (kind === 'refused' || (kind === 'public' && !ports.includes(port))) throw new EgressRefused();
  }
  return first;
}

/** A host as URLs write it, without the brackets of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
