/** The metrics that the program itself exports, registered as by its roles. */
import {
  createTelemetry,
  watchCircuits,
  watchPagesForOthers,
  watchPools,
  watchReadModel,
  watchWalls,
} from '../../platform/telemetry.ts';
import { watchWaitingEvents } from '../../platform/waiting-events.ts';

/** Returns a function that tells whether a series' name belongs to one of the metrics, with or without a histogram's suffix. */
export function ownMetrics(): (name: string) => boolean {
  const telemetry = createTelemetry('silent');
  watchWaitingEvents(telemetry, []);
  watchPools(telemetry, {});
  watchPagesForOthers(telemetry, {});
  watchWalls(telemetry, {});
  watchCircuits(telemetry, { open: 0 });
  watchReadModel(telemetry, { ageMs: () => 0 });
  const has = (name: string) => telemetry.registry.getSingleMetric(name) !== undefined;
  return name => has(name) || has(name.replace(/_(bucket|sum|count)$/, ''));
}
