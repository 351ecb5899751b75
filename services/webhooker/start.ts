import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { Egress } from '../../platform/egress/egress.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { watchCircuits } from '../../platform/telemetry.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { signingSecrets } from '../../platform/webhook-secrets.ts';
import { Courier, type CourierOptions } from './courier.ts';
import { Webhooker } from './webhooker.ts';

/** Starts the webhook service. */
export function startWebhooker(platform: Platform): RunningService {
  const { settings } = platform;
  const egress = new Egress(settings.EGRESS_ALLOW);
  const unreadable = new UnreadableBlobs(platform.telemetry);
  const secretsOf = secretsBy(platform);
  const options = { secretsOf, timeoutMs: settings.WEBHOOK_TIMEOUT_MS, unreadable };
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

/** If the read model does not know the key, it may lack a changed secret, so nothing is signed until it has caught up. */
function secretsBy({ views, webhookSecrets }: Platform): CourierOptions['secretsOf'] {
  return async keyId => {
    const key = await views.key(keyId);
    if (key === undefined && !(await views.caughtUp()))
      throw new ViewStoreUnavailable('the secret of a key is not known yet');
    return signingSecrets(webhookSecrets, keyId, key, Date.now());
  };
}
