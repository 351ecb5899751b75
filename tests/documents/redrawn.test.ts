/** A short form of `npm run redrawn`: small prints of different programs, drawn in every other way. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { compare } from './differences.ts';
import { outlineOfPdf } from './read.ts';
import { PdfFile } from './redrawn/file.ts';
import { entriesOf, operationsOf } from './redrawn/syntax.ts';
import { WAYS } from './redrawn/ways.ts';

const PRINTS = ['weasyprint-invoice', 'reportlab-report'];
/** Largest share of lines that may be read differently when the order of drawing is lost. */
const SHUFFLED_LOSS = 0.15;

for (const print of PRINTS) {
  test(`${print} reads the same however it is drawn`, async () => {
    const file = new PdfFile(readFileSync(join(import.meta.dirname, 'printed', `${print}.pdf`)));
    const [[, plain] = [], ...others] = Object.entries(WAYS);
    ok(plain && file.pages.length > 0);
    const drawn = (way: typeof plain) => file.withPages(file.pages.map(page => way(page, file.fonts)));
    const before = await outlineOfPdf(drawn(plain));
    ok(before.length > 5);
    for (const [name, way] of others) {
      const { differences, scores } = compare(before, await outlineOfPdf(drawn(way)), false);
      if (name === 'shuffled') ok((scores.all ?? 0) > 1 - SHUFFLED_LOSS, `${name}: ${scores.all}`);
      else deepEqual(differences, [], name);
    }
  });
}

test('a content stream is read as operations with their operands', () => {
  deepEqual(operationsOf('q 1 0 0 1 .5 -2 cm % here\n[(a\\)b) -20 <4142>] TJ BI /W 1 ID \x00\x01 EI Q'), [
    { operator: 'q', operands: [] },
    { operator: 'cm', operands: ['1', '0', '0', '1', '.5', '-2'] },
    { operator: 'TJ', operands: ['[(a\\)b) -20 <4142>]'] },
    { operator: 'BI', operands: [' /W 1 ID \x00\x01 '] },
    { operator: 'Q', operands: [] },
  ]);
  equal(entriesOf('[(a\\)b) -20 <4142>]').length, 3);
});
