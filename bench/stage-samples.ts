/**
 * Assigns samples of V8's profiler to stages: each belongs to the stage of the innermost function of ours, or of a
 * library, on its stack.
 */

/** The format of `--cpu-prof` (Chrome DevTools Protocol, Profiler.Profile). Times in µs. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string };
    children?: number[];
  }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** Stages by the function's file; the first match counts. */
const STAGES: readonly [pattern: RegExp, stage: string][] = [
  [/@fastify\/(multipart|busboy)|ingest\/(upload|small-form)\.ts/, 'multipart'],
  [/ingest\/(request-hashes|job-id)\.ts|platform\/peppers\.ts/, 'hash'],
  [
    /ingest\/(authenticate|known-keys|admission|place|storage-ceilings|intake)\.ts|sqlite\/reservations\.ts/,
    'admit',
  ],
  [/ingest\/submission\.ts|sqlite\/claims\.ts/, 'claim'],
  [/ingest\/(answers|large-results|refusal)\.ts/, 'answer'],
  [/ingest\/|node_modules\/(fastify|find-my-way|avvio|light-my-request|secure-json-parse)\//, 'accept'],
  [/platform\/(journal|sqlite|blob-store)\//, 'journal'],
  [
    /event-log\/(dispatcher|contiguous)\.ts|sqlite\/group-consumer\.ts|worker\/(pool|set-back|durations)\.ts|tally\.ts/,
    'dispatch',
  ],
  [/platform\/event-log\/|node_modules\/avsc\//, 'log'],
  [/extractor\/worker\//, 'worker IPC'],
  [/projector\/job-records\.ts|view-store\/folded\.ts/, 'records of jobs'],
  [/view-store\/watchers\.ts/, 'wake'],
  [/projector\/|view-store\/|core\/job\//, 'fold'],
  [
    /platform\/(stages|telemetry|log-lines)\.ts|platform\/tracing\/|node_modules\/(prom-client|pino)\/|extractor\/trace\.ts/,
    'metrics and traces',
  ],
  [/services\/extractor\//, 'outcome'],
  [/services\/webhooker\//, 'webhooks'],
];

const GARBAGE = 'garbage collection';
const NODE = 'Node itself (HTTP, sockets)';

/** Sampled time in µs by stage, between two instants of the profile's clock. Idle time is left out. */
export function microsecondsByStage(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  from: number,
  until: number,
): Map<string, number> {
  const stageOf = stagesOf(nodes);
  const found = new Map<string, number>();
  let at = startTime;
  for (const [index, node] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    at += us;
    const stage = stageOf.get(node);
    if (at < from || at > until || stage === undefined) continue;
    found.set(stage, (found.get(stage) ?? 0) + us);
  }
  return found;
}

/** The stage of each node; undefined for idle ones. Relies on parents coming before their children. */
function stagesOf(nodes: CpuProfile['nodes']): Map<number, string | undefined> {
  const stages = new Map<number, string | undefined>();
  const inherited = new Map<number, string>();
  for (const { id, callFrame, children = [] } of nodes) {
    const { functionName, url } = callFrame;
    const own = url === '' ? undefined : STAGES.find(([pattern]) => pattern.test(url))?.[1];
    const stage = functionName === '(garbage collector)' ? GARBAGE : (own ?? inherited.get(id) ?? NODE);
    stages.set(id, functionName === '(idle)' ? undefined : stage);
    for (const child of children) inherited.set(child, stage);
  }
  return stages;
}
