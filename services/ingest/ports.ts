/** The ports that ingest's routes need. */
import type { ErasurePorts } from '../../platform/erasure.ts';
import type { Readiness } from '../../platform/operations-routes.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { AdmissionPorts } from './admission.ts';
import type { KnownKeys } from './known-keys.ts';
import type { PollingPorts } from './polling.ts';
import type { StorageCeilingsPorts } from './storage-ceilings.ts';
import type { SubmissionPorts } from './submission.ts';

export interface ServerPorts extends SubmissionPorts, PollingPorts, AdmissionPorts, StorageCeilingsPorts {
  views: ViewStore;
  log: SubmissionPorts['log'] & PollingPorts['log'] & ErasurePorts['log'];
  telemetry: Telemetry;
  readiness: Readiness;
  keys: Pick<KnownKeys, 'key'>;
  readModelAge: AdmissionPorts['readModelAge'] & PollingPorts['readModelAge'];
}
