import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { goCommand } from './go.ts';
import { publish } from './kafka/cluster.ts';
import type { Server } from './supervise.ts';
import { CACHE_DIR, onPath, run, say } from './tools.ts';

/** The last public version of the MinIO server, which is no longer maintained. */
const MINIO_MODULE = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c';
const VERSITYGW_MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

export interface S3Plan {
  folder: string;
  port: number;
  accessKey: string;
  secretKey: string;
}

export const prepareMinio = () => buildWithGo('minio', MINIO_MODULE);
export const prepareVersitygw = () => buildWithGo('versitygw', VERSITYGW_MODULE);

async function buildWithGo(name: string, module: string): Promise<string> {
  const built = join(CACHE_DIR, 'bin', name);
  if (existsSync(built)) return built;
  const installed = onPath(name);
  if (installed) return installed;
  const go = await goCommand();
  say(`building ${name} with Go: a few minutes, once`);
  const partial = join(CACHE_DIR, `build-${name}-${process.pid}`);
  mkdirSync(partial, { recursive: true });
  mkdirSync(join(CACHE_DIR, 'bin'), { recursive: true });
  await run(go, ['install', module], { cwd: partial, env: { ...process.env, GOBIN: partial, GOFLAGS: '' } });
  publish(join(partial, name), built);
  return built;
}

export function planMinio(file: string, plan: S3Plan): Server {
  const data = join(plan.folder, 'minio');
  mkdirSync(data, { recursive: true });
  return {
    name: 'minio',
    folder: plan.folder,
    port: plan.port,
    file,
    args: ['server', '--quiet', '--address', `127.0.0.1:${plan.port}`, data],
    env: {
      MINIO_ROOT_USER: plan.accessKey,
      MINIO_ROOT_PASSWORD: plan.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
    isReady: () => answers(`http://127.0.0.1:${plan.port}/minio/health/ready`),
  };
}

/** The second S3 server, which is maintained; it reveals what only MinIO accepts. */
export function planVersitygw(file: string, plan: S3Plan): Server {
  const data = join(plan.folder, 'versitygw');
  mkdirSync(data, { recursive: true });
  return {
    name: 'versitygw',
    folder: plan.folder,
    port: plan.port,
    file,
    // Without --keep-alive the server closes the connection after every request.
    args: [
      '--quiet',
      '--keep-alive',
      '--port',
      `127.0.0.1:${plan.port}`,
      '--health',
      '/health',
      'posix',
      data,
    ],
    env: { ROOT_ACCESS_KEY: plan.accessKey, ROOT_SECRET_KEY: plan.secretKey },
    isReady: () => answers(`http://127.0.0.1:${plan.port}/health`),
  };
}

const ANSWER_LIMIT_MS = 2_000;

async function answers(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })).ok;
}
