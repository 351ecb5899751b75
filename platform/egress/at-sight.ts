/**
 * Checks an address before any name is looked up. The caller may be told the result at once, and a refusal may count
 * against the caller, because it reveals nothing about what names inside our network stand for.
 */
import { isIP } from 'node:net';
import { classify, type Network } from './addresses.ts';
import { bareHost } from './guarded-connector.ts';

/** RFC 6761, 6.3: these names stand for the machine itself, whatever DNS says. */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;
const LOOPBACK = '127.0.0.1';

/**
 * `ports`: the ports on which public addresses may be reached. Allowed networks may be reached on any port, and a name
 * may resolve to one.
 */
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
