import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparable } from '../../../layout/text/comparable.ts';
import { builtPdf, parsed, text } from '../built-pdf.fixture.ts';

test('a title is known whatever its signs, spaces and case', () => {
  assert.equal(comparable('2.1  The “River”'), comparable('2.1. the river'));
});

test('a plain line is a heading where the outline names it', async () => {
  const page =
    text(72, 700, 'On the keeping of boats') +
    text(72, 660, 'The boats are kept below the bridge, all of them.');
  const heading = async (catalogue: string) =>
    (await parsed(builtPdf([page], { catalogue }))).blocks[0]?.kind;
  const outline = '/Outlines <</First 101 0 R /Last 101 0 R /Count 1>>';
  assert.equal(await heading(outline), 'heading');
});
