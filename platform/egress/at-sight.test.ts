import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseNetworks } from './addresses.ts';
import { refusedAtSight } from './at-sight.ts';

const PORTS = [80, 443];
const sight = (url: string, ...allowed: string[]) =>
  refusedAtSight(new URL(url), parseNetworks(allowed), PORTS);

describe('an address, before its name is looked up', () => {
  it('is refused where it is a private one in any spelling, or the machine’s own name', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[fe80::1]',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
    ])
      assert.equal(sight(`http://${host}/`), 'address', host);
  });

  it('is refused for a port that is not one of the web’s', () => {
    assert.equal(sight('https://a.example:8443/'), 'port');
    assert.equal(sight('http://93.184.216.34:22/'), 'port');
    assert.equal(sight('http://a.example:443/'), undefined);
    for (const [url, port] of [
      ['http://a.example/', 80],
      ['https://a.example/', 443],
    ] as const) {
      assert.equal(refusedAtSight(new URL(url), [], [port]), undefined, url);
      assert.equal(refusedAtSight(new URL(url), [], [8_080]), 'port', url);
    }
  });

  it('is not refused for what its name may stand for', () => {
    for (const host of ['a.example', 'internal', 'metadata.google.internal', '93.184.216.34', 'notlocalhost'])
      assert.equal(sight(`http://${host}/`), undefined, host);
  });

  it('is fine in a network that is allowed, on any port; and so is a name, which may lead there', () => {
    assert.equal(sight('http://127.0.0.1:9000/', '127.0.0.0/8'), undefined);
    assert.equal(sight('http://localhost:9000/', '127.0.0.0/8'), undefined);
    assert.equal(sight('http://a.example:9000/', '127.0.0.0/8'), undefined);
    assert.equal(sight('http://10.0.0.1/', '127.0.0.0/8'), 'address');
    assert.equal(sight('http://93.184.216.34:9000/', '127.0.0.0/8'), 'port');
  });
});
