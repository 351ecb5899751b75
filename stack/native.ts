import { makeMinioUsers } from '../commands/access/minio-users.ts';
import { redisUsers } from '../commands/access/roles.ts';
import { planCluster, prepareKafka } from './kafka/cluster.ts';
import { planRedis, prepareRedis } from './redis.ts';
import { planMinio, planVersitygw, prepareMinio, prepareVersitygw } from './s3.ts';
import {
  BUCKET,
  EVERY_BUCKET,
  EVERY_REDIS_PREFIX,
  PORTS,
  REDIS_ADMINISTRATOR,
  roleSecret,
  STACK_DIR,
  type StackState,
} from './state.ts';
import { ensureRunning, livingPid, type Server, stopServer } from './supervise.ts';

const HEAP_MB = 512;
const SESSION_TIMEOUT_MS = 2_000;

/** Fetches and builds what is needed once on a machine. */
export async function prepare(withVersitygw: boolean) {
  // One after the other, because apt-get has a single lock and Go uses all cores.
  const jars = await prepareKafka();
  const redis = await prepareRedis();
  const minio = await prepareMinio();
  return { jars, redis, minio, versitygw: withVersitygw ? await prepareVersitygw() : undefined };
}

/** Prepares the servers and starts them in parallel, as processes of this machine. */
export async function up(state: StackState, withVersitygw: boolean): Promise<void> {
  const { jars, redis, minio, versitygw } = await prepare(withVersitygw);
  const s3 = s3Plans(state);
  const servers = [
    ...(await planCluster(jars, kafkaPlan(state))),
    planRedis(redis, STACK_DIR, state.portBase + PORTS.redis, usersOfRedis(state)),
    planMinio(minio, s3.minio),
  ];
  if (versitygw !== undefined) servers.push(planVersitygw(versitygw, s3.versitygw));
  await Promise.all(servers.map(ensureRunning));
  await makeMinioUsers(
    { ...s3.minio, endpoint: `http://127.0.0.1:${s3.minio.port}` },
    { bucket: BUCKET, pattern: EVERY_BUCKET, secretOf: role => roleSecret(state, role) },
  );
}

const usersOfRedis = (state: StackState): string[] => [
  `user default ${REDIS_ADMINISTRATOR}`,
  ...redisUsers(EVERY_REDIS_PREFIX, role => roleSecret(state, role)).filter(
    line => !line.startsWith('user default '),
  ),
];

/** The port that clients are given instead of Kafka's own: that of a test's relay. */
const ADVERTISED = Number(process.env.STACK_KAFKA_ADVERTISED ?? 0);

const kafkaPlan = (state: StackState) => ({
  folder: STACK_DIR,
  brokers: [
    {
      broker: state.portBase + PORTS.kafka,
      controller: state.portBase + PORTS.kafkaController,
      ...(ADVERTISED > 0 ? { advertised: ADVERTISED } : {}),
    },
  ],
  heapMb: HEAP_MB,
  sessionTimeoutMs: SESSION_TIMEOUT_MS,
});

function s3Plans(state: StackState) {
  const { accessKey, secretKey } = state;
  const at = (offset: number) => ({ folder: STACK_DIR, port: state.portBase + offset, accessKey, secretKey });
  return { minio: at(PORTS.s3), versitygw: at(PORTS.versitygw) };
}

/** The servers with what `status` and `down` need to know of them. */
function known(state: StackState): Server[] {
  const bare = (name: string, offset: number): Server => ({
    name,
    folder: STACK_DIR,
    port: state.portBase + offset,
    file: '',
    args: [],
    isReady: async () => false,
  });
  return [
    bare('kafka', PORTS.kafka),
    bare('redis', PORTS.redis),
    bare('minio', PORTS.s3),
    bare('versitygw', PORTS.versitygw),
  ];
}

export async function down(state: StackState): Promise<void> {
  await Promise.all(known(state).map(server => stopServer(server)));
}

export interface ServerStatus {
  name: string;
  port: number;
  pid: number | undefined;
}

export function status(state: StackState): Promise<ServerStatus[]> {
  return Promise.all(
    known(state).map(async server => ({
      name: server.name,
      port: server.port,
      pid: await livingPid(server),
    })),
  );
}
