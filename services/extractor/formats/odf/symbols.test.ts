import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, p } from './odf.test-support.ts';

test('signs of a font of symbols are what they show', async () => {
  const style = (name: string, font: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties style:font-name="${font}"/></style:style>`;
  const automatic =
    style('T1', 'Wingdings1') + style('T2', 'Wingdings 2') + style('T3', 'Symbol') + style('T4', 'Icons');
  const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
  const body = p(
    `${span('T1', `\uf0fc <text:span>\uf0e0</text:span>`)}\uf0fc ${span('T2', '\uf052')}${span('T3', '\uf061')}${span('T4', '\uf061')}`,
  );
  assert.deepEqual(await outline(body, { automatic }), ['paragraph ✓ →\uf0fc ☑α\uf061']);
});
