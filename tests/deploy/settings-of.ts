/** The environment of a role's container, and the settings that the code reads from it. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { containerOf, type Manifest, type Program, REPOSITORY, workloadOf } from './rendered.ts';

/** Stands for a secret that is not in the manifests. Some need a value of the right form. */
const SECRET = 'from-a-secret';
const SHAPED_SECRETS: Readonly<Record<string, string>> = {
  REDIS_URL: 'rediss://redis.example:6379',
  BLOB_KEYS: `key:${createHash('sha256').update(SECRET).digest('base64')}`,
  BLOB_PLAIN: 'read',
};

interface SecretManifest extends Manifest {
  stringData?: Record<string, string>;
}

/** Names and values; secret values are replaced by stand-ins. */
export function environmentOf(manifests: Manifest[], role: Program): Record<string, string> {
  const container = containerOf(workloadOf(manifests, role));
  const environment: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (configMapRef) Object.assign(environment, named(manifests, 'ConfigMap', configMapRef.name).data);
    if (secretRef) for (const key of secretKeys(manifests, secretRef.name)) environment[key] = standInOf(key);
  }
  for (const { name, value } of container.env ?? []) environment[name] = value ?? standInOf(name);
  return environment;
}

const standInOf = (name: string): string => SHAPED_SECRETS[name] ?? SECRET;

/** Throws the error with which the service would end if a setting were missing or wrong. */
export function effectiveSettings(manifests: Manifest[], role: Program): Settings {
  return readSettings(environmentOf(manifests, role), true);
}

function named(manifests: Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find(manifest => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`no ${kind} named ${name}`);
  return found;
}

/** Keys of a Secret in the manifests, or of the example for one that is made outside of them. */
function secretKeys(manifests: Manifest[], name: string): string[] {
  const present = manifests.find(manifest => manifest.kind === 'Secret' && manifest.metadata.name === name);
  if (present) return Object.keys(present.data ?? {});
  const example = exampleSecret();
  if (example.metadata.name !== name) throw new Error(`no Secret named ${name}, and no example of it`);
  return Object.keys(example.stringData ?? {});
}

export function exampleSecret(): SecretManifest {
  const path = join(REPOSITORY, 'deploy', 'k8s', 'overlays', 'production', 'secret.example.yaml');
  return parse(readFileSync(path, 'utf8')) as SecretManifest;
}
