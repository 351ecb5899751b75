/** Each overlay as kustomize renders it, parsed, with types for the parts that the tests read. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { run } from '../../stack/tools.ts';
import { offlineTools } from './tools.ts';

export const REPOSITORY = join(import.meta.dirname, '..', '..');
export const KUBERNETES_FOLDER = join(REPOSITORY, 'deploy', 'k8s');

export const ROLES = ['ingest', 'extractor', 'projector', 'webhooker'] as const;
export type Role = (typeof ROLES)[number];
/** The roles, and the pod in which operators run commands. */
export const PROGRAMS = [...ROLES, 'operator'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Overlays that are applied to a cluster. The base is not: it has no servers to talk to. */
export const OVERLAYS = ['local', 'production'] as const;
export type Overlay = (typeof OVERLAYS)[number];

export type Labels = Record<string, string>;

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  spec?: unknown;
  data?: Record<string, string>;
}

export interface Probe {
  httpGet?: { path: string; port: string };
  periodSeconds?: number;
  failureThreshold?: number;
}

export interface SecretKey {
  name: string;
  key: string;
}

export interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: SecretKey } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: Record<string, unknown>;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface PodSpec {
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  serviceAccountName?: string;
  securityContext?: Record<string, unknown>;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: Record<string, unknown>[];
}

export interface Workload extends Manifest {
  spec: {
    replicas?: number;
    selector: { matchLabels: Labels };
    template: { metadata: { labels: Labels }; spec: PodSpec };
  };
}

export async function kustomize(folder: string): Promise<string> {
  const tools = await offlineTools();
  const scratch = mkdtempSync(join(tmpdir(), 'textrail-manifests-'));
  try {
    const file = join(scratch, 'rendered.yaml');
    await run(tools.kustomize, ['build', join(KUBERNETES_FOLDER, folder), '--output', file]);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map(document => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter(manifest => manifest !== null);
}

export async function rendered(overlay: Overlay): Promise<Manifest[]> {
  return parseManifests(await kustomize(join('overlays', overlay)));
}

const WORKLOAD_KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'];

export function workloadsOf(manifests: Manifest[]): Workload[] {
  return manifests.filter(({ kind }) => WORKLOAD_KINDS.includes(kind)).map(flattened);
}

/** A CronJob as the job that it creates. */
function flattened(manifest: Manifest): Workload {
  if (manifest.kind !== 'CronJob') return manifest as Workload;
  const { jobTemplate } = manifest.spec as { jobTemplate: { spec: Workload['spec'] } };
  return { ...manifest, spec: { ...jobTemplate.spec, selector: { matchLabels: {} } } };
}

export function workloadOf(manifests: Manifest[], role: Program): Workload {
  const found = workloadsOf(manifests).find(workload => workload.metadata.name === `textrail-${role}`);
  if (!found) throw new Error(`no workload for ${role}`);
  return found;
}

export function containerOf(workload: Workload): Container {
  const [container, ...others] = workload.spec.template.spec.containers;
  if (!container || others.length > 0) throw new Error(`${workload.metadata.name} is not a single container`);
  return container;
}
