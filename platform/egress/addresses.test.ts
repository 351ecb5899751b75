import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify, parseNetworks } from './addresses.ts';

const kindsOf = (addresses: readonly string[], allowed: readonly string[] = []) =>
  Object.fromEntries(addresses.map(address => [address, classify(address, parseNetworks(allowed))]));
const all = (addresses: readonly string[], kind: string) =>
  Object.fromEntries(addresses.map(address => [address, kind]));

test('only public unicast is public, up to the edges of what is not', () => {
  const addresses = [
    ...[
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    ...['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
    ...['192.0.1.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
    ...['198.20.0.0', '223.255.255.255', '2001:200::1', '2001:db7:ffff::1', '2001:db9::', '2003::1'],
    ...['2606:4700:4700::1111', '2000::1', '3ffe::1', '3fff:1000::', '::ffff:1.1.1.1'],
  ];
  assert.deepEqual(kindsOf(addresses), all(addresses, 'public'));
});

test('what is inside, reserved, or carries such an address in itself is refused', () => {
  const addresses = [
    ...[
      '0.0.0.0',
      '0.255.255.255',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '127.0.0.1',
    ],
    ...['168.63.129.16', '169.254.0.0', '169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.0'],
    ...[
      '192.0.0.255',
      '192.0.2.1',
      '192.88.99.0',
      '192.168.0.0',
      '192.168.255.255',
      '198.18.0.0',
      '198.19.255.255',
    ],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      '64:ff9b::1.1.1.1',
      '64:ff9b:1::1',
      '100::1',
      '1fff::1',
    ],
    ...[
      '2001::1',
      '2001:10::1',
      '2001:1ff:ffff::1',
      '2001:db8::1',
      '2002::1',
      '2002:0101:0101::1',
      '3fff::1',
    ],
    ...[
      '3fff:fff:ffff::1',
      '4000::1',
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fec0::1',
      'ff02::1',
    ],
    ...['2606:4700:4700::1111%eth0', 'fe80::1%1', 'localhost', '', 'undefined'],
  ];
  assert.deepEqual(kindsOf(addresses), all(addresses, 'refused'));
});

test('a network that is allowed is, and its neighbours and the other family are not', () => {
  const allowed = ['10.1.0.0/16', 'fd00::/64', '::/0'];
  assert.deepEqual(kindsOf(['10.1.255.255', '::ffff:10.1.0.1', 'fd00::1', '2002::1'], allowed), {
    '10.1.255.255': 'allowed',
    '::ffff:10.1.0.1': 'allowed',
    'fd00::1': 'allowed',
    '2002::1': 'allowed',
  });
  assert.deepEqual(kindsOf(['10.2.0.0', 'fd00::1%eth0', '1.1.1.1'], allowed), {
    '10.2.0.0': 'refused',
    'fd00::1%eth0': 'refused',
    '1.1.1.1': 'public',
  });
});
