/**
 * Denies network access inside a document worker, for machines without network namespaces (containers under the default
 * seccomp profile). No document parser has a reason to open a connection or to resolve a name.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

class NetworkDenied extends Error {
  constructor() {
    super('document workers have no network');
    this.name = 'NetworkDenied';
  }
}

function denied(): never {
  throw new NetworkDenied();
}

/** Call it before any parser is loaded. Pipes that are already open keep working. */
export function denyNetwork(): void {
  net.Socket.prototype.connect = denied;
  net.Server.prototype.listen = denied;
  dgram.Socket.prototype.bind = denied;
  dgram.Socket.prototype.send = denied;
  dgram.Socket.prototype.connect = denied;
  Object.assign(net, { connect: denied, createConnection: denied });
  // Resolving a name uses the network too, and the name itself can carry data out of the document.
  for (const resolvers of [dns, dns.promises]) denyFunctions(resolvers);
  Object.assign(globalThis, { fetch: denied, WebSocket: undefined, EventSource: undefined });
  // Also replaces what other modules have already imported by name.
  syncBuiltinESMExports();
}

function denyFunctions(module: object): void {
  const functions = Object.entries(module).filter(([, value]) => typeof value === 'function');
  Object.assign(module, Object.fromEntries(functions.map(([name]) => [name, denied])));
}
