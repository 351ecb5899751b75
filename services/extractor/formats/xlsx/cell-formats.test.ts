import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from '../../allowance.ts';
import { CEILINGS } from '../../format.ts';
import { readTree } from '../../xml/tree.ts';
import { CellFormats } from './cell-formats.ts';

const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="9"/></cellXfs></styleSheet>';

test('styles are read when the first number is shown, and once', () => {
  let readings = 0;
  const formats = new CellFormats(() => {
    readings++;
    return readTree(STYLES, new Allowance(CEILINGS)).root;
  }, false);
  assert.equal(readings, 0);
  assert.deepEqual(
    [formats.show('0.5', 0), formats.show('0.25', 0), formats.show('0.5', 7)],
    ['50%', '25%', '0.5'],
  );
  assert.equal(readings, 1);
});
