import { join } from 'node:path';
import { makeMinioUsers } from '../commands/access/minio-users.ts';
import { ACCESS_ROLES } from '../commands/access/roles.ts';
import {
  BUCKET,
  composeProject,
  EVERY_BUCKET,
  EVERY_REDIS_PREFIX,
  PORTS,
  REDIS_ADMINISTRATOR,
  roleSecret,
  type StackState,
} from './state.ts';
import { onPath, run, say } from './tools.ts';

const compose = ['compose', '-f', join(import.meta.dirname, '..', 'compose.yaml'), '-p', composeProject()];
const SERVERS = ['kafka', 'redis', 'minio'];

/**
 * True if a Docker engine with Compose answers; an installed client alone is not enough. STACK_ENGINE=native|docker
 * overrides the check.
 */
export async function dockerAnswers(): Promise<boolean> {
  if (process.env.STACK_ENGINE) return process.env.STACK_ENGINE === 'docker';
  if (!onPath('docker')) return false;
  // Compose is a separate plugin; an engine without it is of no use here.
  return Promise.all([run('docker', ['info']), run('docker', ['compose', 'version'])]).then(
    () => true,
    () => false,
  );
}

function composeEnv(state: StackState): NodeJS.ProcessEnv {
  return {
    ...process.env,
    STACK_KAFKA_PORT: String(state.portBase + PORTS.kafka),
    STACK_REDIS_PORT: String(state.portBase + PORTS.redis),
    STACK_S3_PORT: String(state.portBase + PORTS.s3),
    STACK_VERSITYGW_PORT: String(state.portBase + PORTS.versitygw),
    S3_ACCESS_KEY: state.accessKey,
    S3_SECRET_KEY: state.secretKey,
    WEBHOOK_SIGNING_SECRET: state.webhookSecret,
    STACK_REDIS_DEFAULT_USER: REDIS_ADMINISTRATOR,
    STACK_REDIS_KEYS: EVERY_REDIS_PREFIX,
    ...Object.fromEntries(
      ACCESS_ROLES.map(role => [`${role.toUpperCase()}_S3_SECRET_KEY`, roleSecret(state, role)]),
    ),
  };
}

export async function up(state: StackState, withVersitygw: boolean): Promise<void> {
  say('starting the servers with docker compose');
  const servers = withVersitygw ? [...SERVERS, 'versitygw'] : SERVERS;
  await run('docker', [...compose, 'up', '--detach', '--wait', ...servers], { env: composeEnv(state) });
  await makeMinioUsers(
    {
      endpoint: `http://127.0.0.1:${state.portBase + PORTS.s3}`,
      accessKey: state.accessKey,
      secretKey: state.secretKey,
    },
    { bucket: BUCKET, pattern: EVERY_BUCKET, secretOf: role => roleSecret(state, role) },
  );
}

export async function down(state: StackState): Promise<void> {
  await run('docker', [...compose, 'down'], { env: composeEnv(state) });
}

export async function status(state: StackState): Promise<string> {
  return run('docker', [...compose, 'ps', '--all', '--format', 'table'], { env: composeEnv(state) });
}
