/** Strimzi's own model of its resources, used as definitions for an API server and to check our resources. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { buildOnce, fetchJars } from '../../../stack/build-once.ts';
import { ensureTools, onPath, run, say } from '../../../stack/tools.ts';
import type { Manifest } from '../rendered.ts';
import { prepared } from '../tools.ts';

const here = import.meta.dirname;
const JDK = {
  command: 'javac',
  debianPackage: 'default-jdk-headless',
  elsewhere: 'a Java 17 development kit',
};

interface Definition {
  spec: { versions: { name: string }[] };
}

export interface StrimziModel {
  /** Folder of the CustomResourceDefinitions. */
  crds: string;
  /** Fields in these resources that the operators do not know. */
  unknownFields(manifests: Manifest[]): string[];
}

export async function strimziModel(): Promise<StrimziModel> {
  const pom = readFileSync(join(here, 'pom.xml'), 'utf8');
  const version = /<artifactId>api<\/artifactId>\s*<version>([\d.]+)/.exec(pom)?.[1];
  const folder = await prepared(() => buildOnce(`strimzi-${version}`, fetchModel));
  return {
    crds: join(folder, 'crds'),
    unknownFields: manifests => unknownFields(join(folder, 'jars'), manifests),
  };
}

async function fetchModel(folder: string): Promise<void> {
  await ensureTools([JDK]);
  say("fetching Strimzi's model with Maven");
  const jars = join(folder, 'jars');
  await fetchJars(join(here, 'pom.xml'), folder, jars);
  const crds = join(folder, 'crds');
  mkdirSync(crds);
  await run('java', [...program(jars), 'definitions', crds]);
  for (const name of readdirSync(crds)) {
    const definition = parse(readFileSync(join(crds, name), 'utf8'), (_, node) => opened(node)) as Definition;
    // The model's class still names the previous version; the operators serve this one for every kind.
    for (const version of definition.spec.versions) version.name = 'v1';
    writeFileSync(join(crds, name), stringify(definition));
  }
}

const program = (jars: string) => ['-cp', join(jars, '*'), join(here, 'Strimzi.java')];

/** Lets everything pass where the model allows several types or any value, because the derived definition lacks them. */
function opened(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const { properties, additionalProperties } = node as {
    properties?: object;
    additionalProperties?: { type?: string };
  };
  const isChoice = properties && Object.keys(properties).join() === 'type';
  const isAnyValue =
    additionalProperties?.type === 'object' && Object.keys(additionalProperties).length === 1;
  return isChoice || isAnyValue ? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } : node;
}

function unknownFields(jars: string, manifests: Manifest[]): string[] {
  const input = JSON.stringify(manifests);
  const reader = spawnSync(onPath('java') ?? 'java', [...program(jars), 'read'], { input, encoding: 'utf8' });
  if (reader.status !== 0)
    throw new Error(`Strimzi's model refuses a resource: ${reader.stderr.slice(-2000)}`);
  return reader.stdout.split('\n').filter(line => line !== '');
}
