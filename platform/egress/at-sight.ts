/**
 * What an address tells before any name is looked up. Its caller may be told so at once, and it may count against the
 * caller: nobody learns from it what a name inside our network stands for.
 */
import { isIP } from 'node:net';
import { classify, type Network } from './addresses.ts';
import { bareHost } from './guarded-connector.ts';

/** RFC 6761, 6.3: these names stand for the machine itself, whatever a server of names says. */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;
const LOOPBACK = '127.0.0.1';

/** `ports`: that public addresses may be reached on; allowed networks are free of it, and a name may lead into one. */
export function refusedAtSight(
  url: URL,
  allowed: readonly Network[],
  ports: readonly number[],
): 'address' | 'port' | undefined {
  const host = bareHost(url.hostname);
  const address = LOCALHOST.test(host) ? LOOPBACK : host;
  const kind = isIP(address) === 0 ? undefined : classify(address, allowed);
  if (kind === 'refused') return 'address';
  if (kind === 'allowed' || (kind === undefined && allowed.length > 0)) return undefined;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return ports.includes(port) ? undefined : 'port';
}
