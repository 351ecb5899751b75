/** The metrics that the program itself exports, as its roles register them. */
import {
  createTelemetry,
  watchCircuits,
  watchPagesForOthers,
  watchPools,
  watchReadModel,
  watchWalls,
} from '../../platform/telemetry.ts';
import { watchWaitingEvents } from '../../platform/waiting-events.ts';

/** Tells of a series' name, with or without what a histogram adds to it, whether one of them has it. */
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
