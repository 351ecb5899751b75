import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Server } from './supervise.ts';
import { CACHE_DIR, ensureTools, onPath, REDIS } from './tools.ts';

const ANSWER_LIMIT_MS = 2_000;

/** Returns the path of a redis-server program. */
export async function prepareRedis(): Promise<string> {
  const installed = onPath('redis-server');
  if (installed) return installed;
  await ensureTools([REDIS]);
  // The program checks the name it is called by: as redis-server it serves, as redis-check-rdb it checks a file.
  const server = join(CACHE_DIR, 'bin', 'redis-server');
  mkdirSync(join(CACHE_DIR, 'bin'), { recursive: true });
  const program = onPath(REDIS.command);
  if (program && !existsSync(server)) symlinkSync(program, server);
  return server;
}

/** `users`: lines of an ACL file; without them, everybody may do everything. */
export function planRedis(file: string, folder: string, port: number, users: string[] = []): Server {
  const data = join(folder, 'redis');
  mkdirSync(data, { recursive: true });
  const aclFile = join(folder, 'redis-users.acl');
  if (users.length > 0) writeFileSync(aclFile, `${users.join('\n')}\n`, { mode: 0o600 });
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: data,
    appendonly: 'yes',
    save: '',
    // A view store that silently dropped keys would cause 404 for existing jobs.
    'maxmemory-policy': 'noeviction',
    ...(users.length > 0 ? { aclfile: aclFile } : {}),
  };
  return {
    name: 'redis',
    folder,
    port,
    file,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    isReady: () => ping(port),
  };
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
    // It answers -LOADING while it loads its file, and -NOAUTH if the default user is off.
    socket.on('data', chunk => {
      socket.destroy();
      resolve(/^(\+PONG|-NOAUTH)/.test(chunk.toString()));
    });
  });
}
