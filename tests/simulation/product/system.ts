/**
 * The service on simulated servers. Each role is started as main.ts does, in a process that can be killed, frozen and
 * cut off, and is started again when it ends.
 */
import { Registry } from 'prom-client';
import { openDistributed } from '../../../platform/distributed.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunningService } from '../../../platform/running-service.ts';
import { readSettings } from '../../../platform/settings.ts';
import { createTelemetry, type Telemetry } from '../../../platform/telemetry.ts';
import { startExtractor } from '../../../services/extractor/start.ts';
import { startIngest } from '../../../services/ingest/start.ts';
import { startProjector } from '../../../services/projector/start.ts';
import { startWebhooker } from '../../../services/webhooker/start.ts';
import {
  type SimulatedAnswer,
  type SimulatedRequest,
  type SimulatedServer,
  servers,
} from '../drivers/fastify.ts';
import { isDefect, SimulatedProcess, type World } from '../virtual/world.ts';

export const ROLES = ['ingest', 'extractor', 'projector', 'webhooker'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Builds by the releases of the schemas that they read and write: `old` knows the first only, `new` knows both and
 * still writes the first, `raised` writes the second.
 */
export type Build = 'old' | 'new' | 'raised';

export interface Configuration {
  settings: Record<string, string>;
  build: Build;
}

/** Addresses that the distributed mode requires; the simulation ignores them. */
const ADDRESSES = {
  KAFKA_BROKERS: 'simulated:9092',
  REDIS_URL: 'redis://simulated',
  S3_ENDPOINT: 'http://simulated',
  S3_ACCESS_KEY: 'simulated',
  S3_SECRET_KEY: 'simulated',
  S3_BUCKET: 'simulated',
  WEBHOOK_SIGNING_SECRET: 'whsec_simulated_simulated_simulated_simulated',
};

/** Shared, because thousands of histories need no registries of their own. */
const telemetry = createTelemetry('silent');

/** How long an orchestrator takes to start a process again, in ms. */
const RESTART_MS = [500, 4_000] as const;
const STOP_MS = 3_000;

export class Instance {
  readonly name: string;
  readonly role: Role;
  process: SimulatedProcess;
  service: RunningService | undefined;
  server: SimulatedServer | undefined;
  /** Log messages about consumers that could not go on. */
  words: string[] = [];
  /** The build that it becomes at its next start. */
  build: Build;
  private isDown = false;
  private platform: Platform | undefined;
  private readonly world: World;
  private readonly settings: Record<string, string>;

  constructor(world: World, role: Role, name: string, { settings, build }: Configuration) {
    this.world = world;
    this.role = role;
    this.name = name;
    this.settings = settings;
    this.build = build;
    this.process = new SimulatedProcess(world, name);
    this.start();
  }

  /** Kills the process; after a while it is started again, as an orchestrator does. */
  crash(): void {
    this.process.kill();
    this.service = undefined;
    this.server = undefined;
    const { skewMs } = this.process;
    const next = new SimulatedProcess(this.world, this.name);
    this.process = next;
    this.world.after(this.world.between(...RESTART_MS), () => {
      if (this.process !== next || this.isDown) return;
      next.skewMs = skewMs;
      this.start();
    });
  }

  /** Kills the process and keeps it from starting until `bringUp`. */
  takeDown(): void {
    this.isDown = true;
    this.crash();
  }

  bringUp(): void {
    this.isDown = false;
    this.crash();
  }

  /** Stops the process with SIGTERM, as in a rollout, and then starts the next one. */
  restart(): void {
    const { process, service } = this;
    if (service === undefined || !process.isRunning) {
      this.crash();
      return;
    }
    const end = () => {
      if (this.process === process) this.crash();
    };
    process.enter(() => {
      service
        .stop(STOP_MS)
        .then(() => service.close?.())
        .then(() => this.platform?.close())
        .then(end, end);
    });
    this.world.after(2 * STOP_MS, end);
  }

  /** Undefined if the connection ends without an answer. */
  answer(route: string, request: SimulatedRequest): Promise<SimulatedAnswer | undefined> {
    const { process, server } = this;
    if (server === undefined) return Promise.resolve(undefined);
    return new Promise(resolve => {
      process.onKilled(() => resolve(undefined));
      process.enter(() => void server.answer(route, request).then(resolve));
    });
  }

  private start(): void {
    const { process } = this;
    process.readsRelease = READS[this.build];
    process.enter(() => {
      this.begin(process).catch(error => {
        if (process.isDead) return;
        // A start that fails is repeated, as an orchestrator does, unless its error shows a defect.
        if (isDefect(error)) this.world.fail(error);
        else this.crash();
      });
    });
  }

  private async begin(process: SimulatedProcess): Promise<void> {
    const platform = await open(this.role, settingsOfBuild(this.settings, this.build));
    this.platform = platform;
    const service = await this.startService(platform);
    if (process.isDead) return;
    this.service = service;
    for (const { consumer } of service.consumers)
      consumer.closed.catch(error => {
        if (isDefect(error)) this.world.fail(error);
        this.words.push(String(error));
        if (this.process === process) this.crash();
      });
    service.ready.catch(error => {
      if (isDefect(error)) this.world.fail(error);
    });
  }

  private async startService(platform: Platform): Promise<RunningService> {
    switch (this.role) {
      case 'ingest': {
        const service = await startIngest(platform, { problems: async () => [] });
        this.server = servers.pop();
        return service;
      }
      case 'extractor':
        return startExtractor(platform);
      case 'projector':
        return startProjector(platform);
      case 'webhooker':
        return startWebhooker(platform);
    }
  }
}

/** The newest release that a build reads; undefined: all. */
const READS: Readonly<Record<Build, number | undefined>> = { old: 1, new: undefined, raised: undefined };

export function settingsOfBuild(settings: Record<string, string>, build: Build): Record<string, string> {
  return { ...settings, EVENT_WRITE_RELEASE: build === 'raised' ? '2' : '1' };
}

export function open(role: string, settings: Record<string, string>): Promise<Platform> {
  const own: Telemetry = { ...telemetry, registry: new Registry() };
  return openDistributed(readSettings({ ...ADDRESSES, ...settings }, true), own, role);
}
