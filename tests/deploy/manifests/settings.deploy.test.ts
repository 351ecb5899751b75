import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SETTINGS } from '../../../platform/settings.ts';
import { containerOf, OVERLAYS, PROGRAMS, rendered, workloadOf } from '../rendered.ts';
import { effectiveSettings, environmentOf, exampleSecret } from '../settings-of.ts';

interface Setting {
  kind: string;
  requiredWhenDistributed?: true;
}
const settings: Record<string, Setting> = SETTINGS;

for (const overlay of OVERLAYS) {
  const manifests = await rendered(overlay);
  describe(`the settings of the ${overlay} overlay`, () => {
    for (const role of PROGRAMS) {
      const environment = environmentOf(manifests, role);

      test(`${role} is given no setting that the code does not have`, () => {
        assert.deepEqual(
          Object.keys(environment).filter(name => !(name in settings)),
          [],
        );
      });

      test(`${role} is given every setting that a distributed service must have, and reads them all`, () => {
        const required = Object.keys(settings).filter(name => settings[name]?.requiredWhenDistributed);
        assert.ok(required.length > 0);
        assert.deepEqual(
          required.filter(name => !environment[name]),
          [],
        );
        assert.doesNotThrow(() => effectiveSettings(manifests, role));
      });

      if (role === 'operator') continue;

      test(`${role} listens where the probes and services reach it`, () => {
        assert.equal(environment.HOST, '0.0.0.0');
        assert.equal(environment.PORT, '8080');
      });

      test(`${role} writes only below a folder that is mounted writable`, () => {
        const writable = (containerOf(workloadOf(manifests, role)).volumeMounts ?? []).filter(
          mount => !mount.readOnly,
        );
        assert.ok(writable.some(({ mountPath }) => environment.DATA_DIR?.startsWith(`${mountPath}/`)));
      });
    }

    test('secrets come from a Secret, never from a ConfigMap', () => {
      const secret = Object.keys(settings).filter(name => settings[name]?.kind === 'secret');
      const open = manifests
        .filter(({ kind }) => kind === 'ConfigMap')
        .flatMap(({ data = {} }) => Object.keys(data));
      assert.deepEqual(
        secret.filter(name => open.includes(name)),
        [],
      );
    });
  });
}

test('the example of the production Secret has no value that could be taken over', () => {
  assert.ok(Object.values(exampleSecret().stringData ?? { none: 'none' }).every(value => value === ''));
});

test('the production overlay carries no Secret', async () => {
  assert.ok(!(await rendered('production')).some(({ kind }) => kind === 'Secret'));
});

test('in production only who reads and writes documents is given the keys that encrypt them', async () => {
  const manifests = await rendered('production');
  const given = PROGRAMS.filter(role => 'BLOB_KEYS' in environmentOf(manifests, role));
  assert.deepEqual(given.toSorted(), ['extractor', 'ingest', 'operator', 'webhooker']);
});
