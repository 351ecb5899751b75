/** Runs services until the process is told to stop: readiness, lag metrics, signals, and the order and deadline of a stop. */
import fastify from 'fastify';
import { AskedAfter } from './asked-after.ts';
import { type AwaitedServers, EVENT_LOG } from './awaited-servers.ts';
import { listen } from './listen.ts';
import { LOOKED_EVERY_MS, operationsRoutes, type Readiness } from './operations-routes.ts';
import type { Platform } from './platform.ts';
import { reasonOf } from './reason.ts';
import type { RunningService } from './running-service.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';
import { answerUnknownAddresses } from './unknown-address.ts';
import { watchWaitingEvents } from './waiting-events.ts';
import { within } from './within.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * npm passes a terminal's signal on, so that it arrives twice. A second signal within this time is not a user's
 * repeated request.
 */
const SAID_TWICE_MS = 500;
/** Time after the drain for closing connections and files, in ms. */
const CLOSE_MS = 5_000;
/**
 * Longest time for a server to answer a readiness check, in ms. Shorter than the 3 s of the probes (deploy/k8s): a
 * probe that times out also marks the process unready, but does not say which server is at fault. Other calls to S3 may
 * take half a minute.
 */
const CHECK_LIMIT_MS = 2_500;

export class Runtime {
  readonly readiness: Readiness = { problems: () => this.problems() };
  private readonly settings: Settings;
  private readonly telemetry: Telemetry;
  /** Undefined while we wait for its servers. */
  private platform: Platform | undefined;
  private awaited: Pick<AwaitedServers, 'problems'> = { problems: () => [] };
  /** In the order of their start; they are stopped in reverse order. */
  private readonly services: RunningService[] = [];
  private readonly notReady: Set<string>;
  private readonly unreachable = new AskedAfter(() => this.checkServers(), LOOKED_EVERY_MS);
  private stopping: Promise<void> | undefined;
  /** Monotonic ms of the first signal to stop. */
  private toldToStopAt = 0;

  /** `services`: the names of all services that will run. The process is ready only when all of them are. */
  constructor(settings: Settings, telemetry: Telemetry, services: readonly string[]) {
    this.settings = settings;
    this.telemetry = telemetry;
    this.notReady = new Set(services);
    for (const signal of SIGNALS) process.on(signal, () => this.signalled(signal));
    process.on('unhandledRejection', error => this.crashed('unhandled rejection', error));
    process.on('uncaughtException', error => this.crashed('uncaught exception', error));
  }

  /** Waits for the platform; meanwhile /readyz shows what `awaited` lists. Never resolves after a stop. */
  async use(
    platform: Platform | Promise<Platform>,
    awaited?: Pick<AwaitedServers, 'problems'>,
  ): Promise<Platform> {
    if (awaited !== undefined) this.awaited = awaited;
    this.platform = await platform;
    return this.stopping === undefined ? this.platform : new Promise(() => undefined);
  }

  /** Registers a started service. Resolves when it is ready; never after a stop. A consumer that crashes ends the process. */
  async run<S extends RunningService>(service: S): Promise<S> {
    this.services.push(service);
    for (const { name, consumer } of service.consumers)
      consumer.closed.catch(error => this.crashed(`consumer ${name}`, error));
    await service.ready.catch(error => {
      if (this.stopping === undefined) throw error;
    });
    // An interrupted start is not a failure. The caller must start nothing more, because the process is ending.
    if (this.stopping !== undefined) return new Promise(() => undefined);
    this.notReady.delete(service.name);
    return service;
  }

  /**
   * Serves only the operations routes, from the first moment on: for roles that have no interface of their own, and for
   * others until they listen themselves. `configure` sets the answers to other addresses meanwhile.
   */
  async serveOperations(configure = answerUnknownAddresses): Promise<{ close(): void }> {
    const server = fastify({ logger: false });
    configure(server);
    operationsRoutes(server, { telemetry: this.telemetry, readiness: this.readiness });
    await listen(server, this.settings);
    const service: RunningService = {
      name: 'operations',
      ready: Promise.resolve(),
      problems: () => [],
      consumers: [],
      stop: async () => {},
      // Close last, so that /readyz can report until the end that the role drains.
      close: () => server.close(),
    };
    this.services.unshift(service);
    return {
      close: () => {
        this.services.splice(this.services.indexOf(service), 1);
        // Stops listening before this returns; running answers go on.
        server.server.close();
      },
    };
  }

  watchWaitingEvents(): void {
    const consumers = this.services.flatMap(service => service.consumers);
    watchWaitingEvents(
      this.telemetry,
      consumers.map(({ name, consumer, waitingInsideMs }) => ({
        name,
        lag: async () => {
          const { records, oldestMs } = await consumer.lag();
          return { records, oldestMs: Math.max(oldestMs, waitingInsideMs?.() ?? 0) };
        },
      })),
    );
  }

  /** Stops everything in order. A second call returns the first one's promise. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<void> {
    const end = performance.now() + this.drainMs;
    for (const service of this.services.toReversed())
      await service.stop(Math.max(0, end - performance.now()));
    for (const service of this.services) await service.close?.();
    await this.platform?.close();
    await this.telemetry.tracing.close();
  }

  private get drainMs(): number {
    const { DRAIN_ACCEPT_MS, DRAIN_MS } = this.settings;
    return DRAIN_ACCEPT_MS + DRAIN_MS;
  }

  private async problems(): Promise<string[]> {
    if (this.stopping !== undefined) return ['draining'];
    const starting = [...this.notReady].map(name => `${name} is starting`);
    if (this.platform === undefined) {
      const awaited = this.awaited.problems();
      // All servers may have answered although the platform is not made yet.
      return awaited.length > 0 ? awaited : starting;
    }
    return [
      ...(await this.unreachable.ask()),
      ...starting,
      ...this.services.flatMap(service => service.problems()),
    ];
  }

  private async checkServers(): Promise<string[]> {
    if (this.platform === undefined) return [];
    const { log, blobs, views } = this.platform;
    const checks = await Promise.allSettled([log, blobs, views].map(server => answerOf(server)));
    const names = [EVENT_LOG, 'the blob store', 'the view store'];
    return checks.flatMap((check, at) =>
      check.status === 'rejected' ? [`${names[at]} does not answer: ${reasonOf(check.reason)}`] : [],
    );
  }

  private signalled(signal: string): void {
    const { logger } = this.telemetry;
    if (this.stopping !== undefined) {
      // A closing terminal sends SIGHUP more than once; a user who will not wait can send another signal.
      if (signal === 'SIGHUP' || performance.now() - this.toldToStopAt < SAID_TWICE_MS) return;
      logger.warn({ signal }, 'stopping at once');
      process.exit(1);
    }
    this.toldToStopAt = performance.now();
    logger.info({ signal }, 'stopping');
    const late = setTimeout(() => {
      logger.error('did not stop in time; what was not finished is handed out again at the next start');
      process.exit(1);
    }, this.drainMs + CLOSE_MS);
    late.unref();
    this.stop().then(
      () => process.exit(0),
      error => this.crashed('stop', error),
    );
  }

  private crashed(what: string, error: unknown): void {
    const cause =
      error instanceof Error
        ? { name: error.name, message: error.message, stack: error.stack }
        : { message: String(error) };
    this.telemetry.logger.fatal({ what, ...cause }, 'crashed: the process ends and is to be started again');
    process.exit(1);
  }
}

async function answerOf(server: { check(): Promise<void> }): Promise<void> {
  const isThere = await within(
    CHECK_LIMIT_MS,
    server.check().then(() => true),
  );
  if (!isThere) throw new Error(`nothing within ${CHECK_LIMIT_MS} ms`);
}
