/** Kafka clients with settings that proved themselves under faults; every client in this folder is made here. */
import kafkajs, {
  type Kafka,
  type KafkaConfig,
  type LogEntry,
  type RetryOptions,
  type SASLOptions,
} from 'kafkajs';
import { fetchInSessions } from './fetch-sessions.ts';
import { letRecordsGather } from './gathered-fetches.ts';
import { keepMembership } from './kept-membership.ts';
import { lookForLostCoordinator } from './lost-coordinator.ts';
import { followMovedLeaders } from './moved-leaders.ts';
import { encodeInOnePiece } from './request-encoding.ts';
import { patchRequestQueue } from './request-queue-patch.ts';
import { leaveSilentBrokers } from './silent-broker.ts';
import { leaveSilentConnections } from './silent-connection.ts';
import { endCallsOfStopped } from './stopped-runner.ts';

keepMembership();
lookForLostCoordinator();
followMovedLeaders();
encodeInOnePiece();
fetchInSessions();
letRecordsGather();
leaveSilentBrokers();
leaveSilentConnections();
patchRequestQueue();
endCallsOfStopped();

/**
 * For consumers: nothing rejects and nothing restarts while brokers are away, and work continues about 20 ms after they
 * are back. Must also be passed to `consumer()`, whose own default of 5 retries would override the client's.
 */
export const ENDLESS_RETRY: RetryOptions = { initialRetryTime: 100, maxRetryTime: 500, retries: 1e9 };

/**
 * For producers and admins, whose calls are repeated by this service with a new client: about 10 s, after which a
 * discarded client ends by itself instead of retrying (and reconnecting) for ever in the background.
 */
export const FINITE_RETRY: RetryOptions = { initialRetryTime: 100, maxRetryTime: 500, retries: 20 };

/**
 * For calls whose caller waits for an answer, or for the reason why there is none: about a second while connections are
 * refused.
 */
export const SHORT_RETRY: RetryOptions = { initialRetryTime: 100, maxRetryTime: 300, retries: 4 };

const CONNECTION_TIMEOUT_MS = 1_000;
/** A frozen broker costs this time before another one is asked. */
const REQUEST_TIMEOUT_MS = 5_000;
/** A time-out does not make kafkajs look for a new leader; only old metadata does (5 minutes by default). */
export const METADATA_MAX_AGE_MS = 5_000;

/** The part of the service's logger that is used here. */
export interface LogSink {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SASL_MECHANISMS = ['scram-sha-512', 'scram-sha-256', 'plain'] as const;
/** RFC 5802 and RFC 7677 (SCRAM), RFC 4616 (PLAIN). */
export interface SignIn {
  mechanism: (typeof SASL_MECHANISMS)[number];
  username: string;
  password: string;
}

/** How to connect to brokers that do not simply trust the network. */
export interface Security {
  /** The user to sign in as, always over TLS. */
  user?: SignIn;
  /** Returns the CA certificate (PEM) of the brokers' certificates, for each connection; TLS is used if it is set. */
  authority?: () => string;
}

export interface ClientOptions {
  /** Each as `host:port`. */
  brokers: readonly string[];
  security?: Security;
  /** Appears in the brokers' logs and quotas. */
  clientId: string;
  log: LogSink;
}

export class ClientFactory {
  private readonly options: ClientOptions;
  private turn = 0;

  constructor(options: ClientOptions) {
    this.options = options;
  }

  /**
   * A new client. Every consumer needs its own, because consumers of one client share the table of committed offsets.
   * Each client starts at the next broker of the list, from which kafkajs goes on: it would otherwise always take the
   * first one, and wait for it as long as it is frozen. (If kafkajs asked for the list each time, it would skip every
   * other broker.)
   */
  create(): Kafka {
    return new kafkajs.Kafka({
      clientId: this.options.clientId,
      brokers: this.rotated(),
      ...secured(this.options.security ?? {}),
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      retry: FINITE_RETRY,
      logLevel: kafkajs.logLevel.WARN,
      logCreator: () => quietly(this.options.log),
    });
  }

  private rotated(): string[] {
    const { brokers } = this.options;
    const first = this.turn++ % brokers.length;
    return [...brokers.slice(first), ...brokers.slice(0, first)];
  }
}

function secured({ user, authority }: Security): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  if (user === undefined && authority === undefined) return {};
  const ssl = authority === undefined ? true : renewable(authority);
  return user === undefined ? { ssl } : { ssl, sasl: signIn(user) };
}

/** kafkajs reads these options each time it opens a connection, so a renewed certificate is used. */
const renewable = (authority: () => string): { ca: string[] } => ({
  get ca() {
    return [authority()];
  },
});

/** A switch, because kafkajs has a separate type for each mechanism. */
function signIn({ mechanism, ...user }: SignIn): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...user };
    case 'scram-sha-256':
      return { mechanism, ...user };
    case 'scram-sha-512':
      return { mechanism, ...user };
  }
}

const SAME_LINE_PAUSE_MS = 10_000;
const REMEMBERED_LINES = 100;

/**
 * kafkajs logs as errors what are mostly steps of a retry (a new group's first join logs one). Here they are warnings,
 * each text at most once in ten seconds, because an outage repeats it twice a second for each connection.
 */
function quietly(log: LogSink): (entry: LogEntry) => void {
  const lastSaid = new Map<string, number>();
  return ({ level, log: { message, timestamp: _, logger: __, stack: ___, ...fields } }) => {
    const now = Date.now();
    if (now - (lastSaid.get(message) ?? 0) < SAME_LINE_PAUSE_MS) return;
    if (lastSaid.size >= REMEMBERED_LINES) lastSaid.clear();
    lastSaid.set(message, now);
    if (level <= kafkajs.logLevel.ERROR) log.warn(fields, `kafka: ${message}`);
    else log.debug(fields, `kafka: ${message}`);
  };
}
