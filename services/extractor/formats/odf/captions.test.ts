import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, p } from './odf.test-support.ts';

test('the line that opens as a caption right under a picture of a text is its caption', async () => {
  const picture = p('<draw:frame><draw:image/></draw:frame>');
  const body = [picture, p('Abbildung 1.1 Aufbau'), p('Text'), picture, p('Figure out the rest.')].join('');
  assert.deepEqual(await outline(body), [
    'image  (Abbildung 1.1 Aufbau)',
    'paragraph Text',
    'image  (null)',
    'paragraph Figure out the rest.',
  ]);
});
