import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type Model, printed } from './dashboard.ts';

const AT = 1_700_003_600;
const MODEL: Model = {
  title: 'A dashboard',
  panels: [
    {
      title: 'Waiting',
      fieldConfig: { defaults: { unit: 's' } },
      targets: [{ expr: 'waiting[$__rate_interval]', legendFormat: '{{stage}}' }],
    },
    {
      title: 'Failing',
      fieldConfig: { defaults: { unit: 'reqps' } },
      targets: [{ expr: 'failing', legendFormat: '{{stage}}' }],
    },
  ],
};

test('each value stands beside that of an hour before, and a panel of which nothing is known says so', async () => {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://prometheus');
    const value = [AT, Number(searchParams.get('time')) === AT ? '2' : '0.5'];
    const result = searchParams.get('query') === 'failing' ? [] : [{ metric: { stage: 'queue' }, value }];
    response.end(JSON.stringify({ data: { result } }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const lines = await printed(`http://127.0.0.1:${port}`, MODEL, AT);
    assert.deepEqual(lines, [
      'A dashboard, 2023-11-14T23:13:20Z (in brackets: an hour before)',
      '',
      'Waiting',
      `  ${'queue'.padEnd(32)} 2.000 s  (0.500 s)`,
      '',
      'Failing',
      '  nothing was told at that time',
    ]);
  } finally {
    server.close();
  }
});
