/**
 * Opens connections for callers' addresses. A name is resolved once, and the connection goes to exactly the addresses
 * that were checked, so that no later DNS answer counts. IP literals, for which Node never calls `lookup`, are checked
 * directly. The peer is checked again after connecting.
 */
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { classify, type Network } from './addresses.ts';
import { EgressRefused } from './egress-refused.ts';
import type { Names } from './names.ts';
import { skipUnaskedContinue } from './unasked-continue.ts';

export interface ConnectorOptions {
  allowed: readonly Network[];
  /** Ports on which public addresses may be reached; allowed networks may be reached on any port. */
  ports: readonly number[];
  connectTimeoutMs: number;
  names: Names;
}

/** Most addresses of a name that are tried. Some may be unreachable: the machine is off, or there is no route by IPv6. */
const MOST_TRIED = 4;

/** Returns a connector for undici. */
export function guardedConnector({
  allowed,
  ports,
  connectTimeoutMs,
  names,
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  const tryFirst = buildConnector({ timeout: connectTimeoutMs / MOST_TRIED });
  const open = async (options: buildConnector.Options): Promise<Socket> => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const addresses = inTurn(permitted(await resolve(options.hostname, names), port, allowed, ports));
    for (const [at, address] of addresses.entries()) {
      const isLast = at === addresses.length - 1;
      const to = { ...options, hostname: address, servername: servername(options) };
      const socket = await opened(isLast ? connect : tryFirst, to).catch(error => {
        if (isLast) throw error;
      });
      if (socket === undefined) continue;
      if (classify(socket.remoteAddress ?? '', allowed) !== 'refused') return socket;
      socket.destroy();
      break;
    }
    throw new EgressRefused();
  };
  return (options, callback) => {
    open(options).then(
      socket => {
        skipUnaskedContinue(socket);
        callback(null, socket);
      },
      error => callback(error instanceof Error ? error : new EgressRefused(), null),
    );
  };
}

const opened = (connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(options, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)));
  });

/** Interleaves the address families (RFC 8305, section 4). */
function inTurn(addresses: string[]): string[] {
  const families = [4, 6].map(family => addresses.filter(address => isIP(address) === family));
  const rounds = Array.from({ length: MOST_TRIED }, (_, round) =>
    families.flatMap(family => family[round] ?? []),
  );
  return rounds.flat().slice(0, MOST_TRIED);
}

/** The host name for TLS: the name is checked and sent, not the address it resolved to, without a trailing dot (RFC 6066, 3). */
function servername(options: buildConnector.Options): string {
  const host = bareHost(options.hostname);
  return (options.servername ?? (isIP(host) ? '' : host)).replace(/\.$/, '');
}

async function resolve(hostname: string, names: Names): Promise<string[]> {
  const host = bareHost(hostname);
  return isIP(host) ? [host] : names.addresses(host);
}

/** Checks all addresses of a name. A name with even one forbidden address is refused, whichever address would be used. */
function permitted(
  addresses: string[],
  port: number,
  allowed: readonly Network[],
  ports: readonly number[],
): string[] {
  for (const address of addresses) {
    const kind = classify(address, allowed);
    if (kind === 'refused' || (kind === 'public' && !ports.includes(port))) throw new EgressRefused();
  }
  return addresses;
}

/** The host of a URL, without the brackets of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
