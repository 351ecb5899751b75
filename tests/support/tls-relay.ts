/** https in front of plain http servers on loopback. Requests are passed on unchanged, including `Host`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { selfSigned } from './certificate.ts';

export interface TlsRelays {
  /** The https address of each target, in the order of the targets. */
  addresses: string[];
  /** File of the certificate, for NODE_EXTRA_CA_CERTS of the processes that must trust it. */
  authority: string;
  close: () => void;
}

/** `targets`: http addresses. */
export async function startTlsRelays(targets: readonly string[]): Promise<TlsRelays> {
  const { key, cert } = selfSigned();
  const folder = mkdtempSync(join(tmpdir(), 'textrail-relay-'));
  const authority = join(folder, 'certificate.pem');
  writeFileSync(authority, cert);
  const servers = targets.map(target => {
    const { hostname: host, port } = new URL(target);
    return createServer({ key, cert }, caller => {
      const onward = connect({ host, port: Number(port) });
      caller.pipe(onward).pipe(caller);
      caller.on('error', () => onward.destroy());
      onward.on('error', () => caller.destroy());
    });
  });
  const listening = servers.map(
    server => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)),
  );
  await Promise.all(listening);
  // As in receiver.ts.
  for (const server of servers) server.unref();
  return {
    addresses: servers.map(server => `https://127.0.0.1:${(server.address() as AddressInfo).port}`),
    authority,
    close: () => {
      for (const server of servers) server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
