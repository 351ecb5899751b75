import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfPages, text } from '../../../formats/pdf/built-pdf.fixture.ts';

const PRICES = ['Spot light', 'Follow spot', 'Fog machine', 'Small mixer', 'Large mixer'];
const rule = (x: number, y: number, width: number, height: number) => `${x} ${y} ${width} ${height} re f\n`;

/** A ruled table of two columns, 20 points a row, below a title. */
function priced(title: string, top: number): string {
  const rows = PRICES.map((name, at) => {
    const y = top - 34 - 20 * at;
    return text(76, y, name) + text(306, y, '$ 12.40') + rule(72, y - 6, 400, 0.5);
  });
  const height = 20 * PRICES.length;
  const sides = [72, 300, 472].map(x => rule(x, top - 20 - height, 0.5, height));
  return text(72, top, title, { size: 16 }) + rows.join('') + rule(72, top - 20, 400, 0.5) + sides.join('');
}

test('where nearly everything stands in tables, titles are no body that smaller titles are measured by', async () => {
  const titles = ['Lighting', 'Sound', 'Stage'];
  const sections = titles.map((title, at) => priced(title, 640 - 170 * at)).join('');
  const blocks = await blocksOfPages(
    text(72, 720, 'What our members pay this year', { size: 26 }) + sections,
  );
  assert.equal(blocks.filter(block => block.kind === 'table').length, 3);
  assert.deepEqual(
    blocks.flatMap(block => (block.kind === 'heading' ? [block.text] : [])),
    ['What our members pay this year', ...titles],
  );
});
