import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { Egress } from '../../platform/egress/egress.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { watchCircuits } from '../../platform/telemetry.ts';
import { Courier } from './courier.ts';
import { Webhooker } from './webhooker.ts';

/** Starts the webhook service. */
export function startWebhooker(platform: Platform): RunningService {
  const { settings } = platform;
  const egress = new Egress(settings.EGRESS_ALLOW);
  const unreadable = new UnreadableBlobs(platform.telemetry);
  const options = { secrets: platform.webhookSecrets, timeoutMs: settings.WEBHOOK_TIMEOUT_MS, unreadable };
  const courier = new Courier(egress, platform.blobs, options);
  watchCircuits(platform.telemetry, courier.gate);
  const webhooker = new Webhooker({ ...platform, courier, unreadable });
  const { outcomes, attempts } = webhooker.start();
  return {
    name: 'webhooker',
    ready: Promise.all([outcomes.ready, attempts.ready]).then(() => undefined),
    problems: () => [],
    consumers: [
      { name: 'webhooker', consumer: outcomes },
      { name: 'webhooker-attempts', consumer: attempts },
    ],
    stop: async deadlineMs => {
      const stopped = outcomes.stop(deadlineMs);
      webhooker.leave();
      await stopped;
      await attempts.stop(0);
      await egress.close();
    },
  };
}
