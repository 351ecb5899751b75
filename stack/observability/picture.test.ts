import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Model } from './dashboard.ts';
import { picture } from './picture.ts';

const SPAN = { from: 1_000_000, to: 1_003_600 };

const model = (...titles: string[]): Model => ({
  title: 'A dashboard',
  panels: titles.map(title => ({
    title,
    fieldConfig: { defaults: { unit: 's' } },
    targets: [{ expr: 'up[$__rate_interval]', legendFormat: '{{stage}} <p95>' }],
  })),
});

async function drawn(answer: object, shown: Model): Promise<{ svg: string; asked: URLSearchParams[] }> {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://prometheus').searchParams);
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return { svg: await picture(`http://127.0.0.1:${port}`, shown, SPAN), asked };
  } finally {
    server.close();
  }
}

const values = [
  [SPAN.from, '0'],
  [SPAN.from + 1800, '4'],
  [SPAN.to, 'NaN'],
];

test('a picture has a line for each series of each panel, its legend escaped, over the time that was asked for', async () => {
  const { svg, asked } = await drawn(
    { data: { result: [{ metric: { stage: 'queue' }, values }] } },
    model('One', 'Two'),
  );
  assert.equal(svg.match(/queue &#60;p95&#62;/g)?.length, 2);
  assert.match(svg, /One<\/text>[\s\S]*4\.000 s[\s\S]*Two<\/text>/);
  assert.match(svg, /13:46 to 14:46 UTC/);
  assert.deepEqual([asked[0]?.get('start'), asked[0]?.get('end')], [String(SPAN.from), String(SPAN.to)]);
  assert.doesNotMatch(asked[0]?.get('query') ?? '', /\$__/);
});

test('what has no value at a time is no point of its line', async () => {
  const { svg } = await drawn({ data: { result: [{ metric: {}, values }] } }, model('One'));
  assert.doesNotMatch(svg, /NaN/);
});

test("a query that Prometheus refuses is told in Prometheus' words", async () => {
  await assert.rejects(drawn({ error: 'parse error' }, model('One')), /Prometheus: parse error/);
});
